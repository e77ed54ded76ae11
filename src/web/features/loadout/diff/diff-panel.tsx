import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { byOrder } from "#domain/loadout/locker-query.ts";
import { decodeShare } from "#domain/loadout/sharing/share-code.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { getUnnamed, UNOPENED } from "#messages/loadout/share-words.ts";
import { useLocker } from "#web/data/gathered-locker.ts";
import { getErrorCode, getErrorText } from "#web/data/problem.ts";
import { useViewer } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { findOtherDraft } from "#web/features/loadout/editor/editing.ts";
import type { Proposal } from "#web/features/loadout/editor/history/use-history.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import type { ShareKey } from "#web/features/loadout/sharing/link-result.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Combobox, type Option } from "#web/ui/fields/combobox.tsx";
import { type DiffSide, DiffView } from "./diff-view.tsx";

type DiffPanelProps = {
  game: GameId;
  /** Ids of saved loadouts, "draft" or shares ("l:" and a code, "s:" and an id), parted by a comma; the second may be missing. */
  diff: string;
  onDiff: (diff: string) => void;
  /** Opens A in the editor, with what was copied as a change not saved yet. */
  onCopy: (search: LoadoutSearch & { edit: string }, proposal: Proposal) => void;
  onClose: () => void;
};

/** Two loadouts side by side: of the locker, the draft of this device, or shared ones. */
export function DiffPanel({ game, diff, onDiff, onCopy, onClose }: DiffPanelProps) {
  const [refA = null, refB = null] = diff.split(",");
  const a = useSide(game, refA, refB);
  const b = useSide(game, refB, refA);
  const choices = useChoices(game);
  const lost = [a, b].find((side) => side.state === "missing");
  const shared = [getSharedChoice(refA, a), getSharedChoice(refB, b)].flatMap((choice) => choice ?? []);
  const all = [...shared, ...choices];
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="grow text-5">{m.loadout_compare_loadouts()}</h2>
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
      {lost?.state === "missing" && <Lost text={lost.text} isSignIn={lost.isSignIn} />}
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

/** Takes over into A; a shared loadout is not the reader's to change. */
const getCopy = (search: Own | null, onCopy: DiffPanelProps["onCopy"]) =>
  search ? (loadout: Loadout, label: string) => onCopy(search, { loadout, label }) : undefined;

function Lost({ text, isSignIn }: { text: string; isSignIn: boolean }) {
  const href = useLocation({ select: (location) => location.href });
  return (
    <EmptyState text={text}>
      {isSignIn && (
        <Link to="/login" search={{ redirect: href }} className={buttonLook("primary")}>
          {m.common_sign_in()}
        </Link>
      )}
    </EmptyState>
  );
}

/** The loadouts of this game as choices, the last changed first; none without a session. */
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

/** What may stand on one side: the draft of this device where there is one, and what is not on the other side already. */
function getOtherChoices(saved: readonly Option[], game: GameId, other: SideRef): readonly Option[] {
  const hasDraft = findOtherDraft(game, other === DRAFT ? null : other) !== null;
  const draft: Option = { value: DRAFT, label: m.loadout_the_draft_on_this_device() };
  return (hasDraft ? [draft, ...saved] : saved).map((option) =>
    option.value === other ? { ...option, disabled: true, note: m.loadout_on_the_other_side() } : option,
  );
}

/** The choice a shared loadout stands for, while it is on a side. */
const getSharedChoice = (ref: SideRef, side: Side): Option | null =>
  ref !== null && getShareKey(ref)
    ? { value: ref, label: side.state === "found" ? side.side.name : m.loadout_shared() }
    : null;

function getKind(loadout: Loadout): string {
  if (isVehicleLoadout(loadout)) return m.loadout_vehicle();
  return KIT_TITLES[loadout.game === "bf4" ? loadout.kitId : loadout.classId];
}

/** What the address names for one side: the id of a saved loadout, "draft", a share, or nothing yet. */
type SideRef = string | null;

const DRAFT = "draft";

/** The address that opens a loadout of one's own in the editor. */
type Own = LoadoutSearch & { edit: string };

type Side =
  /** Without an address where it is not the reader's own. */
  | { state: "found"; side: DiffSide; search: Own | null }
  | { state: "open" }
  | { state: "loading" }
  /** Why it cannot be shown, in a sentence; `isSignIn` where signing in may help. */
  | { state: "missing"; text: string; isSignIn: boolean };

const missing = (text: string, isSignIn = false): Side => ({ state: "missing", text, isSignIn });

/** One side of a comparison; a draft is that of the loadout on the other side, where it has one. */
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
    if (!draft) return missing(m.loadout_no_draft_here());
    const name = draft.editing.name.trim();
    const side = { name: name ? m.loadout_draft_of_name({ name }) : m.common_draft(), loadout: draft.editing.loadout };
    return { state: "found", side, search: draft.search };
  }
  if (shareKey) return shared;
  if (query.data) {
    const { name, loadout } = query.data;
    return { state: "found", side: { name, loadout }, search: { edit: ref } };
  }
  if (viewer === null) return missing(m.loadout_sign_in_to_open_this_loadout(), true);
  if (getErrorCode(query.error) === "loadout_missing") return missing(m.loadout_gone());
  return query.error ? missing(getErrorText(query.error)) : { state: "loading" };
}

const getShareKey = (ref: string): ShareKey | null =>
  ref.startsWith("l:") || ref.startsWith("s:") ? { name: ref.startsWith("l:") ? "l" : "s", value: ref.slice(2) } : null;

/** A shared loadout: stored under an id, or all in its code. */
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
  const other = stored.data ?? (decoded?.kind === "loadout" ? decoded : null);
  if (other) {
    const side = { name: m.loadout_shared_name({ name: other.name || getUnnamed() }), loadout: other.loadout };
    return { state: "found", side, search: null };
  }
  if (decoded && decoded.kind !== "loadout") return missing(UNOPENED[decoded.kind]);
  const error = stored.error ?? codebook.error;
  return error ? missing(getErrorText(error)) : { state: "loading" };
}
