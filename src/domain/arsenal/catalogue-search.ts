// Which entries of a catalogue hold every typed word.
import { plain, wordsOf } from "#domain/words.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";

export type Searched = {
  entry: CatalogueEntry;
  /** What the entry is called, and everything it says; both as `plain` leaves them. */
  title: string;
  text: string;
};

/** The entries with the texts they are found by. */
export function searchable(entries: readonly CatalogueEntry[]): readonly Searched[] {
  return entries.map((entry) => {
    const { id, name, label, group, brief, facts, sections, aliases } = entry;
    const said = [group, brief, ...facts.map(({ value }) => value), ...sections.flatMap(itemNames), ...aliases, id];
    const title = withJoined(plain([name, label].join(" ")));
    return { entry, title, text: [title, withJoined(plain(said.join(" ")))].join(" ") };
  });
}

const itemNames = ({ items }: CatalogueEntry["sections"][number]) => items.map(({ name }) => name);

/** The entries in which every typed word stands, those first that are called so; all of them for no words. */
export function foundIn(searched: readonly Searched[], typed: string): readonly CatalogueEntry[] {
  const words = wordsOf(typed);
  const holds = (text: string) => words.every((word) => text.includes(word));
  const left = searched.filter(({ text }) => holds(text));
  const called = left.filter(({ title }) => holds(title));
  const rest = left.filter(({ title }) => !holds(title));
  return [...called, ...rest].map(({ entry }) => entry);
}

/** The text, and once more without its spaces, so that "ak12" finds "AK-12". */
const withJoined = (text: string): string => `${text} ${text.replaceAll(" ", "")}`;
