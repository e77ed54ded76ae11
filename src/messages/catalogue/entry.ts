// The text of a catalogue entry.

import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { normalizeText, tokenize } from "#domain/text.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";

/** A line of an entry. Null is a figure no public source gives; a source is named where it is not the entry's own. */
type Fact = { label: string; value: string | null; sourceId?: string };

/** Where a name leads: a weapon of the game, or an entry of a catalogue. */
export type Place = { catalogue: CatalogueId | "weapons"; id: string };

/** A thing that belongs to an entry, e.g. an item of a kit; `id` is that of the data. */
export type Item = { id: string; name: string; note: string | null; place: Place | null };

export type Section = { title: string; items: readonly Item[] };

export type CatalogueEntry = {
  /** Unique within its catalogue. */
  id: string;
  /** Ids of the data's other records of the same thing: they lead to this entry. */
  otherIds: readonly string[];
  name: string;
  /** Distinguishes entries of the same name: an asset, a weapon. */
  label: string | null;
  /** The chip it is found under. */
  group: string;
  /** The line of the list. */
  brief: string;
  /** A number with its unit, at the end of the line. */
  amount: string | null;
  facts: readonly Fact[];
  sections: readonly Section[];
  kitIds: readonly KitId[];
  /** Other words the search finds it by, e.g. the ids of the statistics. */
  aliases: readonly string[];
  sourceId: string;
};

/** A line of an entry: null is a figure no public source gives; what is empty or missing does not apply. */
export type Field = readonly [label: string, value: string | null | undefined, sourceId?: string];

type EntryInput = Pick<CatalogueEntry, "id" | "name" | "group" | "sourceId"> &
  Partial<Omit<CatalogueEntry, "facts">> & { fields?: readonly Field[] };

/** An entry, of which what is left out is empty. Fields that do not apply and sections without items are left out. */
export function getEntry({ fields = [], sections = [], ...entry }: EntryInput): CatalogueEntry {
  return {
    otherIds: [],
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

export const section = (title: string, items: readonly Item[]): Section => ({ title, items });

/** An item that leads to its own entry. */
export const link = (catalogue: Place["catalogue"], id: string, name = id, note: string | null = null): Item => ({
  id,
  name,
  note,
  place: { catalogue, id },
});

export const getUnnamed = (): string => m.entry_unnamed();

/** The number as people read it: 1,234.5. */
export const number = (value: number): string => formatNumber(value, 2);

/** A field for each label that no public source gives. */
export const unknown = (...labels: string[]): readonly Field[] => labels.map((label) => [label, null]);

/** Shown where a rule, not a figure, is unpublished. */
export const noRule = (): Field => [m.entry_unlocked_by(), m.entry_no_public_rule()];

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

/** The expansion by its name; null where the data names none. */
export const formatExpansion = (id: string | null): string | null => (id === null ? null : (EXPANSIONS[id] ?? id));

const ERAS = createTexts<string>({
  "2042": m.entry_battlefield_2042,
  BF3: m.entry_battlefield_3_portal,
  BC2: m.entry_bad_company_2_portal,
  "1942": m.entry_battlefield_1942_portal,
});

export const formatEra = (era: string | undefined): string => (era ? (ERAS[era] ?? era) : m.entry_no_era_named());

/** Several eras; the one era of a Portal thing is beside its name. */
export const formatEras = (eras: readonly string[]): string => (eras.length > 1 ? eras.map(formatEra).join(", ") : "");

// Which entries of a catalogue hold every typed word.
export type Searched = {
  entry: CatalogueEntry;
  /** The entry's title, and all its text; both passed through `normalizeText`. */
  title: string;
  text: string;
};

/** The entries with the texts they are found by; `english` are the same entries in English, whose words find them, too. */
export function searchable(
  entries: readonly CatalogueEntry[],
  english: readonly CatalogueEntry[] = [],
): readonly Searched[] {
  const inEnglish = new Map(english.map((entry) => [entry.id, entry]));
  return entries.map((entry) => {
    const own = getTexts(entry);
    const title = withJoined(own.title);
    const text = [title, withJoined(own.rest)].join(" ");
    const other = inEnglish.get(entry.id);
    if (!other) return { entry, title, text };
    const added = getTexts(other);
    return {
      entry,
      title: withMissing(title, added.title),
      text: withMissing(text, `${added.title} ${added.rest}`),
    };
  });
}

/** What an entry is called, and all other words of it. */
function getTexts({ id, name, label, group, brief, facts, sections, aliases }: CatalogueEntry) {
  const texts = [group, brief, ...facts.map(({ value }) => value), ...sections.flatMap(itemNames), ...aliases, id];
  return { title: normalizeText([name, label].join(" ")), rest: normalizeText(texts.join(" ")) };
}

const itemNames = ({ items }: CatalogueEntry["sections"][number]) => items.map(({ name }) => name);

/** The entries in which every typed word stands, those first that are called so; all of them for no words. */
export function searchCatalogue(searched: readonly Searched[], typed: string): readonly CatalogueEntry[] {
  const words = tokenize(typed);
  const holds = (text: string) => words.every((word) => text.includes(word));
  const left = searched.filter(({ text }) => holds(text));
  const called = left.filter(({ title }) => holds(title));
  const rest = left.filter(({ title }) => !holds(title));
  return [...called, ...rest].map(({ entry }) => entry);
}

/** The text, and once more without its spaces, so that "ak12" finds "AK-12". */
const withJoined = (text: string): string => `${text} ${text.replaceAll(" ", "")}`;

/** The text, and the words of another one that do not stand in it. */
const withMissing = (text: string, other: string): string =>
  [text, ...new Set(other.split(" ").filter((word) => !text.includes(word)))].join(" ");
