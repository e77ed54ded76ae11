import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { byOrder } from "#domain/loadout/locker-query.ts";
import { decodeShare } from "#domain/loadout/sharing/share-code.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { getUnnamed, LINK_PROBLEMS } from "#messages/loadout/share-words.ts";
import { ViewHeading } from "#web/app/shell/page/view-heading.tsx";
import { useLocker } from "#web/data/gathered-locker.ts";
import { getErrorCode, getErrorText } from "#web/data/problem.ts";
import { useViewer } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { findOtherDraft } from "#web/features/loadout/editor/editing.ts";
import type { Proposal } from "#web/features/loadout/editor/history/use-history.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import type { ShareKey } from "#web/features/loadout/sharing/link-result.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Combobox, type Option } from "#web/ui/fields/combobox.tsx";
import { type DiffSide, DiffView } from "./diff-view.tsx";

type DiffPanelProps = {
  game: GameId;
  /** One or two loadouts, separated by a comma: ids of saved loadouts, "draft", or shares ("l:" and a code, "s:" and an id). */
  diff: string;
  onDiff: (diff: string) => void;
  /** Opens A in the editor with the copied slots as an unsaved change. */
  onCopy: (search: LoadoutSearch & { edit: string }, proposal: Proposal) => void;
  onClose: () => void;
};

/** The comparison of two loadouts: saved loadouts, the draft of this device, or shared loadouts. */
export function DiffPanel({ game, diff, onDiff, onCopy, onClose }: DiffPanelProps) {
  const [refA = null, refB = null] = diff.split(",");
  const a = useSide(game, refA, refB);
  const b = useSide(game, refB, refA);
  const choices = useChoices(game);
  const missingSide = [a, b].find((side) => side.state === "missing");
  const shared = [getSharedChoice(refA, a), getSharedChoice(refB, b)].flatMap((choice) => choice ?? []);
  const all = [...shared, ...choices];
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center gap-3">
        <ViewHeading className="grow text-5">{m.loadout_compare_loadouts()}</ViewHeading>
        <Button kind="quiet" onClick={onClose}>
          {m.loadout_all_loadouts()}
        </Button>
      </header>
      <div className="grid gap-4 sm:grid-cols-2">
        <Combobox
          label={m.loadout_loadout_a()}
          value={refA}
          options={getOtherChoices(all, game, refB)}
          placeholder={m.common_choose()}
          onChange={(id) => onDiff([id, refB].filter(Boolean).join(","))}
        />
        <Combobox
          label={m.loadout_loadout_b()}
          value={refB}
          options={getOtherChoices(all, game, refA)}
          placeholder={m.common_choose()}
          onChange={(id) => onDiff(`${refA},${id}`)}
        />
      </div>
      {missingSide?.state === "missing" && <MissingSide text={missingSide.text} isSignIn={missingSide.isSignIn} />}
      {b.state === "open" && <EmptyState text={m.loadout_choose_a_second()} />}
      {(a.state === "loading" || b.state === "loading") && (
        <Skeleton label={m.loadout_loading_both_loadouts()} rows={6} />
      )}
      {a.state === "found" && b.state === "found" && (
        <DiffView a={a.side} b={b.side} onSwap={() => onDiff(`${refB},${refA}`)} onCopy={getCopy(a.search, onCopy)} />
      )}
    </div>
  );
}

/** Returns the function that copies into A; undefined if A is a shared loadout, which the user cannot change. */
const getCopy = (search: OwnSearch | null, onCopy: DiffPanelProps["onCopy"]) =>
  search ? (loadout: Loadout, label: string) => onCopy(search, { loadout, label }) : undefined;

function MissingSide({ text, isSignIn }: { text: string; isSignIn: boolean }) {
  const href = useLocation({ select: (location) => location.href });
  return (
    <EmptyState text={text}>
      {isSignIn && (
        <Link to="/login" search={{ redirect: href }} className={getButtonClasses("primary")}>
          {m.common_sign_in()}
        </Link>
      )}
    </EmptyState>
  );
}

/** Returns the user's loadouts of this game as choices, last changed first; empty without a session. */
function useChoices(game: GameId): readonly Option[] {
  const { items } = useLocker(Boolean(useViewer()));
  return useMemo(
    () =>
      items
        .filter(({ loadout }) => loadout.game === game)
        .toSorted(byOrder("changed"))
        .map(({ id, name, loadout }) => ({ value: id, label: name, note: getKind(loadout) })),
    [items, game],
  );
}

/** Returns the choices of one side, with the draft of this device if there is one. The loadout of the other side is disabled. */
function getOtherChoices(saved: readonly Option[], game: GameId, other: SideRef): readonly Option[] {
  const hasDraft = findOtherDraft(game, other === DRAFT ? null : other) !== null;
  const draft: Option = { value: DRAFT, label: m.loadout_the_draft_on_this_device() };
  return (hasDraft ? [draft, ...saved] : saved).map((option) =>
    option.value === other ? { ...option, disabled: true, note: m.loadout_on_the_other_side() } : option,
  );
}

/** Returns the choice for a shared loadout; null for any other loadout. */
const getSharedChoice = (ref: SideRef, side: Side): Option | null =>
  ref !== null && getShareKey(ref)
    ? { value: ref, label: side.state === "found" ? side.side.name : m.loadout_shared() }
    : null;

function getKind(loadout: Loadout): string {
  if (isVehicleLoadout(loadout)) return m.loadout_vehicle();
  return KIT_TITLES[loadout.game === "bf4" ? loadout.kitId : loadout.classId];
}

/** A side in the URL: the id of a saved loadout, "draft", or a share; null if none is chosen yet. */
type SideRef = string | null;

const DRAFT = "draft";

/** The search parameters that open one of the user's loadouts in the editor. */
type OwnSearch = LoadoutSearch & { edit: string };

type Side =
  /** `search` is null if the loadout is not the user's. */
  | { state: "found"; side: DiffSide; search: OwnSearch | null }
  | { state: "open" }
  | { state: "loading" }
  /** The reason why the loadout cannot be shown; `isSignIn` if signing in may help. */
  | { state: "missing"; text: string; isSignIn: boolean };

const createMissingSide = (text: string, isSignIn = false): Side => ({ state: "missing", text, isSignIn });

/** Returns one side of a comparison. "draft" is the draft of the other side's loadout if it has one. */
function useSide(game: GameId, ref: SideRef, other: SideRef): Side {
  const viewer = useViewer();
  const shareKey = ref === null ? null : getShareKey(ref);
  const shared = useSharedSide(game, shareKey);
  const isSaved = ref !== null && ref !== DRAFT && !shareKey;
  const query = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id: ref ?? "" }),
    enabled: isSaved && Boolean(viewer),
  });
  const draft = useMemo(
    () => (ref === DRAFT ? findOtherDraft(game, other === DRAFT ? null : other) : null),
    [game, ref, other],
  );
  if (ref === null) return { state: "open" };
  if (ref === DRAFT) {
    if (!draft) return createMissingSide(m.loadout_no_draft_here());
    const name = draft.editing.name.trim();
    const side = { name: name ? m.loadout_draft_of_name({ name }) : m.common_draft(), loadout: draft.editing.loadout };
    return { state: "found", side, search: draft.search };
  }
  if (shareKey) return shared;
  if (query.data) {
    const { name, loadout } = query.data;
    return { state: "found", side: { name, loadout }, search: { edit: ref } };
  }
  if (viewer === null) return createMissingSide(m.loadout_sign_in_to_open_this_loadout(), true);
  if (getErrorCode(query.error) === "loadout_missing") return createMissingSide(m.loadout_gone());
  return query.error ? createMissingSide(getErrorText(query.error)) : { state: "loading" };
}

const getShareKey = (ref: string): ShareKey | null =>
  ref.startsWith("l:") || ref.startsWith("s:") ? { name: ref.startsWith("l:") ? "l" : "s", value: ref.slice(2) } : null;

/** Loads a shared loadout, which is stored under an id or encoded in its code. */
function useSharedSide(game: GameId, shareKey: ShareKey | null): Side {
  const { arsenal, share } = useTRPC();
  const code = shareKey?.name === "l" ? shareKey.value : null;
  const id = shareKey?.name === "s" ? shareKey.value : null;
  const stored = useQuery({ ...share.get.queryOptions({ id: id ?? "" }), enabled: id !== null });
  const codebook = useQuery({ ...arsenal.codebook.queryOptions({ game }), enabled: code !== null });
  const decoded = useMemo(
    () => (code !== null && codebook.data ? decodeShare(code, codebook.data) : null),
    [code, codebook.data],
  );
  const sharedLoadout = stored.data ?? (decoded?.kind === "loadout" ? decoded : null);
  if (sharedLoadout) {
    const side = {
      name: m.loadout_shared_name({ name: sharedLoadout.name || getUnnamed() }),
      loadout: sharedLoadout.loadout,
    };
    return { state: "found", side, search: null };
  }
  if (decoded && decoded.kind !== "loadout") return createMissingSide(LINK_PROBLEMS[decoded.kind]);
  const error = stored.error ?? codebook.error;
  return error ? createMissingSide(getErrorText(error)) : { state: "loading" };
}
