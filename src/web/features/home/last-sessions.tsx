import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { getSessionReport } from "#domain/soldier/session.ts";
import { findPrevious, type SnapshotSeries } from "#domain/soldier/snapshots.ts";
import { m } from "#messages";
import { formatFigure, formatGain } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { formatSoldier } from "#messages/soldier/soldier-words.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Block, EmptyBlock } from "./block.tsx";

const MAX_SOLDIERS = 3;
const MAX_FIGURES = 3;
/** So many snapshots usually contain two of the same source. */
const MAX_COMPARED = 10;

/** The last session of each soldier: the difference between its last two snapshots of the same source. */
export function LastSessions() {
  const trpc = useTRPC();
  const list = useQuery(trpc.soldier.list.queryOptions());
  const soldiers = (list.data ?? [])
    .filter(({ relation, last }) => relation !== "sample" && last)
    .slice(0, MAX_SOLDIERS);
  const pairs = useQueries({
    queries: soldiers.map(({ id }) => trpc.soldier.snapshots.queryOptions({ soldierId: id, limit: MAX_COMPARED })),
  });
  return (
    <Block
      title={m.home_last_session()}
      isPending={list.isPending || pairs.some(({ isPending }) => isPending)}
      error={list.error ?? pairs.find(({ error }) => error)?.error}
      onRetry={() => {
        void list.refetch();
        for (const { refetch } of pairs) void refetch();
      }}
    >
      {soldiers.length === 0 ? (
        <EmptyBlock
          text={m.home_last_session_none()}
          game="bf2042"
          search={{ tab: "soldier" }}
          action={m.common_add_a_soldier()}
        />
      ) : (
        <ul className="grid">
          {soldiers.map((soldier, index) => (
            <li key={soldier.id} className="border-t border-line first:border-t-0">
              <Link
                to={gamePath[soldier.game]}
                search={{ tab: "soldier", soldier: soldier.id }}
                className="group grid min-h-11 content-center gap-x-3 gap-y-1 py-1.5"
              >
                <span className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 font-cond text-1 font-bold break-words group-hover:text-accent group-hover:underline">
                    {formatSoldier(soldier)}
                  </span>
                  <Badge>{GAME_TITLES[soldier.game]}</Badge>
                </span>
                <Session game={soldier.game} lines={pairs[index]?.data?.items ?? []} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

type Line = SnapshotSeries & { figures: Readonly<Record<string, number>> };

/** The K/D and KPM of the last session, and how they changed the career values. */
function Session({ game, lines }: { game: GameId; lines: readonly Line[] }) {
  const [last] = lines;
  const before = findPrevious(lines);
  const report = last && before ? getSessionReport(game, before.figures, last.figures) : null;
  if (!report)
    return <span className="text-0 text-ink-2">{before ? m.home_nothing_played() : m.home_one_snapshot_so_far()}</span>;
  return (
    <span className="flex flex-wrap gap-x-6 gap-y-1">
      {report.quotients.slice(0, MAX_FIGURES).map(({ id, labelId, unit, value, before: from, after: to }) => {
        const gain = from === null || to === null ? null : formatGain(from, to, unit);
        return (
          <span key={id} className="num">
            <b className="text-4">{formatFigure(value, unit)}</b>{" "}
            <span className="text-0 text-ink-2">
              {gain ? m.home_figure_with_career({ figure: getMeasureLabel(labelId), gain }) : getMeasureLabel(labelId)}
            </span>
          </span>
        );
      })}
    </span>
  );
}
