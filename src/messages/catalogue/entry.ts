// The structure of catalogue entries, and the search in them.

import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { normalizeText, tokenize } from "#domain/text.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";

/** A line of an entry. `value` is null if no public source gives it; `sourceId` is set if the source differs from the entry's. */
type Fact = { label: string; value: string | null; sourceId?: string };

/** The target of a link: a weapon, or an entry of a catalogue. */
export type Place = { catalogue: CatalogueId | "weapons"; id: string };

/** An item listed in an entry, e.g. an item of a kit; `id` is its id in the data. */
export type Item = { id: string; name: string; note: string | null; place: Place | null };

export type Section = { title: string; items: readonly Item[] };

export type CatalogueEntry = {
  /** Unique within its catalogue. */
  id: string;
  /** Ids of other records of the same item in the data; links to them open this entry. */
  otherIds: readonly string[];
  /** Whether lists contain the entry; otherwise only links open it. */
  isListed: boolean;
  name: string;
  /** Distinguishes entries of the same name: an asset, a weapon. */
  label: string | null;
  /** The filter chip that the entry belongs to. */
  group: string;
  /** The entry's line in the list. */
  brief: string;
  /** A number with its unit, shown at the end of the line. */
  amount: string | null;
  facts: readonly Fact[];
  sections: readonly Section[];
  kitIds: readonly KitId[];
  /** Other words by which the search finds the entry, e.g. the ids of the statistics. */
  aliases: readonly string[];
  sourceId: string;
};

/** A line of an entry: null if no public source gives the value; "" or undefined if the line does not apply. */
export type Field = readonly [label: string, value: string | null | undefined, sourceId?: string];

type EntryInput = Pick<CatalogueEntry, "id" | "name" | "group" | "sourceId"> &
  Partial<Omit<CatalogueEntry, "facts">> & { fields?: readonly Field[] };

/** Returns an entry with defaults for omitted properties, without fields that do not apply and sections without items. */
export function createEntry({ fields = [], sections = [], ...entry }: EntryInput): CatalogueEntry {
  return {
    otherIds: [],
    isListed: true,
    label: null,
    brief: "",
    amount: null,
    facts: fields.flatMap(([label, value, sourceId]) =>
      value || value === null ? [{ label, value, ...(sourceId !== undefined && { sourceId }) }] : [],
    ),
    sections: sections.filter(({ items }) => items.length > 0),
    kitIds: [],
    aliases: [],
    ...entry,
  };
}

export const createSection = (title: string, items: readonly Item[]): Section => ({ title, items });

/** Returns an item that links to its own entry. */
export const createLink = (catalogue: Place["catalogue"], id: string, name = id, note: string | null = null): Item => ({
  id,
  name,
  note,
  place: { catalogue, id },
});

export const getUnnamed = (): string => m.entry_unnamed();

/** Formats a number with at most two decimals: "1,234.5". */
export const formatEntryNumber = (value: number): string => formatNumber(value, 2);

/** Returns a field without a value for each label, as no public source gives it. */
export const createUnknownFields = (...labels: string[]): readonly Field[] => labels.map((label) => [label, null]);

/** Returns the field of an unlock rule that is not public. */
export const createUnknownRule = (): Field => [m.entry_unlocked_by(), m.entry_no_public_rule()];

const EXPANSIONS = createTexts<string>({
  base: m.entry_base_game,
  "china-rising": m.entry_china_rising,
  "second-assault": m.entry_second_assault,
  "naval-strike": m.entry_naval_strike,
  "dragons-teeth": m.entry_dragons_teeth,
  "final-stand": m.entry_final_stand,
  "night-operations": m.entry_night_operations,
  "community-operations": m.entry_community_operations,
  "legacy-operations": m.entry_legacy_operations,
});

/** Returns the name of an expansion; null for null. */
export const formatExpansion = (id: string | null): string | null => (id === null ? null : (EXPANSIONS[id] ?? id));

const ERAS = createTexts<string>({
  "2042": m.entry_battlefield_2042,
  BF3: m.entry_battlefield_3_portal,
  BC2: m.entry_bad_company_2_portal,
  "1942": m.entry_battlefield_1942_portal,
});

export const formatEra = (era: string | undefined): string => (era ? (ERAS[era] ?? era) : m.entry_no_era_named());

/** Returns several eras as a list; "" for a single era, which is shown next to the name. */
export const formatEras = (eras: readonly string[]): string => (eras.length > 1 ? eras.map(formatEra).join(", ") : "");

// The search for entries that contain every typed word.
export type SearchEntry = {
  entry: CatalogueEntry;
  /** The entry's title; `text` has all its texts. Both are normalized. */
  title: string;
  text: string;
};

/** Returns the entries with their searchable texts, which include those of the same entries in English. */
export function createSearchEntries(
  entries: readonly CatalogueEntry[],
  english: readonly CatalogueEntry[] = [],
): readonly SearchEntry[] {
  const englishById = new Map(english.map((entry) => [entry.id, entry]));
  return entries.map((entry) => {
    const entryTexts = getTexts(entry);
    const title = addJoinedText(entryTexts.title);
    const text = [title, addJoinedText(entryTexts.rest)].join(" ");
    const englishEntry = englishById.get(entry.id);
    if (!englishEntry) return { entry, title, text };
    const englishTexts = getTexts(englishEntry);
    return {
      entry,
      title: addMissingWords(title, englishTexts.title),
      text: addMissingWords(text, `${englishTexts.title} ${englishTexts.rest}`),
    };
  });
}

/** Returns an entry's normalized title, and all its other texts. */
function getTexts({ id, name, label, group, brief, facts, sections, aliases }: CatalogueEntry) {
  const texts = [group, brief, ...facts.map(({ value }) => value), ...sections.flatMap(listItemNames), ...aliases, id];
  return { title: normalizeText([name, label].join(" ")), rest: normalizeText(texts.join(" ")) };
}

const listItemNames = ({ items }: CatalogueEntry["sections"][number]) => items.map(({ name }) => name);

/** Returns the entries that contain every typed word, those with the words in their title first; all entries for no words. */
export function searchCatalogue(searchEntries: readonly SearchEntry[], typed: string): readonly CatalogueEntry[] {
  const words = tokenize(typed);
  const includesAllWords = (text: string) => words.every((word) => text.includes(word));
  const matches = searchEntries.filter(({ text }) => includesAllWords(text));
  const titleMatches = matches.filter(({ title }) => includesAllWords(title));
  const otherMatches = matches.filter(({ title }) => !includesAllWords(title));
  return [...titleMatches, ...otherMatches].map(({ entry }) => entry);
}

/** Returns the text followed by the same text without spaces, so that "ak12" finds "AK-12". */
const addJoinedText = (text: string): string => `${text} ${text.replaceAll(" ", "")}`;

/** Returns the text, extended by the words of another text that it lacks. */
const addMissingWords = (text: string, other: string): string =>
  [text, ...new Set(other.split(" ").filter((word) => !text.includes(word)))].join(" ");
