// What the soldier section keeps in the address.
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** What is open over the section; adding may lead on to another way to bring figures. */
export type Opened = { kind: "add"; leadsTo?: "import" | "typed" } | { kind: "import" | "typed"; soldierId: string };

export type SoldierPanelProps = {
  game: GameId;
  search: SoldierSearch;
  /** Writes the address: a step Back can take, or in place of the present one. */
  onSearch: (search: SoldierSearch, step: "push" | "replace") => void;
};

export type SoldierScreenProps = {
  game: GameId;
  soldierId: string;
  /** The person's other soldiers of this game. */
  others: readonly Listed[];
  search: SoldierSearch;
  /** Writes the address; the soldier stays in it. */
  onSearch: (search: Omit<SoldierSearch, "soldier">, step: "push" | "replace") => void;
  onOpen: (opened: Opened) => void;
};

export type SoldierSearch = {
  /** The soldier that is shown. */
  soldier?: string;
  /** Two of its snapshots, whose difference is shown. */
  from?: string;
  to?: string;
  /** The figure whose history is drawn. */
  metric?: string;
  /** Up to three others, side by side with it; ids parted by commas. */
  with?: string;
  table?: TableId;
};

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const PATTERNS = {
  soldier: new RegExp(`^${UUID}$`),
  from: new RegExp(`^${UUID}$`),
  to: new RegExp(`^${UUID}$`),
  metric: /^[a-zA-Z]{1,40}$/,
  with: new RegExp(`^${UUID}(,${UUID}){0,2}$`),
} as const;

/** The known parts of a search; whatever is not understood is left out without a word. */
export function readSoldierSearch(search: Record<string, unknown>): SoldierSearch {
  const texts = Object.entries(PATTERNS).flatMap(([key, pattern]) => {
    const value = search[key];
    return typeof value === "string" && pattern.test(value) ? [[key, value] as const] : [];
  });
  const table = TABLES.find((id) => id === search["table"]);
  return { ...Object.fromEntries(texts), ...(table && { table }) };
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
type Outputs = inferRouterOutputs<AppRouter>;

export type Listed = Outputs["soldier"]["list"][number];
export type SoldierAnswer = Outputs["soldier"]["get"];
export type SnapshotLine = Outputs["soldier"]["snapshots"]["items"][number];
export type Snapshot = Outputs["soldier"]["snapshot"];
type Equipment = Outputs["arsenal"]["equipment"];
