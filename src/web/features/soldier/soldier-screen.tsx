import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { GameId } from "#domain/game.ts";
import { COLUMNS, FURTHER, HEADLINES, listFigures, type Measure } from "#domain/soldier/figures/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { GAP_DAYS, getSegments } from "#domain/soldier/snapshots.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { formatInstant } from "#messages/format.ts";
import { formatFigure, formatGain } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { shouldRetry } from "#web/data/query-client.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Difference } from "#web/features/soldier/snapshots/difference.tsx";
import { SnapshotList } from "#web/features/soldier/snapshots/snapshot-list.tsx";
import { Button } from "#web/ui/button.tsx";
import { TimeChart } from "#web/ui/charts/time-chart.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import type { FigureCell } from "#web/ui/figures/figure-table.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Changing } from "#web/ui/read-only.tsx";
import { SoldierHeader } from "./soldier-header.tsx";
import {
  type SnapshotLine,
  type SoldierResponse,
  type SoldierScreenProps,
  useSoldierSearch,
  useWriteSoldier,
} from "./soldier-search.ts";
import { StatisticsTable } from "./thing-table.tsx";
import { useTrackSoldierJob } from "./use-soldier-changes.ts";

/** A soldier's figures, history, tables and snapshots, or the difference between two snapshots. */
export function SoldierScreen({ game, soldierId, others, onOpen }: SoldierScreenProps) {
  const { from, to, ...otherParameters } = useSoldierSearch();
  const write = useWriteSoldier(game, soldierId);
  const query = useQuery({
    ...useTRPC().soldier.get.queryOptions({ id: soldierId }),
    retry: (failures, error) => getErrorCode(error) !== "soldier_missing" && shouldRetry(failures, error),
  });
  const response = query.data;
  useTrackedJob(response?.job ?? null, soldierId);
  if (!response) return <QueryFallback query={query} loading={m.common_loading_the_soldier()} rowClassName="h-24" />;
  return (
    <>
      <Changing>
        <SoldierHeader response={response} others={others} onOpen={onOpen} />
      </Changing>
      {from && to ? (
        <Difference soldierId={soldierId} from={from} to={to} onClose={() => write(otherParameters, "push")} />
      ) : (
        <SoldierContent {...{ game, soldierId, response, onOpen }} />
      )}
    </>
  );
}

type SoldierContentProps = Pick<SoldierScreenProps, "game" | "soldierId" | "onOpen"> & {
  response: SoldierResponse;
};

function SoldierContent({ game, soldierId, response, onOpen }: SoldierContentProps) {
  const search = useSoldierSearch();
  const write = useWriteSoldier(game, soldierId);
  if (!response.current) {
    return (
      <Changing>
        <NoSnapshots {...{ game, soldierId, onOpen }} />
      </Changing>
    );
  }
  return (
    <>
      <Headlines game={game} response={response} onReport={(from, to) => write({ ...search, from, to }, "push")} />
      <Changing>
        <History
          game={game}
          soldierId={soldierId}
          metric={search.metric}
          onMetric={(metric) => write({ ...search, metric }, "replace")}
        />
      </Changing>
      <Tables
        statistics={response.current}
        table={search.table}
        onTable={(table) => write({ ...search, table }, "replace")}
      />
      <Changing>
        <SnapshotList soldier={response.soldier} onCompare={(from, to) => write({ ...search, from, to }, "push")} />
      </Changing>
    </>
  );
}

/** The content of a soldier without snapshots. */
const NoSnapshots = ({ game, soldierId, onOpen }: Pick<SoldierContentProps, "game" | "soldierId" | "onOpen">) => (
  <EmptyState glyph="crosshair" text={m.soldier_no_figures_yet()}>
    <div className="flex flex-wrap justify-center gap-3">
      {game === "bf4" && (
        <Button onClick={() => onOpen({ kind: "import", soldierId })}>
          {m.soldier_import_from_battlelog_button()}
        </Button>
      )}
      <Button onClick={() => onOpen({ kind: "typed", soldierId })}>{m.soldier_type_figures_by_hand_button()}</Button>
    </div>
  </EmptyState>
);

/** Tracks a job that the server has started by itself. */
function useTrackedJob(job: SoldierResponse["job"], soldierId: string) {
  const followJob = useTrackSoldierJob();
  useEffect(() => {
    if (job) followJob(job, soldierId);
  });
}

type HeadlinesProps = {
  game: GameId;
  response: SoldierResponse;
  /** Opens the report of the session between two snapshots. */
  onReport: (from: string, to: string) => void;
};

/** The most important figures, with the change since the previous snapshot. */
function Headlines({ game, response, onReport }: HeadlinesProps) {
  const isKnown = ({ id }: Measure) => response.current?.figures[id] !== undefined;
  const furtherMeasures = FURTHER[game].filter(isKnown);
  return (
    <section aria-label={m.common_figures()} className="grid gap-4">
      {response.previous && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-0 text-ink-2">
          <span>{m.soldier_changes_are_since({ when: formatInstant(response.previous.takenAt) })}</span>
          {response.last && (
            <Button size="small" onClick={() => onReport(response.previous?.id ?? "", response.last?.id ?? "")}>
              {m.soldier_session_report()}
            </Button>
          )}
        </p>
      )}
      <Figures measures={HEADLINES[game]} response={response} />
      {furtherMeasures.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-10 items-center gap-2 font-semibold text-accent pointer-coarse:min-h-11">
            <span aria-hidden="true" className="inline-block transition-transform group-open:rotate-90">
              ▸
            </span>
            {m.soldier_more_figures({ count: furtherMeasures.length })}
          </summary>
          <div className="mt-3">
            <Figures measures={furtherMeasures} response={response} />
          </div>
        </details>
      )}
    </section>
  );
}

function Figures({
  measures,
  response: { current, last, previous },
}: {
  measures: readonly Measure[];
  response: SoldierResponse;
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
      {measures.map(({ id, labelId, unit }) => {
        const label = getMeasureLabel(labelId);
        const value = current?.figures[id];
        const [from, to] = [previous?.figures[id], last?.figures[id]];
        const gain = from === undefined || to === undefined ? null : formatGain(from, to, unit);
        return (
          <Stat
            key={id}
            label={label}
            value={value === undefined ? null : formatFigure(value, unit)}
            {...(gain && { note: <Gain words={gain} /> })}
          />
        );
      })}
    </dl>
  );
}

const Gain = ({ words: text }: { words: string }) => (
  <span className="num text-ink-2">
    <span aria-hidden="true">{text.startsWith("−") ? "▼" : "▲"} </span>
    <MarkupText
      message={m.soldier_gain_since_snapshot_before}
      inputs={{ gain: text }}
      markup={{ hidden: ({ children }) => <span className="sr-only">{children}</span> }}
    />
  </span>
);

type TablesProps = {
  statistics: Statistics;
  table: TableId | undefined;
  onTable: (table: TableId) => void;
};

/** The soldier's tables, one at a time. */
function Tables({ statistics: { game, tables }, table: requested, onTable }: TablesProps) {
  const present = TABLES.filter((table) => tables[table]?.length);
  const table = present.find((id) => id === requested) ?? present[0];
  if (!table) return null;
  const rows = tables[table] ?? [];
  const columns = (COLUMNS[game][table] ?? []).filter(({ id }) => rows.some(({ values }) => values[id] !== undefined));
  const getRowCells = (thing: StatisticsRow) => getCells(thing, columns);
  return (
    <StatisticsTable
      name="soldier-table"
      {...{ game, present, table, onTable, columns, rows, getCells: getRowCells }}
    />
  );
}

const getCells = ({ values }: StatisticsRow, columns: readonly Measure[]): Record<string, FigureCell | undefined> =>
  Object.fromEntries(
    columns.map(({ id, unit }) => {
      const value = values[id];
      return [id, value === undefined ? undefined : { order: value, text: formatFigure(value, unit) }];
    }),
  );

/** The maximum number of snapshots in the chart. */
const MAX_CHART_SNAPSHOTS = 500;

type HistoryProps = {
  game: GameId;
  soldierId: string;
  metric: string | undefined;
  onMetric: (metric: string) => void;
};

/** A chart of one figure over all snapshots. */
function History({ game, soldierId, metric, onMetric }: HistoryProps) {
  const query = useQuery(useTRPC().soldier.snapshots.queryOptions({ soldierId, limit: MAX_CHART_SNAPSHOTS }));
  const lines = query.data?.items ?? [];
  const measures = listFigures(game).filter(({ id }) => lines.some(({ figures }) => figures[id] !== undefined));
  const measure =
    measures.find(({ id }) => id === metric) ?? measures.find(({ unit }) => unit !== "rank") ?? measures[0];
  return (
    <Panel title={m.soldier_over_time()}>
      {query.isPending && <Skeleton label={m.soldier_loading_the_history()} rows={1} className="h-72" />}
      {query.isError && <ErrorPanel isPart error={query.error} onRetry={query.refetch} />}
      {query.data && !measure && <p className="text-ink-2">{m.soldier_no_snapshot_has_a_figure_yet()}</p>}
      {measure && (
        <div className="grid gap-4">
          <Select
            label={m.common_figure()}
            className="w-64 max-w-full"
            value={measure.id}
            choices={measures.map(({ id, labelId }) => ({ value: id, label: getMeasureLabel(labelId) }))}
            onChange={onMetric}
          />
          <Plot key={measure.id} measure={measure} lines={lines} />
        </div>
      )}
    </Panel>
  );
}

function Plot({ measure: { id, labelId, unit }, lines }: { measure: Measure; lines: readonly SnapshotLine[] }) {
  const label = getMeasureLabel(labelId);
  const dataPoints = lines.map(({ takenAt, series, figures }) => ({ takenAt, series, value: figures[id] ?? null }));
  const periods = getSegments(dataPoints);
  const points = periods.flat();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const formatValue = (value: number) => formatFigure(value, unit);
  const caption =
    points.length === 1
      ? m.soldier_history_of_one_snapshot({ figure: formatValue(last.value) })
      : [
          m.soldier_history_of_snapshots({
            count: points.length,
            first: formatValue(first.value),
            last: formatValue(last.value),
          }),
          m.soldier_history_gap({ count: GAP_DAYS }),
        ].join(" ");
  // One point makes no line.
  if (points.length === 1) return <p className="text-ink-2">{caption}</p>;
  return (
    <TimeChart
      caption={caption}
      label={label}
      periods={periods.map((stretch) => stretch.map(({ takenAt, value }) => ({ atMs: Date.parse(takenAt), value })))}
      formatValue={formatValue}
    />
  );
}
