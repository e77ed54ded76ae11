import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenal, Arsenals } from "#domain/game-data/arsenal.ts";
import { CATALOGUES, type CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Source } from "#domain/game-data/source.ts";
import { tokenize } from "#domain/text.ts";
import { m } from "#messages";
import { getCatalogue } from "#messages/catalogue/catalogue.ts";
import {
  type CatalogueEntry,
  createSearchEntries,
  type SearchEntry,
  searchCatalogue,
} from "#messages/catalogue/entry.ts";
import { AppError } from "#messages/errors.ts";
import { cachePerLanguage } from "#messages/format.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { runInTimeSlice } from "#platform/event-loop.ts";
import { withLanguage } from "#server/http/language.ts";
import { type PublicQuery, runQueries } from "#server/trpc/public-responses.ts";
import { cachedProcedure, router } from "#server/trpc/trpc.ts";

const PAGE_SIZE = 200;
const MAX_TEXT_LENGTH = 100;

// Strict, because an unknown field would create another cache entry for the same response.
const catalogueInput = z.strictObject({
  game: z.enum(GAMES),
  catalogue: z.enum([...CATALOGUES.bf2042, ...CATALOGUES.bf4]),
});
const listInput = catalogueInput.extend({
  /** The search text; its words may match in any order. */
  q: z
    .string()
    .max(MAX_TEXT_LENGTH)
    .default("")
    .transform((text) => [...new Set(tokenize(text))].sort().join(" ")),
  /** The selected chip; an unknown name is ignored. */
  group: z.string().max(MAX_TEXT_LENGTH).nullable().default(null),
  limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
  /** The index at which the page starts, or ends when reading backward. */
  cursor: z.number().int().min(0).max(1_000_000).nullable().default(null),
  direction: z.enum(["forward", "backward"]).default("forward"),
});
const entryInput = catalogueInput.extend({
  id: z
    .string()
    .min(1)
    .max(MAX_TEXT_LENGTH * 2),
});

export const catalogueRouter = router({
  /** Returns a game's catalogues for offline use: the responses of `list` with the first page of each. */
  all: cachedProcedure
    .input(z.strictObject({ game: z.enum(GAMES) }))
    .query(({ ctx, input }) => runQueries(listQueries(ctx.arsenals, input.game))),

  /** Returns a page of the entries that contain every word of `q`, the count per chip, and the sources. */
  list: cachedProcedure.input(listInput).query(({ ctx, input }) => listEntries(ctx.arsenals, input)),

  /**
   * Returns one full entry and its sources.
   * @throws {AppError} entry_unknown
   */
  entry: cachedProcedure.input(entryInput).query(async ({ ctx, input }) => {
    const arsenal: Arsenal = ctx.arsenals[input.game];
    const entries = await getEntries(arsenal, ctx.arsenals, input.catalogue);
    const entry = entries.find(({ entry: { id, otherIds } }) => id === input.id || otherIds.includes(input.id))?.entry;
    if (!entry) throw new AppError("entry_unknown");
    return { entry, sources: getSources(arsenal, [entry]) };
  }),
});

const listQueries = (arsenals: Arsenals, game: GameId): PublicQuery[] =>
  CATALOGUES[game].map((catalogue) => {
    // The fields have the order in which a browser sends them, because a stored response is found by its address.
    const input = { game, catalogue, q: "", group: null, direction: "forward" };
    return { path: "catalogue.list", input, read: () => listEntries(arsenals, listInput.parse(input)) };
  });

type ListInput = z.infer<typeof listInput>;

async function listEntries(arsenals: Arsenals, input: ListInput) {
  const arsenal: Arsenal = arsenals[input.game];
  const entries = (await getEntries(arsenal, arsenals, input.catalogue)).filter(({ entry }) => entry.isListed);
  const matches = searchCatalogue(entries, input.q);
  const groups = getCounts(new Set(entries.map(({ entry }) => entry.group)), matches);
  const group = groups.find(({ name }) => name === input.group)?.name ?? null;
  const filtered = group === null ? matches : matches.filter((entry) => entry.group === group);
  const { items, ...cursors } = getPage(filtered, input);
  const sources = getSources(arsenal, items);
  return {
    items: items.map(toListItem),
    ...cursors,
    total: filtered.length,
    all: matches.length,
    group,
    groups,
    sources,
  };
}

/** Returns the fields of an entry that a list shows. */
function toListItem({ id, name, label, group, brief, amount, kitIds, sourceId }: CatalogueEntry) {
  return { id, name, label, group, brief, amount, kitIds, sourceId };
}

/** Returns each chip with the number of its entries, in the order of the catalogue. */
function getCounts(names: ReadonlySet<string>, matches: readonly CatalogueEntry[]) {
  const counts = new Map<string, number>();
  for (const { group } of matches) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...names].map((name) => ({ name, count: counts.get(name) ?? 0 }));
}

/** Returns the page after or before the cursor; the cursors are null at the ends. */
function getPage(entries: readonly CatalogueEntry[], { limit, cursor, direction }: ListInput) {
  const forward = direction === "forward";
  const position = Math.min(cursor ?? (forward ? 0 : entries.length), entries.length);
  const [start, end] = forward
    ? [position, Math.min(position + limit, entries.length)]
    : [Math.max(0, position - limit), position];
  return {
    items: entries.slice(start, end),
    nextCursor: end < entries.length ? end : null,
    previousCursor: start > 0 ? start : null,
  };
}

function getSources({ sources }: Arsenal, entries: readonly CatalogueEntry[]): Source[] {
  const ids = entries.flatMap(({ sourceId, facts }) => [sourceId, ...facts.flatMap((fact) => fact.sourceId ?? [])]);
  return [...new Set(ids)].flatMap((id) => sources.get(id) ?? []);
}

/** The catalogues of each game, built on first use and cached as long as their arsenal. */
const getCatalogueCache = cachePerLanguage((_: Arsenal) => new Map<CatalogueId, Promise<readonly SearchEntry[]>>());

/** Returns the searchable entries of a catalogue, or none if the game has no such catalogue. */
function getEntries(arsenal: Arsenal, arsenals: Arsenals, id: CatalogueId): Promise<readonly SearchEntry[]> {
  const cache = getCatalogueCache(arsenal);
  const entries = cache.get(id) ?? buildEntries(arsenal, arsenals, id);
  cache.set(id, entries);
  return entries;
}

async function buildEntries(arsenal: Arsenal, arsenals: Arsenals, id: CatalogueId): Promise<readonly SearchEntry[]> {
  const entries = await runInTimeSlice(() => getCatalogue(arsenal, id));
  const english =
    m.language_code() === BASE_LANGUAGE
      ? []
      : await withLanguage(BASE_LANGUAGE, () => getEntries(arsenals[arsenal.game], arsenals, id));
  return runInTimeSlice(() =>
    createSearchEntries(
      entries,
      english.map(({ entry }) => entry),
    ),
  );
}
