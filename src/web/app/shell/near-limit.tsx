import { useQuery } from "@tanstack/react-query";
import type { LimitName } from "#domain/limits.ts";
import { m } from "#messages";
import { useSession } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";

const TEXTS = {
  loadouts: m.common_near_limit_loadouts,
  storedLoadouts: m.common_near_limit_stored_loadouts,
  loadoutBytes: m.common_near_limit_loadout_bytes,
  importBytes: m.common_near_limit_import_bytes,
  folders: m.common_near_limit_folders,
  soldiers: m.common_near_limit_soldiers,
  storedSoldiers: m.common_near_limit_stored_soldiers,
  goals: m.common_near_limit_goals,
  planned: m.common_near_limit_planned,
  shares: m.common_near_limit_shares,
  storedShares: m.common_near_limit_stored_shares,
} satisfies Partial<Record<LimitName, unknown>>;

/** A line about the fullest of these limits, once it is nearly reached. */
export function NearLimit({ limits }: { limits: readonly (keyof typeof TEXTS)[] }) {
  const options = useTRPC().account.nearLimits.queryOptions();
  const { data = [] } = useQuery({ ...options, enabled: Boolean(useSession()) });
  const near = limits.flatMap((limit) => {
    const percent = data.find((item) => item.limit === limit)?.percent;
    return percent === undefined ? [] : [{ limit, percent }];
  });
  const [fullest] = near.toSorted((a, b) => b.percent - a.percent);
  if (!fullest) return null;
  return (
    <p role="status" className="rounded-1 bg-tint p-3 text-0">
      {TEXTS[fullest.limit]({ percent: fullest.percent })}
    </p>
  );
}
