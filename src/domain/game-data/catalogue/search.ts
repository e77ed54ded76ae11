// Which entries of a catalogue hold every typed word.
import { normalizeText, tokenize } from "#domain/text.ts";
import type { CatalogueEntry } from "./entry.ts";

export type Searched = {
  entry: CatalogueEntry;
  /** The entry's title, and all its text; both passed through `normalizeText`. */
  title: string;
  text: string;
};

/** The entries with the texts they are found by. */
export function searchable(entries: readonly CatalogueEntry[]): readonly Searched[] {
  return entries.map((entry) => {
    const { id, name, label, group, brief, facts, sections, aliases } = entry;
    const said = [group, brief, ...facts.map(({ value }) => value), ...sections.flatMap(itemNames), ...aliases, id];
    const title = withJoined(normalizeText([name, label].join(" ")));
    return { entry, title, text: [title, withJoined(normalizeText(said.join(" ")))].join(" ") };
  });
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
