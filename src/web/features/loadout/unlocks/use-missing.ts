import { useQueries } from "@tanstack/react-query";
import { useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/answers.ts";

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
