// The colour pairs of tokens.css that screens use have enough contrast in both themes and with each game's accent.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PICTURE_COLOURS, PICTURE_SERIES } from "#domain/silhouettes/colours.ts";

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const css = readFileSync("src/web/tokens.css", "utf8");

/** Returns the colours of all rules with this selector, by token. */
function getTokens(selector: string, theme: Theme): Record<string, string> {
  const rules = [...css.matchAll(/^([^{}@]+)\{([^{}]*)\}/gm)].filter(([, head]) => head?.trim() === selector);
  const colors = rules.flatMap(([, , body = ""]) => [
    ...[...body.matchAll(/--([\w-]+):\s*light-dark\((#\w{6}),\s*(#\w{6})\)/g)].map(
      ([, name = "", light = "", dark = ""]) => [name, theme === "light" ? light : dark] as const,
    ),
    ...[...body.matchAll(/--([\w-]+):\s*(#\w{6});/g)].map(([, name = "", color = ""]) => [name, color] as const),
  ]);
  return Object.fromEntries(colors);
}

function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
function getContrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [getLuminance(first), getLuminance(second)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ["bg", "surface-1", "surface-2", "surface-3"];
const TEXTS = ["text", "text-2", "text-3", "ok", "warn", "danger", "info", "accent"];
const PAIRS: [token: string, on: string[], atLeast: number][] = [
  ...TEXTS.map((token): [string, string[], number] => [token, SURFACES, 4.5]),
  ["text", ["tint"], 4.5],
  ["text-2", ["tint"], 4.5],
  ["text-3", ["tint"], 4.5],
  ["on-accent", ["accent", "accent-hover"], 4.5],
  ["on-danger-solid", ["danger-solid"], 4.5],
  ["line-strong", SURFACES, 3],
  ["focus", SURFACES, 3],
  ...[1, 2, 3, 4].map((series): [string, string[], number] => [`series-${series}`, ["surface-1"], 3]),
];

describe.for(THEMES)("in the %s theme", (theme) => {
  test.for([":root", '[data-game="bf2042"]', '[data-game="bf4"]'])("the colours of %s are readable", (selector) => {
    const tokens = { ...getTokens(":root", theme), ...getTokens(selector, theme) };
    const getColor = (token: string): string => {
      const color = tokens[token];
      if (!color) throw new Error(`There is no colour --${token}.`);
      return color;
    };
    const lowContrast = PAIRS.flatMap(([token, surfaces, atLeast]) =>
      surfaces
        .filter((surface) => getContrast(getColor(token), getColor(surface)) < atLeast)
        .map((surface) => `${token} on ${surface}`),
    );
    expect(lowContrast).toEqual([]);
  });
});

test("share images have the colours of the dark theme and of their game's charts", () => {
  const root = getTokens(":root", "dark");
  const { ground, panel, line, text, quiet } = PICTURE_COLOURS;
  expect(root).toMatchObject({ bg: ground, "surface-1": panel, line, text, "text-2": quiet });
  for (const game of ["bf2042", "bf4"] as const) {
    const [accent, other] = PICTURE_SERIES[game];
    const gameTokens = getTokens(`[data-game="${game}"]`, "dark");
    expect({ ...root, ...gameTokens }).toMatchObject({ accent, "series-1": accent, "series-2": other });
  }
});
