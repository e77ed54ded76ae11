// The search parameters of the soldier section.
import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import { matching, oneOf, type ParsedSearch, readSearch, UUID } from "#web/app/shell/page/game-search.ts";
import { type HistoryMode, useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** The open dialog. `leadsTo`: the dialog that opens after the soldier was added. */
export type OpenDialog =
  | { kind: "add"; leadsTo?: "import" | "typed" }
  | { kind: "import" | "typed"; soldierId: string };

export type SoldierScreenProps = {
  game: GameId;
  soldierId: string;
  /** The user's other soldiers of this game. */
  others: readonly ListedSoldier[];
  onOpen: (opened: OpenDialog) => void;
};

const SINGLE_ID = matching(new RegExp(`^${UUID}$`));

const FIELDS = {
  /** The id of the shown soldier. */
  soldier: SINGLE_ID,
  /** The ids of two snapshots whose difference is shown. */
  from: SINGLE_ID,
  to: SINGLE_ID,
  /** The id of the figure in the chart. */
  metric: matching(/^[a-zA-Z]{1,40}$/),
  /** The ids of up to three soldiers to compare with, separated by commas. */
  with: matching(new RegExp(`^${UUID}(,${UUID}){0,2}$`)),
  table: oneOf(TABLES),
};

export type SoldierSearch = ParsedSearch<typeof FIELDS>;

export const readSoldierSearch = (search: Record<string, unknown>): SoldierSearch => readSearch(search, FIELDS);

/** Returns the section's search parameters. */
export const useSoldierSearch = (): SoldierSearch => useGameSearch(readSoldierSearch);

/** Returns a function that writes the section's search parameters for this soldier. */
export function useWriteSoldier(game: GameId, soldier: string) {
  const write = useWriteGameSearch(game);
  return (search: SoldierSearch, step: HistoryMode) => write(() => ({ tab: "soldier", ...search, soldier }), step);
}

// The links from a soldier's rows to the arsenal and catalogues.

/** Returns the search parameters that open a row's item; null if it has no page. */
export type FindLink = (table: TableId, id: string) => { cat?: string; item: string } | null;

const findNoLink: FindLink = () => null;

/** Returns a function that finds the links of rows; it finds none until the arsenal is loaded. */
export function useFindLink(game: GameId): FindLink {
  const trpc = useTRPC();
  const list = useQuery(trpc.arsenal.list.queryOptions({ game })).data;
  const equipment = useQuery(trpc.arsenal.equipment.queryOptions({ game })).data;
  if (!list || !equipment) return findNoLink;
  const weapons = new Set(list.weapons.map(({ id }) => id));
  const catalogues = getCatalogues(equipment);
  return (table, id) => {
    if (table === "vehicles" || table === "maps") return { cat: table, item: id };
    if (table === "modes") return { cat: game === "bf4" ? "maps" : "statistics-names", item: id };
    if (table === "weapons" && weapons.has(id)) return { item: id };
    const cat = catalogues.get(id);
    if (cat !== undefined) return { cat, item: id };
    return table === "gadgets" && weapons.has(id) ? { item: id } : null;
  };
}

const GADGET_CATALOGUES: Record<string, string> = {
  grenade: "throwables",
  throwable: "throwables",
  melee: "melee",
  "field-upgrade": "field-upgrades",
};

/** Returns the catalogue of each item and kit by id. */
function getCatalogues(equipment: Equipment): ReadonlyMap<string, string> {
  const gadgets = equipment.gadgets.map(({ id, kind }) => [id, GADGET_CATALOGUES[kind] ?? "gadgets"] as const);
  const specialists = equipment.game === "bf2042" ? equipment.specialists : [];
  return new Map([
    ...gadgets,
    ...specialists.map(({ id }) => [id, "specialists"] as const),
    ...KIT_IDS.map((id) => [id, "kits"] as const),
  ]);
}

// Types of the server's soldier responses.

export type ListedSoldier = RouterOutputs["soldier"]["list"][number];
export type SoldierResponse = RouterOutputs["soldier"]["get"];
export type SnapshotLine = RouterOutputs["soldier"]["snapshots"]["items"][number];
export type Snapshot = RouterOutputs["soldier"]["snapshot"];
type Equipment = RouterOutputs["arsenal"]["equipment"];
