import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { formatNumber, formatRemaining } from "#domain/progress/progress-words.ts";
import { TARGET_KINDS } from "#domain/progress/targets/target.ts";
import { buttonLook } from "#web/components/ui/button.tsx";
import { useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Block, Nothing } from "./block.tsx";

const FEW = 3;

/** What of Battlefield 4 is closest for the soldier whose progress was looked at last, or one's own. */
export function ClosestUnlocks() {
  const { query: list, soldierId = null } = useChosenSoldier("bf4", null);
  const next = useQuery({
    ...useTRPC().progress.next.queryOptions({ soldierId, limit: FEW }),
    enabled: list.isSuccess,
  });
  const items = next.data?.items ?? [];
  return (
    <Block
      title="Closest unlocks"
      isPending={!list.isError && next.isPending}
      error={list.error ?? next.error}
      rows={FEW + 1}
      onRetry={() => Promise.all([list.refetch(), next.refetch()])}
    >
      {items.length === 0 ? (
        <Nothing
          text="Add a soldier of Battlefield 4, or tick what you have, and see what is closest."
          game="bf4"
          search={{ tab: "progress" }}
          action="Open progress"
        />
      ) : (
        <div className="grid justify-items-start gap-3">
          <ul className="grid w-full">
            {items.map((line) => (
              <Unlock key={line.id} {...line} />
            ))}
          </ul>
          <Link to="/bf4" search={{ tab: "progress" }} className={buttonLook("secondary", "small")}>
            All that is close
          </Link>
        </div>
      )}
    </Block>
  );
}

type Line = inferRouterOutputs<AppRouter>["progress"]["next"]["items"][number];

function Unlock({ name, kind, weapon, remainder }: Line) {
  if (remainder.state !== "left") return null;
  const { left, unit } = remainder;
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-t border-line py-2 first:border-t-0">
      <span className="num text-0 text-ink-2">
        <b className="text-2 text-ink">{formatNumber(left, unit)}</b> {formatRemaining(left, unit)}
      </span>
      <span className="min-w-0 font-cond text-1 break-words">
        <b>{name}</b>
        <span className="block text-0 text-ink-2">{weapon?.name ?? TARGET_KINDS[kind]}</span>
      </span>
    </li>
  );
}
