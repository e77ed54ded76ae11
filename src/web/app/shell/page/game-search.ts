import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import type { Choice } from "#web/ui/fields/native-select.tsx";

export const GAME_TABS = [
  { value: "arsenal", label: m.app_arsenal() },
  { value: "loadouts", label: m.common_loadouts() },
  { value: "soldier", label: m.common_soldier() },
  { value: "progress", label: m.app_progress() },
] as const satisfies readonly Choice[];

export type GameTab = (typeof GAME_TABS)[number]["value"];

export const gamePath = { bf2042: "/bf2042", bf4: "/bf4" } as const satisfies Record<GameId, string>;

/** Names and texts, as they stand in the address. */
export type GamePageSearch = Readonly<Record<string, string>>;

const MAX_TEXT_LENGTH = 2000;

/** A section's part of the address as texts; what is not set is left out. */
export function getTexts(search: object): GamePageSearch {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const texts = set.map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text.length <= MAX_TEXT_LENGTH));
}

/** Reads one field of an address; undefined, or an empty text, where it is not understood. */
type FieldReader<Value extends string> = (text: string) => Value | undefined;

type Fields = Readonly<Record<string, FieldReader<string>>>;

/** What an address with these fields can hold. */
export type SearchOf<F extends Fields> = { -readonly [Name in keyof F]?: NonNullable<ReturnType<F[Name]>> };

/** The fields of an address; what is missing, not understood or a default is left out. */
export function readSearch<F extends Fields>(search: Record<string, unknown>, fields: F): SearchOf<F> {
  const read = Object.entries(fields).map(([name, reader]) => {
    const text = search[name];
    return [name, typeof text === "string" && reader(text)] as const;
  });
  return Object.fromEntries(read.filter(([, value]) => value)) as SearchOf<F>;
}

/** Any text, cut where it is too long. */
export const anyText =
  (maxLength?: number): FieldReader<string> =>
  (text) =>
    text.slice(0, maxLength);

export const matching =
  (pattern: RegExp): FieldReader<string> =>
  (text) =>
    pattern.test(text) ? text : undefined;

/** One of these values, but for the default, which an address leaves out. */
export const oneOf =
  <Value extends string>(values: readonly Value[], byDefault?: NoInfer<Value>): FieldReader<Value> =>
  (text) =>
    values.find((value) => value === text && value !== byDefault);

export const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const FIELDS = {
  tab: oneOf(
    GAME_TABS.map(({ value }) => value),
    "arsenal",
  ),
};

/** The section that a game page's address asks for; without one, the arsenal. */
export const readGameSearch = (search: Record<string, unknown>): SearchOf<typeof FIELDS> => readSearch(search, FIELDS);
