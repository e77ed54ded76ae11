import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { getCatalogue } from "./catalogue/catalogue.ts";
import { formatDates, formatDay } from "./format.ts";
import { formatPatch } from "./game/figure-words.ts";

test("dates of an instant and dates in texts of the data have the same format", () => {
  expect(formatDay("2026-11-25T12:00:00.000Z")).toBe("25 Nov 2026");
  expect(formatDates("Season 2 (2022-09-05), 2026-07 and 9.2.0")).toBe("Season 2 (5 Sept 2022), Jul 2026 and 9.2.0");
});

test("no visible text has a date in ISO format", () => {
  const sources = [...ARSENALS.bf4.sources.values(), ...ARSENALS.bf2042.sources.values()];
  const entries = GAMES.flatMap((game) => CATALOGUES[game].flatMap((id) => getCatalogue(ARSENALS[game], id)));
  const texts = [
    ...globSync("src/messages/en/*.json").map((file) => readFileSync(file, "utf8")),
    ...sources.flatMap((source) => [source.title, source.note, formatPatch(source)]),
    ...entries.flatMap(({ name, label, group, brief, amount, facts, sections }) => [
      ...[name, label, group, brief, amount],
      ...facts.flatMap((fact) => [fact.label, fact.value]),
      ...sections.flatMap(({ title, items }) => [title, ...items.flatMap((item) => [item.name, item.note])]),
    ]),
  ];
  expect(texts.filter((text) => text !== null && /\b(19|20)\d\d-\d\d\b/.test(text))).toEqual([]);
});

test("no other module formats dates", () => {
  const others = globSync("src/**/*.{ts,tsx}", { exclude: ["src/messages/compiled/**", "src/messages/format.*"] });
  const pattern = /DateTimeFormat|toLocale(Date|Time)String|dateStyle/;
  expect(others.filter((file) => pattern.test(readFileSync(file, "utf8")))).toEqual([]);
});
