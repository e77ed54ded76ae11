import { Link } from "@tanstack/react-router";
import type { GameId } from "#domain/game.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import type { PlaceOf } from "./soldier-search.ts";

type ThingNameProps = {
  game: GameId;
  table: TableId;
  thing: { id: string; name: string; known: boolean };
  placeOf: PlaceOf;
  /** A word beside the name. */
  mark?: string | undefined;
};

/** What a soldier used: a link to where we tell of it, or a word that we do not. */
export function ThingName({ game, table, thing: { id, name, known }, placeOf, mark }: ThingNameProps) {
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
      {!known && <Badge>Not in our arsenal</Badge>}
      {mark && <Badge>{mark}</Badge>}
    </span>
  );
}

export const TABLE_TITLES: Record<TableId, string> = {
  weapons: "Weapons",
  vehicles: "Vehicles",
  classes: "Classes",
  modes: "Modes",
  maps: "Maps",
  gadgets: "Gadgets",
};

/** What one row is. */
export const ROW_TITLES: Record<TableId, string> = {
  weapons: "Weapon",
  vehicles: "Vehicle",
  classes: "Class",
  modes: "Mode",
  maps: "Map",
  gadgets: "Gadget",
};
