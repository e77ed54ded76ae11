import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { formatGain } from "#domain/soldier/figures/figure-words.ts";
import { listFigures, type Measure } from "#domain/soldier/figures/figures.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Block, Nothing } from "./block.tsx";

const MOST = 4;
const FEW = 3;

/** What changed of each soldier from its last snapshot but one to its last. */
export function SoldierChanges() {
  const trpc = useTRPC();
  const list = useQuery(trpc.soldier.list.queryOptions());
  const soldiers = (list.data ?? []).filter(({ relation, last }) => relation !== "sample" && last).slice(0, MOST);
  const pairs = useQueries({
    queries: soldiers.map(({ id }) => trpc.soldier.snapshots.queryOptions({ soldierId: id, limit: 2 })),
  });
  return (
    <Block
      title="Soldier changes since last snapshot"
      isPending={list.isPending || pairs.some(({ isPending }) => isPending)}
      error={list.error ?? pairs.find(({ error }) => error)?.error}
      onRetry={() => {
        void list.refetch();
        for (const { refetch } of pairs) void refetch();
      }}
    >
      {soldiers.length === 0 ? (
        <Nothing
          text="Add a soldier and see what changes from day to day."
          game="bf2042"
          search={{ tab: "soldier" }}
          action="Add a soldier"
        />
      ) : (
        <ul className="grid">
          {soldiers.map(({ id, name, game }, index) => (
            <li key={id} className="border-t border-line first:border-t-0">
              <Link
                to={gamePath[game]}
                search={{ tab: "soldier", soldier: id }}
                className="group grid min-h-11 content-center gap-x-3 gap-y-1 py-1.5"
              >
                <span className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 font-cond text-1 font-bold break-words group-hover:text-accent group-hover:underline">
                    {name}
                  </span>
                  <Badge>{GAME_TITLES[game]}</Badge>
                </span>
                <span className="num text-0 text-ink-2">{getChanges(game, pairs[index]?.data?.items ?? [])}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

type Line = { figures: Readonly<Record<string, number>> };

const isCounted = ({ unit }: Measure): boolean => unit === "count" || unit === "seconds";

/** The first few figures that changed, what is counted before what follows from it. */
function getChanges(game: GameId, [last, before]: readonly Line[]): string {
  if (!last || !before) return "One snapshot so far";
  const measures = listFigures(game).toSorted((one, other) => Number(isCounted(other)) - Number(isCounted(one)));
  const changes = measures.flatMap(({ id, label, unit }) => {
    const [from, to] = [before.figures[id], last.figures[id]];
    const gain = from === undefined || to === undefined ? null : formatGain(from, to, unit);
    return gain === null ? [] : [`${label} ${gain}`];
  });
  return changes.slice(0, FEW).join(" · ") || "Nothing changed";
}
