import { Link } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import type { Measure } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { m } from "#messages";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Segments } from "#web/components/fields/segments.tsx";
import { type FigureCell, FigureTable } from "#web/components/figures/figure-table.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { type PlaceOf, usePlaces } from "./soldier-search.ts";

type Thing = { id: string; name: string; known: boolean };

type ThingTableProps<Row extends Thing> = {
  game: GameId;
  /** Of the group of radio buttons that chooses the table. */
  name: string;
  /** What the table shows of the things, in words: "Weapons", or "Changes: weapons". */
  labelOf?: (title: string) => string;
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
  const { game, name, labelOf = (title) => title, present, table, onTable, columns, rows, cellsOf, markOf } = props;
  const placeOf = usePlaces(game);
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
          label={labelOf(TABLE_TITLES[table])}
          nameLabel={ROW_TITLES[table]}
          columns={columns}
          rows={rows.map((thing) => ({
            id: thing.id,
            name: thing.name,
            face: <ThingName {...{ game, table, thing, placeOf }} mark={markOf?.(thing)} />,
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
  /** A word beside the name. */
  mark?: string | undefined;
};

/** What a soldier used: a link to where we tell of it, or a word that we do not. */
function ThingName({ game, table, thing: { id, name, known }, placeOf, mark }: ThingNameProps) {
  const place = known ? placeOf(table, id) : null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {place ? (
        <Link to={gamePath[game]} search={place}>
          {name}
        </Link>
      ) : (
        <span className="font-cond text-1 font-bold text-ink">{name}</span>
      )}
      {!known && <Badge>{m.soldier_not_in_our_arsenal()}</Badge>}
      {mark && <Badge>{mark}</Badge>}
    </span>
  );
}

const TABLE_TITLES: Record<TableId, string> = {
  weapons: "Weapons",
  vehicles: "Vehicles",
  classes: "Classes",
  modes: "Modes",
  maps: "Maps",
  gadgets: "Gadgets",
};

/** What one row is. */
const ROW_TITLES: Record<TableId, string> = {
  weapons: "Weapon",
  vehicles: "Vehicle",
  classes: "Class",
  modes: "Mode",
  maps: "Map",
  gadgets: "Gadget",
};
