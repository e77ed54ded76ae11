import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Change, diffSnapshots, type RowChange } from "#domain/soldier/difference.ts";
import { COLUMNS } from "#domain/soldier/figures/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { getSessionReport } from "#domain/soldier/session.ts";
import { isOneSeries } from "#domain/soldier/snapshots.ts";
import type { SnapshotSource } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { formatInstant } from "#messages/format.ts";
import { formatChange, formatFigure } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { Snapshot } from "#web/features/soldier/soldier-search.ts";
import { StatisticsTable } from "#web/features/soldier/thing-table.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { FigureCell } from "#web/ui/figures/figure-table.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { SessionReport } from "./session-report.tsx";

type DifferenceProps = { soldierId: string; from: string; to: string; onClose: () => void };

/** The difference between two snapshots, in any order. */
export function Difference({ soldierId, from, to, onClose }: DifferenceProps) {
  const trpc = useTRPC();
  const queries = useQueries({
    queries: [from, to].map((id) => trpc.soldier.snapshot.queryOptions({ soldierId, id })),
  });
  const failed = queries.find(({ isError }) => isError);
  const [older, newer] = queries
    .flatMap(({ data }) => data ?? [])
    .toSorted((a, b) => Date.parse(a.takenAt) - Date.parse(b.takenAt));
  return (
    <section aria-label={m.soldier_difference()} className="grid gap-6">
      <header className="flex flex-wrap items-start gap-4">
        <div className="grow">
          <h2 className="text-5">{m.soldier_session_report()}</h2>
          {older && newer && <SnapshotDates older={older} newer={newer} />}
        </div>
        <Button onClick={onClose}>{m.soldier_back_to_the_soldier()}</Button>
      </header>
      {failed && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} className="panel p-5" />}
      {queries.some(({ isPending }) => isPending) && <Skeleton label={m.soldier_loading_both_snapshots()} rows={4} />}
      {older && newer && <Changes soldierId={soldierId} older={older} newer={newer} />}
    </section>
  );
}

const SOURCES: Record<SnapshotSource, string> = {
  service: m.soldier_in_brackets_service(),
  battlelog: m.soldier_in_brackets_battlelog(),
  typed: m.soldier_in_brackets_typed(),
  sample: m.soldier_in_brackets_sample(),
};

const SnapshotDates = ({ older, newer }: { older: Snapshot; newer: Snapshot }) => (
  <p className="mt-2 text-0 text-ink-2">
    {m.soldier_from_snapshot_to_snapshot({
      olderDay: formatInstant(older.takenAt),
      olderSource: SOURCES[older.source],
      newerDay: formatInstant(newer.takenAt),
      newerSource: SOURCES[newer.source],
    })}
  </p>
);

type ChangesProps = { soldierId: string; older: Snapshot; newer: Snapshot };

const Changes = (props: ChangesProps) =>
  isOneSeries(props.older, props.newer) ? (
    <ChangesOfOneSeries {...props} />
  ) : (
    <p className="panel p-5">{m.soldier_restart_between()}</p>
  );

function ChangesOfOneSeries({ soldierId, older, newer }: ChangesProps) {
  const difference = useMemo(() => diffSnapshots(older.statistics, newer.statistics), [older, newer]);
  const changed = difference.figures.filter(isChanged);
  const { game, figures } = newer.statistics;
  const report = getSessionReport(game, older.statistics.figures, figures);
  const inReport = new Set(report?.quotients.map(({ id }) => id));
  const furtherChanged = changed.filter(({ id }) => !inReport.has(id));
  return (
    <>
      <SessionReport older={older} newer={newer} soldierId={soldierId} />
      {changed.length === 0 && <p className="text-ink-2">{m.soldier_no_overall_figure_changed()}</p>}
      {furtherChanged.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-3">{m.soldier_career()}</h3>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
            {furtherChanged.map((change) => (
              <Stat key={change.id} label={getMeasureLabel(change.labelId)} {...formatChangeWithNote(change)} />
            ))}
          </dl>
        </section>
      )}
      <TableChanges difference={difference} older={older} />
    </>
  );
}

function TableChanges({ difference, older }: { difference: ReturnType<typeof diffSnapshots>; older: Snapshot }) {
  const { game } = older.statistics;
  const [requested, setRequested] = useState<TableId>("weapons");
  const present = TABLES.filter((id) => difference.tables[id]?.some(isRowChanged));
  const table = present.find((id) => id === requested) ?? present[0];
  if (!table) return <p className="text-ink-2">{m.soldier_nothing_changed_in_the_tables()}</p>;
  const rows = (difference.tables[table] ?? []).filter(isRowChanged);
  const columns = (COLUMNS[game][table] ?? []).filter(({ id }) =>
    rows.some(({ changes }) => changes.some((change) => change.id === id && isChanged(change))),
  );
  return (
    <StatisticsTable
      name="difference-table"
      labels={TABLE_LABELS}
      onTable={setRequested}
      getCells={(thing) => Object.fromEntries(thing.changes.map((change) => [change.id, getCell(change, thing)]))}
      getMark={({ kind }) => CHANGE_LABELS[kind]}
      {...{ game, present, table, columns, rows }}
    />
  );
}

const TABLE_LABELS: Record<TableId, string> = {
  weapons: m.soldier_changes_of_weapons(),
  vehicles: m.soldier_changes_of_vehicles(),
  classes: m.soldier_changes_of_classes(),
  modes: m.soldier_changes_of_modes(),
  maps: m.soldier_changes_of_maps(),
  gadgets: m.soldier_changes_of_gadgets(),
};

const CHANGE_LABELS: Record<RowChange["kind"], string | undefined> = {
  both: undefined,
  new: m.soldier_new_in_list(),
  gone: m.soldier_no_longer_listed(),
};

const isChanged = ({ from, to }: Change): boolean => from !== to;

const isRowChanged = ({ kind, changes }: RowChange): boolean => kind !== "both" || changes.some(isChanged);

/** Returns the change of a figure; the note contains the values before and after, unless they are the change itself. */
function formatChangeWithNote(change: Change): { value: string; note?: string } {
  const { from, to, unit } = change;
  const range = [from, to]
    .map((value) => (value === null ? m.soldier_unknown() : formatFigure(value, unit)))
    .join(" → ");
  return from === null || to === null || formatChange(change) === range
    ? { value: range }
    : { value: formatChange(change), note: range };
}

/** Returns the cell of a change. A row that exists in only one snapshot shows its values from there. */
function getCell(change: Change, { kind }: RowChange): FigureCell {
  const { from, to, by, between, unit } = change;
  const singleValue = kind === "new" ? to : kind === "gone" ? from : null;
  if (singleValue !== null) return { order: singleValue, text: formatFigure(singleValue, unit) };
  return { order: by ?? between ?? (from !== null && to !== null ? to - from : null), text: formatChange(change) };
}
