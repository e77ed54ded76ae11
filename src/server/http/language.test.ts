import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createEmptyStatistics } from "#domain/soldier/statistics.ts";
import { m } from "#messages";
import { listStatisticsEntries } from "#messages/catalogue/bf2042-vehicles.ts";
import { compareNames, formatDay, formatList } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import { ALL_LANGUAGES, LANGUAGES, type Language, PSEUDO_LANGUAGE } from "#messages/languages.ts";
import { describeAim } from "#messages/progress/goal-words.ts";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { getRowName } from "#messages/soldier/measure-labels.ts";
import { toCsv } from "#messages/soldier/statistics-csv.ts";
import type { Database } from "#server/database/database.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { chooseLanguage, createAccountLanguageReader, getCallLanguage, withLanguage } from "./language.ts";

describe("withLanguage", () => {
  test("does not mix the languages of concurrent requests", async () => {
    const respond = async () => {
      const texts: string[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        texts.push(m.common_home());
        await setImmediate();
      }
      return new Set(texts);
    };
    const [english, pseudo, outside] = await Promise.all([
      withLanguage("en", respond),
      withLanguage("en-XA", respond),
      respond(),
    ]);
    expect(english).toEqual(new Set([m.common_home({}, { locale: "en" })]));
    expect(pseudo).toEqual(new Set([m.common_home({}, { locale: "en-XA" })]));
    expect(outside).toEqual(english);
    expect(pseudo).not.toEqual(english);
  });

  test("formats numbers, dates, lists and sort order in the language", () => {
    const texts = () => [
      formatNumber(1234.5, 1),
      formatFigure(1.5, "ratio"),
      formatDay("2026-10-25T12:00:00.000Z"),
      formatList(["a", "b", "c"]),
      ["z 10", "ä", "z 9"].toSorted(compareNames).join(" "),
    ];
    expect(withLanguage("en", texts)).toEqual(["1,234.5", "1.50", "25 Oct 2026", "a, b and c", "ä z 9 z 10"]);
    expect(withLanguage("en-XA", texts)).toEqual(["1.234,5", "1,50", "25.10.2026", "a, b und c", "ä z 9 z 10"]);
  });

  test.for(ALL_LANGUAGES)("formats numbers in %s like Intl", (language) => {
    const hundredths = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((whole) => whole / 100);
    const formatWithIntl = (value: number, decimals: number) =>
      value.toLocaleString(LANGUAGES[language].tag, { maximumFractionDigits: decimals });
    withLanguage(language, () =>
      fc.assert(
        fc.property(hundredths, fc.integer({ min: 0, max: 3 }), (value, decimals) => {
          expect(formatNumber(value, decimals)).toBe(formatWithIntl(value, decimals));
        }),
        { numRuns: 1000 },
      ),
    );
  });
});

test("rows of a soldier's tables have names in the reader's language, regardless of the stored language", () => {
  const createRow = (id: string, name: string, isKnown = true) => ({ id, name, isKnown });
  const getNames = () => [
    getRowName("classes", createRow("recon", "Assault")),
    getRowName("classes", createRow("commander", "Commandant", false)),
    getRowName("modes", createRow("conquest", "Conquest", false)),
    getRowName("modes", createRow("4096", "Mode 4096", false)),
    getRowName("modes", createRow("8", "Squad Deathmatch")),
    getRowName("modes", createRow("Constructor", "Constructor", false)),
    getRowName("weapons", createRow("recon", "Recon", false)),
  ];
  expect(withLanguage("de", getNames)).toEqual([
    ...["Aufklärer", "Commander", "Eroberung", "Modus 4096", "Squad-Deathmatch", "Constructor", "Recon"],
  ]);
  expect(withLanguage("en", getNames)).toEqual([
    ...["Recon", "Commander", "Conquest", "Mode 4096", "Squad Deathmatch", "Constructor", "Recon"],
  ]);
  const tables = { classes: [{ ...createRow("recon", "Recon"), values: { score: 10 } }] };
  const statistics = { ...createEmptyStatistics("bf4"), tables };
  const aim = { kind: "row", table: "classes", rowId: "recon", columnId: "score" } as const;
  expect(withLanguage("de", () => describeAim(statistics, aim).name)).toBe("Aufklärer");
  expect(withLanguage("de", () => toCsv(statistics))).toContain("Aufklärer");
});

test("modes and kinds have names in the reader's language, and in English the names of the data", () => {
  const { bf4, bf2042 } = ARSENALS;
  const modes = [bf4.modes, bf2042.modes, bf2042.statModes].flatMap((all) => [...all.values()]);
  const kinds = new Set([...bf2042.apiNames.values()].flatMap(({ kind }) => kind ?? []));
  const getTexts = () => [
    ...modes.map(getModeTitle),
    ...new Set(
      listStatisticsEntries(bf2042).flatMap(({ id, brief }) => (bf2042.apiNames.get(id)?.kind ? [brief] : [])),
    ),
  ];
  const names = [...modes.map(({ name }) => name), ...kinds].map((name) => (name === "group" ? "Group" : name));
  expect(withLanguage("en", getTexts)).toEqual(names.filter((name) => name !== "Rocker Launcher"));
  expect(withLanguage(PSEUDO_LANGUAGE, getTexts).filter((text) => names.includes(text))).toEqual([]);
});

describe("chooseLanguage", () => {
  const offered: readonly Language[] = ["en", "en-XA"];

  test.for([
    ["without preferences: English", {}, "en"],
    ["a link has the highest precedence", { link: "en-XA", account: "en", cookies: "lang=en" }, "en-XA"],
    ["the account has precedence over the cookie", { account: "en-XA", cookies: "lang=en" }, "en-XA"],
    ["the cookie has precedence over the browser", { cookies: "a=b; lang=en-XA", acceptLanguage: "en" }, "en-XA"],
    ["ignores a cookie whose name only ends in lang", { cookies: "slang=en-XA" }, "en"],
    ["ignores an unknown language in the link", { link: "xx", cookies: "lang=en-XA" }, "en-XA"],
    ["ignores property names of Object.prototype", { link: "constructor", account: "toString" }, "en"],
    ["uses Accept-Language", { acceptLanguage: "en-XA,en;q=0.5" }, "en-XA"],
    ["ignores case", { acceptLanguage: "EN-xa" }, "en-XA"],
    ["prefers the larger weight", { acceptLanguage: "en;q=0.5, en-XA;q=0.8" }, "en-XA"],
    ["an unknown region falls back to its language", { acceptLanguage: "en-AU, en-XA;q=0.9" }, "en"],
    ["skips languages that are not offered", { acceptLanguage: "ja, zh;q=0.8, en-XA;q=0.1" }, "en-XA"],
    ["does not use a language with weight 0", { acceptLanguage: "en-XA;q=0, *;q=0.5" }, "en"],
    ["a wildcard means English", { acceptLanguage: "ja, *;q=0.5, en-XA;q=0.1" }, "en"],
    ["ignores an invalid weight", { acceptLanguage: "en-XA;q=high, ,;" }, "en"],
  ] as const)("%s", ([, preferences, language]) => {
    expect(chooseLanguage(preferences, offered)).toBe(language);
  });

  test("returns only offered languages", () => {
    expect(chooseLanguage({ link: "en-XA", cookies: "lang=en-XA", acceptLanguage: "en-XA" }, ["en"])).toBe("en");
  });
});

test("getAccountLanguage does not wait for a slow database", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const getAccountLanguage = createAccountLanguageReader({
    db: {} as Database,
    readSession: () => new Promise(() => {}),
  });
  const response = getAccountLanguage("fieldlocker.session_token=x");
  await vi.advanceTimersByTimeAsync(300);
  expect(await response).toBeNull();
});

test("getCallLanguage returns the language in the query, or English", () => {
  const queries = ["", "?batch=1", "?lang=en-XA&batch=1", "?lang=xx", "?input=lang"];
  const languages = queries.map((query) => getCallLanguage(new URLSearchParams(query)));
  expect(languages).toEqual(["en", "en", "en-XA", "en", "en"]);
});
