import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { type CatalogueId, catalogueNamed } from "#domain/game-data/catalogue/id.ts";
import { anyText, readSearch, type SearchOf } from "#web/app/shell/page/game-search.ts";

const FIELDS = {
  /** What is typed. */
  q: anyText(100),
  /** The chip that is pressed. */
  group: anyText(100),
  /** The entry that is open. */
  item: anyText(200),
};

/** A catalogue's part of an address. */
export type CatalogueSearch = { cat: CatalogueId } & SearchOf<typeof FIELDS>;

/** The catalogue a search asks for; null where it asks for none of this game. */
export function readCatalogueSearch(game: GameId, search: Record<string, unknown>): CatalogueSearch | null {
  const cat = catalogueNamed(game, search["cat"]);
  return cat ? { cat, ...readSearch(search, FIELDS) } : null;
}

// Types of the server's catalogue responses.
type Answers = inferRouterOutputs<AppRouter>["catalogue"];

export type Page = Answers["list"];
export type Line = Page["items"][number];
export type EntryAnswer = Answers["entry"];
export type Entry = EntryAnswer["entry"];
