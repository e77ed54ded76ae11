import { Link } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import { catalogueNamed } from "#domain/game-data/catalogue-id.ts";
import type { Measure } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { m } from "#messages";
import { getMeasureLabel, getRowName } from "#messages/soldier/measure-labels.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { type Drawn, DrawnPicture } from "#web/data/equipment-pictures.tsx";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { type FigureCell, FigureTable } from "#web/ui/figures/figure-table.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { type PlaceOf, usePlaces } from "./soldier-search.ts";

type Thing = { id: string; name: string; isKnown: boolean };

type ThingTableProps<Row extends Thing> = {
  game: GameId;
  /** Of the group of radio buttons that chooses the table. */
  name: string;
  /** What each table shows, in words: "Weapons", or "Changes: weapons". */
  labels?: Readonly<Record<TableId, string>>;
  /** The tables that have rows; `table` is the one shown. */
  present: readonly TableId[];
  table: TableId;
  onTable: (table: TableId) => void;
  columns: readonly Measure[];
  rows: readonly Row[];
  cellsOf: (row: Row) => Readonly<Record<string, FigureCell | undefined>>;
  /** A word beside the name of a thing. */
  markOf?: (row: Row) => string | undefined;
};

/** What a soldier used, played or visited: one table at a time. */
export function ThingTable<Row extends Thing>(props: ThingTableProps<Row>) {
  const { game, name, labels = TABLE_TITLES, present, table, onTable, columns, rows, cellsOf, markOf } = props;
  const placeOf = usePlaces(game);
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
          rows={rows.map((thing) => ({
            id: thing.id,
            name: getRowName(table, thing),
            face: <ThingName {...{ game, table, thing, placeOf, draw }} mark={markOf?.(thing)} />,
            cells: cellsOf(thing),
          }))}
        />
      </div>
    </Panel>
  );
}

type ThingNameProps = {
  game: GameId;
  table: TableId;
  thing: Thing;
  placeOf: PlaceOf;
  draw: ReturnType<typeof useDrawWeapon>;
  /** A word beside the name. */
  mark?: string | undefined;
};

/** What a soldier used: its drawing and a link to its figures, or a badge that there are none. */
function ThingName({ game, table, thing, placeOf, draw, mark }: ThingNameProps) {
  const { id, isKnown } = thing;
  const name = getRowName(table, thing);
  const place = isKnown ? placeOf(table, id) : null;
  const drawn = place && getDrawn(game, place);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {DRAWN_TABLES.has(table) && (
        <span className="flex h-7 w-20 shrink-0 items-center justify-center text-ink-2">
          {drawn && <DrawnPicture {...{ drawn, draw }} className="max-h-full max-w-full" />}
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

/** Tables of things that are drawn; the place of a drawing stays free where there is none. */
const DRAWN_TABLES: ReadonlySet<TableId> = new Set(["weapons", "vehicles", "gadgets"]);

function getDrawn(game: GameId, { cat, item }: NonNullable<ReturnType<PlaceOf>>): Drawn | null {
  if (cat === undefined) return { weaponId: item };
  const catalogue = catalogueNamed(game, cat);
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

/** What one row is. */
const ROW_TITLES: Record<TableId, string> = {
  weapons: m.soldier_weapon(),
  vehicles: m.soldier_vehicle(),
  classes: m.soldier_class(),
  modes: m.soldier_mode(),
  maps: m.soldier_map(),
  gadgets: m.soldier_gadget(),
};
