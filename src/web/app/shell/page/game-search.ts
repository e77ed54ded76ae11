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

/** The search parameters of a game's page as texts. */
export type GamePageSearch = Readonly<Record<string, string>>;

const MAX_TEXT_LENGTH = 2000;

/** A section's part of the address as texts; what is not set is left out. */
export function getTexts(search: object): GamePageSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const texts = entries.map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text.length <= MAX_TEXT_LENGTH));
}

/** Parses one search parameter; returns undefined, or an empty text, if it is invalid. */
type FieldReader<Value extends string> = (text: string) => Value | undefined;

type Fields = Readonly<Record<string, FieldReader<string>>>;

/** The parsed search parameters of these fields. */
export type ParsedSearch<F extends Fields> = { -readonly [Name in keyof F]?: NonNullable<ReturnType<F[Name]>> };

/** Parses the search parameters; leaves out missing and invalid values and defaults. */
export function readSearch<F extends Fields>(search: Record<string, unknown>, fields: F): ParsedSearch<F> {
  const parsed = Object.entries(fields).map(([name, reader]) => {
    const text = search[name];
    return [name, typeof text === "string" && reader(text)] as const;
  });
  return Object.fromEntries(parsed.filter(([, value]) => value)) as ParsedSearch<F>;
}

/** Accepts any text and cuts it to the maximum length. */
export const anyText =
  (maxLength?: number): FieldReader<string> =>
  (text) =>
    text.slice(0, maxLength);

export const matching =
  (pattern: RegExp): FieldReader<string> =>
  (text) =>
    pattern.test(text) ? text : undefined;

/** Accepts one of the values. The default counts as not set, because addresses leave it out. */
export const oneOf =
  <Value extends string>(values: readonly Value[], defaultValue?: NoInfer<Value>): FieldReader<Value> =>
  (text) =>
    values.find((value) => value === text && value !== defaultValue);

export const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const FIELDS = {
  tab: oneOf(
    GAME_TABS.map(({ value }) => value),
    "arsenal",
  ),
};

/** Parses the section of a game's page; the default is the arsenal. */
export const readGameSearch = (search: Record<string, unknown>): ParsedSearch<typeof FIELDS> =>
  readSearch(search, FIELDS);
