import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenal, Arsenals } from "#domain/game-data/arsenal.ts";
import { CATALOGUES, type CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Source } from "#domain/game-data/source.ts";
import { tokenize } from "#domain/text.ts";
import { m } from "#messages";
import { getCatalogue } from "#messages/catalogue/catalogue.ts";
import { type CatalogueEntry, type Searched, searchable, searchCatalogue } from "#messages/catalogue/entry.ts";
import { AppError } from "#messages/errors.ts";
import { perLanguage } from "#messages/format.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { inTimeSlice } from "#platform/event-loop.ts";
import { withLanguage } from "#server/http/language.ts";
import { answerAll, type PublicQuery } from "#server/trpc/public-answers.ts";
import { cachedProcedure, router } from "#server/trpc/trpc.ts";

const PAGE_SIZE = 200;
const MAX_TEXT_LENGTH = 100;

// Strict, because an unknown field would create another cache entry for the same response.
const catalogueInput = z.strictObject({
  game: z.enum(GAMES),
  catalogue: z.enum([...CATALOGUES.bf2042, ...CATALOGUES.bf4]),
});
const listInput = catalogueInput.extend({
  /** Its words may match in any order. */
  q: z
    .string()
    .max(MAX_TEXT_LENGTH)
    .default("")
    .transform((text) => [...new Set(tokenize(text))].sort().join(" ")),
  /** The pressed chip; an unknown one is ignored. */
  group: z.string().max(MAX_TEXT_LENGTH).nullable().default(null),
  limit: z.number().int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
  /** Where a page ends and the next begins. */
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
  /** What offline use needs of a game's catalogues: the answers of `list` with the first page of each. */
  all: cachedProcedure
    .meta({ isUnbatched: true })
    .input(z.strictObject({ game: z.enum(GAMES) }))
    .query(({ ctx, input }) => answerAll(listQueries(ctx.arsenals, input.game))),

  /** A page of the entries that contain every word of `q`, the count per chip, and the sources. */
  list: cachedProcedure.input(listInput).query(({ ctx, input }) => listEntries(ctx.arsenals[input.game], input)),

  /**
   * One entry in full, and the sources it names.
   * @throws {AppError} entry_unknown
   */
  entry: cachedProcedure.input(entryInput).query(async ({ ctx, input }) => {
    const arsenal: Arsenal = ctx.arsenals[input.game];
    const shelf = await getShelf(arsenal, input.catalogue);
    const entry = shelf.find(({ entry: { id, otherIds } }) => id === input.id || otherIds.includes(input.id))?.entry;
    if (!entry) throw new AppError("entry_unknown");
    return { entry, sources: getSources(arsenal, [entry]) };
  }),
});

const listQueries = (arsenals: Arsenals, game: GameId): PublicQuery[] =>
  CATALOGUES[game].map((catalogue) => {
    // The fields in the order in which a browser sends them: the stored answer is found by its address.
    const input = { game, catalogue, q: "", group: null, direction: "forward" };
    return { path: "catalogue.list", input, read: () => listEntries(arsenals[game], listInput.parse(input)) };
  });

type ListInput = z.infer<typeof listInput>;

async function listEntries(arsenal: Arsenal, input: ListInput) {
  const shelf = await getShelf(arsenal, input.catalogue);
  const matches = searchCatalogue(shelf, input.q);
  const groups = getCounts(new Set(shelf.map(({ entry }) => entry.group)), matches);
  const group = groups.find(({ name }) => name === input.group)?.name ?? null;
  const left = group === null ? matches : matches.filter((entry) => entry.group === group);
  const { items, ...cursors } = getPage(left, input);
  const sources = getSources(arsenal, items);
  return { items: items.map(getLine), ...cursors, total: left.length, all: matches.length, group, groups, sources };
}

/** What a list shows of an entry. */
function getLine({ id, name, label, group, brief, amount, kitIds, sourceId }: CatalogueEntry) {
  return { id, name, label, group, brief, amount, kitIds, sourceId };
}

/** Each chip with the number of its entries, in the order of the catalogue. */
function getCounts(names: ReadonlySet<string>, matches: readonly CatalogueEntry[]) {
  const counts = new Map<string, number>();
  for (const { group } of matches) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...names].map((name) => ({ name, count: counts.get(name) ?? 0 }));
}

/** The page after the cursor, or before it; cursors are null at either end. */
function getPage(entries: readonly CatalogueEntry[], { limit, cursor, direction }: ListInput) {
  const forward = direction === "forward";
  const turn = Math.min(cursor ?? (forward ? 0 : entries.length), entries.length);
  const [start, end] = forward ? [turn, Math.min(turn + limit, entries.length)] : [Math.max(0, turn - limit), turn];
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
const getShelves = perLanguage((_: Arsenal) => new Map<CatalogueId, Promise<readonly Searched[]>>());

/** The entries of the catalogue, ready to be searched; empty where the game has no such catalogue. */
function getShelf(arsenal: Arsenal, id: CatalogueId): Promise<readonly Searched[]> {
  const shelf = getShelves(arsenal);
  const entries = shelf.get(id) ?? compose(arsenal, id);
  shelf.set(id, entries);
  return entries;
}

async function compose(arsenal: Arsenal, id: CatalogueId): Promise<readonly Searched[]> {
  const entries = await inTimeSlice(() => getCatalogue(arsenal, id));
  const english =
    m.language_code() === BASE_LANGUAGE ? [] : await withLanguage(BASE_LANGUAGE, () => getShelf(arsenal, id));
  return inTimeSlice(() =>
    searchable(
      entries,
      english.map(({ entry }) => entry),
    ),
  );
}
