/** British, for lists without a comma before the last "and". */
const LOCALE = "en-GB";

const AND = new Intl.ListFormat(LOCALE, { type: "conjunction" });
const PLAIN = new Intl.ListFormat(LOCALE, { type: "unit" });
const OR = new Intl.ListFormat(LOCALE, { type: "disjunction" });

const LISTS = { and: AND, or: OR, plain: PLAIN } as const;

/** "a, b and c" in the words and the punctuation of the language; "a, b or c" with `or`, "a, b, c" with `plain`. */
export const formatList = (items: readonly string[], kind: keyof typeof LISTS = "and"): string =>
  LISTS[kind].format(items);

// Dates, in one form wherever a person reads one. Made when needed: the first page shows none.

const DAY = { dateStyle: "medium" } as const;

/** The day of an instant where the reader is: "25 Nov 2026". */
export const formatDay = (instant: Date | string | number): string => new Date(instant).toLocaleDateString(LOCALE, DAY);

/** The day and the time of day of an instant where the reader is: "25 Nov 2026, 16:40". */
export const formatInstant = (instant: Date | string | number): string =>
  new Date(instant).toLocaleString(LOCALE, { ...DAY, timeStyle: "short" });

/** A day within a chart whose year is known: "25 Nov". */
export const formatDayOfYear = (instant: number): string =>
  new Date(instant).toLocaleDateString(LOCALE, { day: "numeric", month: "short" });

/** The time of day of an instant where the reader is: "16:40". */
export const formatTime = (instant: number): string =>
  new Date(instant).toLocaleTimeString(LOCALE, { timeStyle: "short" });

/** The days and months of a text of the data, as people read them: "Season 2 (2022-09-05)" → "Season 2 (5 Sept 2022)". */
export const formatDates = (text: string): string =>
  text.replaceAll(/\b(\d{4}-\d{2})(-\d{2})?\b/g, (iso, _month: string, day?: string) =>
    new Date(iso).toLocaleDateString(LOCALE, {
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
