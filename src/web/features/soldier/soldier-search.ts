// What the soldier section keeps in the address.
import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { matching, oneOf, readSearch, type SearchOf, UUID } from "#web/app/shell/page/game-search.ts";
import { type Step, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** What is open over the section; adding may lead on to another way to bring figures. */
export type Opened = { kind: "add"; leadsTo?: "import" | "typed" } | { kind: "import" | "typed"; soldierId: string };

export type SoldierScreenProps = {
  game: GameId;
  soldierId: string;
  /** The person's other soldiers of this game. */
  others: readonly Listed[];
  onOpen: (opened: Opened) => void;
};

const ONE_ID = matching(new RegExp(`^${UUID}$`));

const FIELDS = {
  /** The soldier that is shown. */
  soldier: ONE_ID,
  /** Two of its snapshots, whose difference is shown. */
  from: ONE_ID,
  to: ONE_ID,
  /** The figure whose history is drawn. */
  metric: matching(/^[a-zA-Z]{1,40}$/),
  /** Up to three others, side by side with it; ids separated by commas. */
  with: matching(new RegExp(`^${UUID}(,${UUID}){0,2}$`)),
  table: oneOf(TABLES),
};

export type SoldierSearch = SearchOf<typeof FIELDS>;

export const readSoldierSearch = (search: Record<string, unknown>): SoldierSearch => readSearch(search, FIELDS);

/** The section's part of the address. */
export const useSoldierSearch = (): SoldierSearch => useGameSearch(readSoldierSearch);

/** Writes the section's part of the address, with this soldier. */
export function useWriteSoldier(game: GameId, soldier: string) {
  const write = useWriteGameSearch(game);
  return (search: SoldierSearch, step: Step) => write(() => ({ tab: "soldier", ...search, soldier }), step);
}

// Where in our own pages the things stand that a soldier used.

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

// Types of the server's soldier responses.

export type Listed = RouterOutputs["soldier"]["list"][number];
export type SoldierAnswer = RouterOutputs["soldier"]["get"];
export type SnapshotLine = RouterOutputs["soldier"]["snapshots"]["items"][number];
export type Snapshot = RouterOutputs["soldier"]["snapshot"];
type Equipment = RouterOutputs["arsenal"]["equipment"];
