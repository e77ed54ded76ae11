import { useRouter } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { SessionExpired } from "#web/app/shell/session/session-expired.tsx";
import { useViewer } from "#web/data/session/session.ts";
import { EditorLoader } from "#web/features/loadout/editor/editor-loader.tsx";
import type { BuildFiguresProps } from "#web/features/loadout/editor/figures/live-figures.tsx";
import type { Proposal } from "#web/features/loadout/editor/history/use-history.ts";
import { Locker } from "#web/features/loadout/locker/locker.tsx";
import type { OpenLoadout } from "#web/features/loadout/sharing/shareable.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { type LoadoutSearch, useLoadoutSearch } from "./loadout-search.ts";
import { useLockerWatch } from "./use-locker-watch.ts";

const DiffPanel = lazy(() =>
  import("#web/features/loadout/diff/diff-panel.tsx").then((module) => ({ default: module.DiffPanel })),
);
const SquadView = lazy(() => import("./squad/squad-view.tsx").then((module) => ({ default: module.SquadView })));
const ShareOutlet = lazy(() =>
  import("#web/features/loadout/sharing/share-dialog.tsx").then((module) => ({ default: module.ShareOutlet })),
);

type Opened = LoadoutSearch & { edit: string };

type LoadoutsPanelProps = {
  game: GameId;
  /** Writes the address: a step Back can take, or in place of the present one. */
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void;
  Figures: ComponentType<BuildFiguresProps>;
};

/** The loadouts of a game: the locker, one of them in the editor, or two side by side. */
export function LoadoutsPanel(props: LoadoutsPanelProps) {
  const hasEnded = useViewer()?.hasEnded === true;
  return (
    <>
      {hasEnded && <SessionExpired className="mb-6" />}
      <Screens {...props} />
    </>
  );
}

function Screens({ game, onSearch, Figures }: LoadoutsPanelProps) {
  const search = useLoadoutSearch();
  useLockerWatch();
  // A new loadout gets its own address when it is saved; the editor it was made in stays open under it.
  const [saved, setSaved] = useState<Record<string, Opened>>({});
  const [proposed, setProposed] = useState<{ edit: string; proposal: Proposal } | null>(null);
  const { edit, diff, share, patch, squad, ...beginning } = search;
  const sharing = useSharing(search, onSearch);
  useEffect(() => {
    if (edit !== undefined) return;
    setSaved({});
    setProposed(null);
  }, [edit]);
  const opened = edit === undefined ? null : (saved[edit] ?? { edit, ...beginning });
  const open = (next: LoadoutSearch) => {
    setProposed(null);
    onSearch(next, "push");
  };
  if (!opened && squad) return <Squad {...{ game, squad, onSearch }} onClose={() => open({})} />;
  if (!opened && diff) {
    const copyTo = (next: Opened, proposal: Proposal) => {
      setProposed({ edit: next.edit, proposal });
      onSearch(next, "push");
    };
    return (
      <Suspense fallback={<Skeleton label={m.common_loading_the_comparison()} rows={6} className="h-24" />}>
        <DiffPanel
          game={game}
          diff={diff}
          onDiff={(next) => onSearch({ diff: next }, "replace")}
          onCopy={copyTo}
          onClose={() => open({})}
        />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<Skeleton label={m.common_loading_loadouts()} rows={4} className="h-24" />}>
      {opened ? (
        <EditorLoader
          key={JSON.stringify(opened)}
          game={game}
          search={opened}
          proposal={proposed?.edit === opened.edit ? proposed.proposal : null}
          Figures={Figures}
          onSaved={(id) => {
            if (id === edit) return;
            setSaved((others) => ({ ...others, [id]: opened }));
            onSearch({ edit: id, ...(patch && { patch }) }, "replace");
          }}
          onCompare={(next) => open({ diff: next })}
          onClose={() => open({})}
          onShare={sharing.open}
        />
      ) : (
        <Locker
          game={game}
          onSearch={(next, step) => (next.share ? sharing.open({ id: next.share }) : onSearch(next, step))}
        />
      )}
      {share && (
        <Suspense>
          <ShareOutlet game={game} id={share} edited={opened} inHand={sharing.inHand} onClose={sharing.close} />
        </Suspense>
      )}
    </Suspense>
  );
}

type SquadProps = Pick<LoadoutsPanelProps, "game" | "onSearch"> & { squad: string; onClose: () => void };

const Squad = ({ game, squad, onSearch, onClose }: SquadProps) => (
  <Suspense fallback={<Skeleton label={m.loadout_loading_the_squad()} rows={4} className="h-32" />}>
    <SquadView game={game} text={squad} onChange={(next) => onSearch({ squad: next }, "push")} onClose={onClose} />
  </Suspense>
);

type Named = { id: string };
type Sharing = {
  /** The loadout to share from the editor; a loadout of the locker is identified by its id. */
  inHand: OpenLoadout | null;
  open: (loadout: Named | OpenLoadout) => void;
  close: () => void;
};

/** Opening the share dialog is a step; closing takes it back. */
function useSharing(
  search: LoadoutSearch,
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void,
): Sharing {
  const { history } = useRouter();
  const [inHand, setInHand] = useState<OpenLoadout | null>(null);
  const openedHere = useRef(false);
  const { share: _, ...rest } = search;
  return {
    inHand,
    open: (loadout) => {
      openedHere.current = true;
      setInHand("loadout" in loadout && "seenVersion" in loadout ? loadout : null);
      onSearch({ ...rest, share: loadout.id }, "push");
    },
    close: () => {
      const canStepBack = openedHere.current;
      openedHere.current = false;
      if (canStepBack) history.back();
      else onSearch(rest, "replace");
    },
  };
}
