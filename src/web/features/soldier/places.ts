// Where in our own pages the things stand that a soldier used.
import { useQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Equipment } from "./answers.ts";

/** The part of the game page's address that opens a thing; null where it has no place. */
export type PlaceOf = (table: TableId, id: string) => { cat?: string; item: string } | null;

const NOWHERE: PlaceOf = () => null;

/** Finds places once the arsenal is known. */
export function usePlaces(game: GameId): PlaceOf {
  const trpc = useTRPC();
  const list = useQuery(trpc.arsenal.list.queryOptions({ game })).data;
  const equipment = useQuery(trpc.arsenal.equipment.queryOptions({ game })).data;
  if (!list || !equipment) return NOWHERE;
  const weapons = new Set(list.weapons.map(({ id }) => id));
  const catalogues = getCatalogues(equipment);
  return (table, id) => {
    if (table === "vehicles" || table === "maps") return { cat: table, item: id };
    if (table === "modes") return { cat: game === "bf4" ? "maps" : "statistics-names", item: id };
    if (table === "weapons" && weapons.has(id)) return { item: id };
    const cat = catalogues.get(id);
    return cat === undefined ? null : { cat, item: id };
  };
}

const KINDS: Record<string, string> = {
  grenade: "throwables",
  throwable: "throwables",
  melee: "melee",
  "field-upgrade": "field-upgrades",
};

/** Items and kits by id, with the catalogue that holds each. */
function getCatalogues(equipment: Equipment): ReadonlyMap<string, string> {
  const gadgets = equipment.gadgets.map(({ id, kind }) => [id, KINDS[kind] ?? "gadgets"] as const);
  const specialists = equipment.game === "bf2042" ? equipment.specialists : [];
  return new Map([
    ...gadgets,
    ...specialists.map(({ id }) => [id, "specialists"] as const),
    ...KIT_IDS.map((id) => [id, "kits"] as const),
  ]);
}
