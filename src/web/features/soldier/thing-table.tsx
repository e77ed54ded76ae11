import { Link } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { findCatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Measure } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { m } from "#messages";
import { getMeasureLabel, getRowName } from "#messages/soldier/measure-labels.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { type DrawableItem, ItemPicture } from "#web/data/equipment-pictures.tsx";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { type FigureCell, FigureTable } from "#web/ui/figures/figure-table.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { type FindLink, useFindLink } from "./soldier-search.ts";

type TableRow = { id: string; name: string; isKnown: boolean };

type StatisticsTableProps<Row extends TableRow> = {
  game: GameId;
  /** The name of the radio group that selects the table. */
  name: string;
  /** The accessible names of the tables: "Weapons", or "Changes: weapons". */
  labels?: Readonly<Record<TableId, string>>;
  /** The tables that have rows; `table` is the selected one. */
  present: readonly TableId[];
  table: TableId;
  onTable: (table: TableId) => void;
  columns: readonly Measure[];
  rows: readonly Row[];
  getCells: (row: Row) => Readonly<Record<string, FigureCell | undefined>>;
  /** Returns a label beside the name of a row. */
  getMark?: (row: Row) => string | undefined;
};

/** The tables of what a soldier used, played or visited, one at a time. */
export function StatisticsTable<Row extends TableRow>(props: StatisticsTableProps<Row>) {
  const { game, name, labels = TABLE_TITLES, present, table, onTable, columns, rows, getCells, getMark } = props;
  const findLink = useFindLink(game);
  const draw = useDrawWeapon();
  return (
    <Panel title={m.soldier_in_detail()}>
      <div className="grid gap-4">
        <Segments
          legend={m.common_table()}
          name={name}
          className="flex flex-wrap gap-y-1"
          value={table}
          choices={present.map((value) => ({ value, label: TABLE_TITLES[value] }))}
          onChange={onTable}
        />
        <FigureTable
          key={table}
          label={labels[table]}
          searchLabel={m.soldier_search_table({ table })}
          nameLabel={ROW_TITLES[table]}
          columns={columns.map(({ id, labelId }) => ({ id, label: getMeasureLabel(labelId) }))}
          rows={rows.map((row) => ({
            id: row.id,
            name: getRowName(table, row),
            face: <RowName {...{ game, table, row, findLink, draw }} mark={getMark?.(row)} />,
            cells: getCells(row),
          }))}
        />
      </div>
    </Panel>
  );
}

type RowNameProps = {
  game: GameId;
  table: TableId;
  row: TableRow;
  findLink: FindLink;
  draw: ReturnType<typeof useDrawWeapon>;
  /** A label beside the name. */
  mark?: string | undefined;
};

/** The name of a row: its drawing and a link to its page, or a badge if it is unknown. */
function RowName({ game, table, row, findLink, draw, mark }: RowNameProps) {
  const { id, isKnown } = row;
  const name = getRowName(table, row);
  const place = isKnown ? findLink(table, id) : null;
  const drawable = place && getDrawableItem(game, place);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {DRAWN_TABLES.has(table) && (
        <span className="flex h-7 w-20 shrink-0 items-center justify-center text-ink-2">
          {drawable && <ItemPicture {...{ drawn: drawable, draw }} className="max-h-full max-w-full" />}
        </span>
      )}
      {place ? (
        <Link to={gamePath[game]} search={place}>
          {name}
        </Link>
      ) : (
        <span className="font-cond text-1 font-bold text-ink">{name}</span>
      )}
      {!isKnown && <Badge>{m.soldier_not_in_our_arsenal()}</Badge>}
      {mark && <Badge>{mark}</Badge>}
    </span>
  );
}

/** The tables with drawings. The space of a missing drawing stays empty. */
const DRAWN_TABLES: ReadonlySet<TableId> = new Set(["weapons", "vehicles", "gadgets"]);

function getDrawableItem(game: GameId, { cat, item }: NonNullable<ReturnType<FindLink>>): DrawableItem | null {
  if (cat === undefined) return { weaponId: item };
  const catalogue = findCatalogueId(game, cat);
  return catalogue ? { game, catalogue, id: item } : null;
}

const TABLE_TITLES: Record<TableId, string> = {
  weapons: m.soldier_weapons(),
  vehicles: m.soldier_vehicles(),
  classes: m.soldier_classes(),
  modes: m.soldier_modes(),
  maps: m.soldier_maps(),
  gadgets: m.soldier_gadgets(),
};

/** The headers of the name column. */
const ROW_TITLES: Record<TableId, string> = {
  weapons: m.soldier_weapon(),
  vehicles: m.soldier_vehicle(),
  classes: m.soldier_class(),
  modes: m.soldier_mode(),
  maps: m.soldier_map(),
  gadgets: m.soldier_gadget(),
};
