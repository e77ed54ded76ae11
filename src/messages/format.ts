import { m } from "#messages";

/** One for each language and kind: making one takes longer than using it. */
const lists: Record<string, Intl.ListFormat> = {};

/** "a, b and c" in the words and the punctuation of the language; "a, b or c" for a disjunction. */
export function formatList(items: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  const tag = m.language_tag();
  const list = lists[tag + type] ?? new Intl.ListFormat(tag, { type });
  lists[tag + type] = list;
  return list.format(items);
}

const collators: Record<string, Intl.Collator> = {};

/** Compares names by the alphabet of the language, and numbers in them by their value. */
export function compareNames(one: string, other: string): number {
  const tag = m.language_tag();
  const collator = collators[tag] ?? new Intl.Collator(tag, { numeric: true });
  collators[tag] = collator;
  return collator.compare(one, other);
}

/** What `compute` makes of the words of a language, once for each key and language. */
export function perLanguage<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const caches: Record<string, WeakMap<Key, { value: Value }>> = {};
  return (key) => {
    const language = m.language_code();
    const values = caches[language] ?? new WeakMap();
    caches[language] = values;
    const entry = values.get(key) ?? { value: compute(key) };
    values.set(key, entry);
    return entry.value;
  };
}

// Dates, in one form wherever a person reads one. Made when needed: the first page shows none.

const DAY = { dateStyle: "medium" } as const;

/** The day of an instant where the reader is: "25 Nov 2026". */
export const formatDay = (instant: Date | string | number): string =>
  new Date(instant).toLocaleDateString(m.language_tag(), DAY);

/** The day and the time of day of an instant where the reader is: "25 Nov 2026, 16:40". */
export const formatInstant = (instant: Date | string | number): string =>
  new Date(instant).toLocaleString(m.language_tag(), { ...DAY, timeStyle: "short" });

/** A day within a chart whose year is known: "25 Nov". */
export const formatDayOfYear = (instant: number): string =>
  new Date(instant).toLocaleDateString(m.language_tag(), { day: "numeric", month: "short" });

/** The time of day of an instant where the reader is: "16:40". */
export const formatTime = (instant: number): string =>
  new Date(instant).toLocaleTimeString(m.language_tag(), { timeStyle: "short" });

/** The days and months of a text of the data, as people read them: "Season 2 (2022-09-05)" → "Season 2 (5 Sept 2022)". */
export const formatDates = (text: string): string =>
  text.replaceAll(/\b(\d{4}-\d{2})(-\d{2})?\b/g, (iso, _month: string, day?: string) =>
    new Date(iso).toLocaleDateString(m.language_tag(), {
      ...(day ? DAY : { month: "short", year: "numeric" }),
      timeZone: "UTC",
    }),
  );

/** A table of texts by key, each of which is read from its message when it is needed. */
export function createTexts<Key extends string>(
  messages: Readonly<Record<Key, () => string>>,
): Readonly<Record<Key, string>> {
  const texts: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(messages) as Key[])
    Object.defineProperty(texts, key, { enumerable: true, get: messages[key] });
  return texts as Record<Key, string>;
}
