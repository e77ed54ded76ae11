import { m } from "#messages";

/** A cache by language and type, as creating a formatter takes longer than using it. */
const lists: Record<string, Intl.ListFormat> = {};

/** Formats a list in the active language: "a, b and c", or "a, b or c" for a disjunction. */
export function formatList(items: readonly string[], type: Intl.ListFormatType = "conjunction"): string {
  const tag = m.language_tag();
  const list = lists[tag + type] ?? new Intl.ListFormat(tag, { type });
  lists[tag + type] = list;
  return list.format(items);
}

const collators: Record<string, Intl.Collator> = {};

/** Compares names for sorting by the active language's alphabet, and numbers in them by value. */
export function compareNames(a: string, b: string): number {
  const tag = m.language_tag();
  const collator = collators[tag] ?? new Intl.Collator(tag, { numeric: true });
  collators[tag] = collator;
  return collator.compare(a, b);
}

/** Returns `compute` with a cache by key and active language. */
export function cachePerLanguage<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
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

// Every date on a screen has the same format. The formatters are created on demand, as the first page shows no date.

const DAY = { dateStyle: "medium" } as const;

/** Formats the day of an instant in the user's time zone: "25 Nov 2026". */
export const formatDay = (instant: Date | string | number): string =>
  new Date(instant).toLocaleDateString(m.language_tag(), DAY);

/** Formats an instant in the user's time zone: "25 Nov 2026, 16:40". */
export const formatInstant = (instant: Date | string | number): string =>
  new Date(instant).toLocaleString(m.language_tag(), { ...DAY, timeStyle: "short" });

/** Formats a day without its year, which a chart shows elsewhere: "25 Nov". */
export const formatDayOfYear = (instant: number): string =>
  new Date(instant).toLocaleDateString(m.language_tag(), { day: "numeric", month: "short" });

/** Formats the time of an instant in the user's time zone: "16:40". */
export const formatTime = (instant: number): string =>
  new Date(instant).toLocaleTimeString(m.language_tag(), { timeStyle: "short" });

/** Replaces ISO dates in a text of the data: "Season 2 (2022-09-05)" becomes "Season 2 (5 Sept 2022)". */
export const formatDates = (text: string): string =>
  text.replaceAll(/\b(\d{4}-\d{2})(-\d{2})?\b/g, (iso, _month: string, day?: string) =>
    new Date(iso).toLocaleDateString(m.language_tag(), {
      ...(day ? DAY : { month: "short", year: "numeric" }),
      timeZone: "UTC",
    }),
  );

/** Returns a table of texts by key. Each text is read from its message on access, so it follows the active language. */
export function createTexts<Key extends string>(
  messages: Readonly<Record<Key, () => string>>,
): Readonly<Record<Key, string>> {
  const texts: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(messages) as Key[])
    Object.defineProperty(texts, key, { enumerable: true, get: messages[key] });
  return texts as Record<Key, string>;
}
