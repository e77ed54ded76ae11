import { formatFigure } from "#domain/soldier/figures/figure-words.ts";
import { COLUMNS, type Measure } from "#domain/soldier/figures/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { Segments } from "#web/components/fields/segments.tsx";
import { type FigureCell, FigureTable } from "#web/components/figures/figure-table.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { usePlaces } from "./places.ts";
import { ROW_TITLES, TABLE_TITLES } from "./table-words.ts";
import { ThingName } from "./thing-name.tsx";

type TablesProps = {
  statistics: Statistics;
  table: TableId | undefined;
  onTable: (table: TableId) => void;
};

/** The lists of what a soldier did, one at a time. */
export function Tables({ statistics: { game, tables }, table: requested, onTable }: TablesProps) {
  const placeOf = usePlaces(game);
  const present = TABLES.filter((table) => tables[table]?.length);
  const table = present.find((id) => id === requested) ?? present[0];
  if (!table) return null;
  const rows = tables[table] ?? [];
  const columns = (COLUMNS[game][table] ?? []).filter(({ id }) => rows.some(({ values }) => values[id] !== undefined));
  return (
    <Panel title="In detail">
      <div className="grid gap-4">
        <Segments
          legend="Table"
          name="soldier-table"
          className="flex flex-wrap gap-y-1"
          value={table}
          choices={present.map((value) => ({ value, label: TABLE_TITLES[value] }))}
          onChange={onTable}
        />
        <FigureTable
          key={table}
          label={TABLE_TITLES[table]}
          nameLabel={ROW_TITLES[table]}
          columns={columns}
          rows={rows.map((thing) => ({
            id: thing.id,
            name: thing.name,
            face: <ThingName {...{ game, table, thing, placeOf }} />,
            cells: getCells(thing, columns),
          }))}
        />
      </div>
    </Panel>
  );
}

const getCells = ({ values }: StatisticsRow, columns: readonly Measure[]): Record<string, FigureCell | undefined> =>
  Object.fromEntries(
    columns.map(({ id, unit }) => {
      const value = values[id];
      return [id, value === undefined ? undefined : { order: value, text: formatFigure(value, unit) }];
    }),
  );
