import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { formatLeft } from "#domain/progress/progress-words.ts";
import { useViewer } from "#web/data/session/session.ts";
import { rememberSoldier, useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

/** What of a loadout is counted and still to be unlocked for the chosen soldier; nothing where nothing is known. */
export function useUnlocks(loadout: Loadout) {
  const viewer = useViewer();
  const [requested, setRequested] = useState<string | null>(null);
  const isAsked = Boolean(viewer) && loadout.game === "bf4";
  const { soldiers = [], soldierId = null, query } = useChosenSoldier("bf4", requested, isAsked);
  const { data } = useQuery({
    ...useTRPC().progress.lacking.queryOptions({ soldierId, loadout }),
    enabled: isAsked && query.isSuccess,
    placeholderData: keepPreviousData,
  });
  const unlocks = useMemo(
    () =>
      (isAsked ? (data ?? []) : []).flatMap(({ remainder, ...line }) =>
        remainder.state === "left" ? [{ ...line, says: formatLeft(remainder) }] : [],
      ),
    [data, isAsked],
  );
  /** What is left, in words, by the target's id. */
  const wordsById = useMemo(() => new Map(unlocks.map(({ id, says: sentence }) => [id, sentence])), [unlocks]);
  const choose = (id: string) => {
    rememberSoldier("bf4", id);
    setRequested(id);
  };
  return { unlocks, wordsById, soldiers, soldierId, choose };
}

export type Unlocks = ReturnType<typeof useUnlocks>;

/** The targets a picker's options may be: of one kind, and those of one weapon where they are its parts. */
export type PickedTargets = { kind: "weapon" | "part" | "gadget" | "option"; weaponId?: string | undefined };

/** What is left to unlock of these targets for the chosen soldier of Battlefield 4, in words by the target's id. */
export function useLefts(targets: PickedTargets | null): ReadonlyMap<string, string> {
  const isAsked = Boolean(useViewer()) && targets !== null;
  const { soldierId = null, query } = useChosenSoldier("bf4", null, isAsked);
  const { kind = "weapon", weaponId } = targets ?? {};
  const { data } = useQuery({
    ...useTRPC().progress.checklist.queryOptions({ soldierId, kind, weaponId, state: "left" }),
    enabled: isAsked && query.isSuccess,
  });
  return useMemo(
    () =>
      new Map(
        (data?.items ?? []).flatMap(({ id, remainder }) =>
          remainder.state === "left" ? [[id, formatLeft(remainder)] as const] : [],
        ),
      ),
    [data],
  );
}

/** As many loadouts as are asked about at once. */
const AT_ONCE = 50;

/** How many unlocks each of these loadouts lacks for the chosen soldier; what lacks none, or is not known, is left out. */
export function useMissing(items: readonly Saved[]): ReadonlyMap<string, number> {
  const { progress } = useTRPC();
  const { query, soldierId = null } = useChosenSoldier("bf4", null);
  const ids = items.filter(({ loadout }) => loadout.game === "bf4").map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) =>
    ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
  return useQueries({
    queries: parts.map((loadoutIds) => ({
      ...progress.missing.queryOptions({ soldierId, loadoutIds }),
      enabled: query.isSuccess,
    })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => data ?? []).map(({ loadoutId, count }) => [loadoutId, count])),
  });
}
