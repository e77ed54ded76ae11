import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const CSS = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const THEMES = ["light", "dark"] as const;
const ACCENTS = ["neutral", "bf2042", "bf4"] as const;
const SURFACES = ["bg", "surface-1", "surface-2", "surface-3"];

type Theme = (typeof THEMES)[number];
type Colours = Record<string, string>;

/** The colours a block of the sheet declares for a theme; one colour for both where it names no pair. */
function getColours(block: string, theme: Theme): Colours {
  const pairs = block.matchAll(/--([\w-]+):\s*(?:light-dark\((#\w{6}),\s*(#\w{6})\)|(#\w{6}))/g);
  return Object.fromEntries(
    [...pairs].map(([, name = "", light, dark, both]) => [name, both ?? (theme === "light" ? light : dark) ?? ""]),
  );
}

function getPalette(theme: Theme, accent: (typeof ACCENTS)[number]): Colours {
  const own = new RegExp(`\\[data-game="${accent}"\\] \\{([^}]*)\\}`).exec(CSS)?.[1] ?? "";
  return { ...getColours(CSS.replace(/\[data-game[^}]*\}/g, ""), theme), ...getColours(own, theme) };
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Foreground, backgrounds, and the ratio WCAG 2.2 asks for: 4.5 for text, 3 for controls and lines. */
const PAIRS: [string, string[], number][] = [
  ...["text", "text-2", "text-3", "accent", "ok", "warn", "danger", "info"].map((name): [string, string[], number] => [
    name,
    SURFACES,
    4.5,
  ]),
  ["line-strong", SURFACES, 3],
  ["focus", SURFACES, 3],
  ["on-accent", ["accent", "accent-hover"], 4.5],
  ["on-danger-solid", ["danger-solid"], 4.5],
  ["text", ["tint"], 4.5],
  ["text-2", ["tint"], 4.5],
  ...["series-1", "series-2", "series-3", "series-4"].map((name): [string, string[], number] => [
    name,
    ["surface-1"],
    3,
  ]),
];

describe.each(THEMES)("in the %s theme", (theme) => {
  test.each(ACCENTS)("every pair of the %s accent has contrast enough", (accent) => {
    const palette = getPalette(theme, accent);
    const tooLow = PAIRS.flatMap(([front, backs, least]) =>
      backs
        .map((back) => ({ front, back, ratio: contrast(palette[front] ?? "", palette[back] ?? "") }))
        .filter(({ ratio }) => !(ratio >= least)),
    );
    expect(tooLow).toEqual([]);
  });
});
