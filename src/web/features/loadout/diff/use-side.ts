import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { getErrorCode, getProblem } from "#web/data/problem.ts";
import { useViewer } from "#web/data/session/viewer.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { findOtherDraft } from "#web/features/loadout/editor/saving/drafts.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import type { DiffSide } from "./diff-view.tsx";

/** What the address names for one side: the id of a saved loadout, "draft", or nothing yet. */
export type SideRef = string | null;

export const DRAFT = "draft";

type Side =
  | { state: "found"; side: DiffSide; search: LoadoutSearch & { edit: string } }
  | { state: "open" }
  | { state: "loading" }
  /** Why it cannot be shown, in a sentence; `isSignIn` where signing in may help. */
  | { state: "missing"; text: string; isSignIn: boolean };

const missing = (text: string, isSignIn = false): Side => ({ state: "missing", text, isSignIn });

/** One side of a comparison; a draft is that of the loadout on the other side, where it has one. */
export function useSide(game: GameId, ref: SideRef, other: SideRef): Side {
  const viewer = useViewer();
  const isSaved = ref !== null && ref !== DRAFT;
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
    if (!draft) return missing("There is no draft on this device.");
    const name = draft.editing.name.trim();
    const side = { name: name ? `${name} (draft)` : "Draft", loadout: draft.editing.loadout };
    return { state: "found", side, search: draft.search };
  }
  if (query.data) {
    const { name, loadout } = query.data;
    return { state: "found", side: { name, loadout }, search: { edit: ref } };
  }
  if (viewer === null) return missing("Sign in to open this loadout.", true);
  if (getErrorCode(query.error) === "loadout_missing") return missing("This loadout is no longer in your locker.");
  return query.error ? missing(getProblem(query.error).text) : { state: "loading" };
}
