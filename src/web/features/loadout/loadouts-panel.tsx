import { useRouter } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
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
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { type LoadoutSearch, useLoadoutSearch, useWriteLoadouts } from "./loadout-search.ts";
import { useLockerWatch } from "./use-locker-watch.ts";

const DiffPanel = lazyNamed(() => import("#web/features/loadout/diff/diff-panel.tsx"), "DiffPanel");
const SquadView = lazyNamed(() => import("./squad/squad-view.tsx"), "SquadView");
const ShareOutlet = lazyNamed(() => import("#web/features/loadout/sharing/share-dialog.tsx"), "ShareOutlet");

type Opened = LoadoutSearch & { edit: string };

type LoadoutsPanelProps = {
  game: GameId;
  Figures: ComponentType<BuildFiguresProps>;
};

/** The loadouts section of a game: the locker, the editor, the comparison or a squad. */
export function LoadoutsPanel(props: LoadoutsPanelProps) {
  const hasEnded = useViewer()?.hasEnded === true;
  return (
    <>
      {hasEnded && <SessionExpired className="mb-6" />}
      <Screens {...props} />
    </>
  );
}

function Screens({ game, Figures }: LoadoutsPanelProps) {
  const search = useLoadoutSearch();
  const write = useWriteLoadouts(game);
  useLockerWatch();
  // A new loadout gets its own URL when it is saved; the same editor instance remains open.
  const [saved, setSaved] = useState<Record<string, Opened>>({});
  const [proposed, setProposed] = useState<{ edit: string; proposal: Proposal } | null>(null);
  const { edit, diff, share, patch, squad, ...beginning } = search;
  const sharing = useSharing(game);
  useEffect(() => {
    if (edit !== undefined) return;
    setSaved({});
    setProposed(null);
  }, [edit]);
  const opened = edit === undefined ? null : (saved[edit] ?? { edit, ...beginning });
  const open = (next: LoadoutSearch) => {
    setProposed(null);
    write(next, "push");
  };
  if (!opened && squad) return <Squad {...{ game, squad }} onClose={() => open({})} />;
  if (!opened && diff) {
    const copyTo = (next: Opened, proposal: Proposal) => {
      setProposed({ edit: next.edit, proposal });
      write(next, "push");
    };
    return (
      <Suspense fallback={<Skeleton label={m.common_loading_the_comparison()} rows={6} className="h-24" />}>
        <DiffPanel
          game={game}
          diff={diff}
          onDiff={(next) => write({ diff: next }, "replace")}
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
            write({ edit: id, ...(patch && { patch }) }, "replace");
          }}
          onCompare={(next) => open({ diff: next })}
          onClose={() => open({})}
          onShare={sharing.open}
        />
      ) : (
        <Locker game={game} />
      )}
      {share && (
        <Suspense>
          <ShareOutlet
            game={game}
            id={share}
            edited={opened}
            editorLoadout={sharing.editorLoadout}
            onClose={sharing.close}
          />
        </Suspense>
      )}
    </Suspense>
  );
}

type SquadProps = { game: GameId; squad: string; onClose: () => void };

function Squad({ game, squad, onClose }: SquadProps) {
  const write = useWriteLoadouts(game);
  return (
    <Suspense fallback={<Skeleton label={m.loadout_loading_the_squad()} rows={4} className="h-32" />}>
      <SquadView game={game} text={squad} onChange={(next) => write({ squad: next }, "push")} onClose={onClose} />
    </Suspense>
  );
}

type Sharing = {
  /** The loadout to share from the editor; null for a loadout of the locker, which is identified by its id. */
  editorLoadout: OpenLoadout | null;
  open: (loadout: OpenLoadout) => void;
  close: () => void;
};

/** Opens the share dialog with a history entry, and closes it by going back. */
function useSharing(game: GameId): Sharing {
  const { history } = useRouter();
  const write = useWriteLoadouts(game);
  const { share, ...rest } = useLoadoutSearch();
  const [editorLoadout, setEditorLoadout] = useState<OpenLoadout | null>(null);
  // If the dialog was closed before, opening it has added a history entry.
  const wasClosed = useRef(false);
  useEffect(() => {
    if (share) return;
    wasClosed.current = true;
    setEditorLoadout(null);
  }, [share]);
  return {
    editorLoadout,
    open: (loadout) => {
      setEditorLoadout(loadout);
      write({ ...rest, share: loadout.id }, "push");
    },
    close: () => (wasClosed.current ? history.back() : write(rest, "replace")),
  };
}
