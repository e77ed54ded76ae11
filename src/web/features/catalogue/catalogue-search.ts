import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { type CatalogueId, catalogueNamed } from "#domain/game-data/catalogue/id.ts";
import { getSearchText } from "#web/app/shell/page/game-search.ts";

const MAX_TEXT_LENGTH = 100;

/** A catalogue's part of an address: which one, what is typed, the chip that is pressed, the entry that is open. */
export type CatalogueSearch = { cat: CatalogueId; q?: string; group?: string; item?: string };

/** The catalogue a search asks for; null where it asks for none of this game. */
export function readCatalogueSearch(game: GameId, search: Record<string, unknown>): CatalogueSearch | null {
  const cat = catalogueNamed(game, search["cat"]);
  if (!cat) return null;
  const { q, group, item } = getSearchText(search, ["q", "group", "item"]);
  return {
    cat,
    ...(q && { q: q.slice(0, MAX_TEXT_LENGTH) }),
    ...(group && { group: group.slice(0, MAX_TEXT_LENGTH) }),
    ...(item && { item: item.slice(0, MAX_TEXT_LENGTH * 2) }),
  };
}

// What the server's calls answer.
type Answers = inferRouterOutputs<AppRouter>["catalogue"];

export type Page = Answers["list"];
export type Line = Page["items"][number];
export type EntryAnswer = Answers["entry"];
export type Entry = EntryAnswer["entry"];
