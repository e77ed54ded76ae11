// Each figure of a weapon is the same on every screen. test/integration/one-figure.test.ts tests figures of whole builds.
import { globSync, readFileSync } from "node:fs";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import type { Weapon } from "#domain/game-data/arsenal.ts";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { getExactTtkMs } from "#domain/loadout/range-starters.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { FIGURE_IDS, FIGURES, type FigureId, getSubject, isMinimum, readFigure } from "#domain/weapons/figures.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatReading, getLabelAt, getShortLabel } from "#messages/game/figures.ts";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import { withLanguage } from "#server/http/language.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { createTtkSeries } from "#web/data/range-lines.ts";
import { listedWeapons } from "#web/features/arsenal/listed-weapon.ts";
import { holds } from "#web/features/arsenal/search/query.ts";
import { COLUMN_KEYS, isFigureColumn } from "#web/features/arsenal/table/columns.ts";
import { getRow } from "#web/features/arsenal/table/row-figures.ts";
import { WeaponRow } from "#web/features/arsenal/table/weapon-row.tsx";
import { getFigureRows } from "#web/features/arsenal/versus/versus-rows.ts";
import { FigureList } from "#web/features/arsenal/weapon/figures/figure-list.tsx";
import { SeasonTwo } from "#web/features/arsenal/weapon/season-two.tsx";
import { listFigureRows } from "#web/features/loadout/diff/gun-diff.tsx";
import { KillStats, Verdict } from "#web/features/loadout/editor/figures/kill/kill-figures.tsx";
import { formatSeriesValue } from "#web/ui/charts/chart-scale.ts";

// The AC-42 fires bursts of three at 1,199 rpm, 159 bursts a minute. The fifth hit is the second of the second burst, after
// 377.36 + 50.04 ms.
test.for([
  ["ac-42", 427.4],
  ["g57", 386.15],
  ["ak-24", 369.8],
] as const)("the TTK of %s at 30 m in Season 2 is the same on every screen", ([id, ms]) => {
  const { weapons } = getArsenalAtLayer(ARSENALS.bf2042, SEASON_TWO);
  const weapon = weapons.get(id);
  const build = weapon && getBallistics(weapon);
  if (!weapon || !build) throw new Error(`No figures of "${id}".`);
  const target = { rangeM: 30, heads: 0, hitPoints: 100 } as const;
  const line = createTtkSeries(id, build, target)?.points ?? [];
  const [row] = getFigureRows(
    [{ key: id, weaponId: id, name: id, build, mechanics: null, disputed: [] }],
    target,
  ).filter(({ label }) => label === "TTK");
  const times = [
    getLethality(build, target).ttkMs,
    getLethality(summarizeWeapon(weapon), target).ttkMs,
    readFigure("ttk", getSubject(build, target)),
    line.findLast(([fromM]) => fromM <= target.rangeM)?.[1],
  ];
  for (const time of times) expect(time).toBeCloseTo(ms, 1);
  expect(row?.readAt(target.rangeM).texts).toEqual([formatTtk(ms)]);
});

test("the TTK of a burst-only weapon beyond one burst is shown as a minimum on every screen", () => {
  const weapon = ARSENALS.bf4.weapons.get("m16a4");
  const otherWeapon = ARSENALS.bf4.weapons.get("ak-12");
  const [build, automatic] = [weapon && getBallistics(weapon), otherWeapon && getBallistics(otherWeapon)];
  if (!build || !automatic) throw new Error("No figures");
  const target = { rangeM: 30, heads: 0, hitPoints: 100 } as const;
  const sides = [build, automatic].map((one, at) => {
    return { key: String(at), weaponId: "", name: String(at), build: one, mechanics: null, disputed: [] };
  });
  const row = getFigureRows(sides, target).find(({ label }) => label === "TTK");
  expect(row?.readAt(30)).toMatchObject({ texts: ["≥ 300 ms", "353 ms"], best: [false, false] });
  const line = createTtkSeries("M16A4", build, target);
  expect(line && formatSeriesValue(line, 30, formatTtk)).toBe("≥ 300 ms");
  expect(isMinimum("ttk", getSubject(build, target))).toBe(true);
  expect(isMinimum("ttk", getSubject(automatic, target))).toBe(false);
  expect(getExactTtkMs(build, 30, 100)).toBeNull();
});

const COLUMNS = COLUMN_KEYS.filter(isFigureColumn);
const OWN = { kills: 1234, accuracy: 0.1234, unlocked: null, left: null };

/** An empty text is an unknown figure; no text is a figure that the screen does not have. */
const toReading = (text: string | undefined) => (text === "" ? null : text);

const toText = (markup: string) => markup.replaceAll(/<[^>]*>/g, "");

/** Returns the text of every figure in an element's lists and table cells, by label. */
function readTexts(element: ReactElement): ReadonlyMap<string, string> {
  const markup = renderToStaticMarkup(element).replaceAll(/<span class="block [^>]*>.*?<\/span>/g, "");
  const pairs = [
    ...markup.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs),
    ...markup.matchAll(/<td data-label="([^"]*)"[^>]*>(.*?)<\/td>/gs),
  ];
  return new Map(pairs.map(([, label = "", text = ""]) => [toText(label), toText(text).replace(/^—.*/, "")]));
}

/** Returns a function from a figure to its text on each screen: null if it is shown as unknown, undefined if it is not shown. */
function readScreens(weapon: Weapon, hitRate: number) {
  const target = { rangeM: 30, heads: 0, hitPoints: 100, hitRate } as const;
  const mechanics = weapon.game === "bf2042" ? weapon.mechanics : null;
  const [listed] = listedWeapons([summarizeWeapon(weapon)], []);
  const build = getBallistics(weapon);
  if (!listed || !build) throw new Error(`No figures of ${weapon.id}`);
  const row = getRow(listed, target, OWN);
  const sources = new Map();
  const handlers = {} as Parameters<typeof WeaponRow>[0]["handlers"];
  const appearance = {
    columns: COLUMNS,
    isTabStop: false,
    isDrawn: true,
    isHidden: false,
    isCompared: false,
  } as const;
  const ranked = { hasFasterBullet: false, aim: target };
  const table = readTexts(createElement(WeaponRow, { ...row, ...appearance, ...ranked, drawing: null, handlers }));
  const list = readTexts(createElement(FigureList, { build, target, mechanics, sources }));
  const season = mechanics ? readTexts(createElement(SeasonTwo, { mechanics, sources })) : null;
  const editor = new Map([
    ...readTexts(createElement(KillStats, { build, asIssued: null, target })),
    ...readTexts(createElement(Verdict, { subject: getSubject(build, target) })),
  ]);
  const compared = getFigureRows([{ key: "", weaponId: "", name: "", build, mechanics, disputed: [] }], target);
  const gun = {
    name: "",
    weaponChoice: { weaponId: null, attachments: {} },
    response: null,
    build,
    mechanics,
  };
  const different = listFigureRows(gun, null, target);
  const getTexts = (id: FigureId): Record<string, string | null | undefined> => ({
    table: isColumn(id) ? table.get(getShortLabel(id)) || null : undefined,
    drawer: list.get(getLabelAt(id, target)),
    // The rate of fire in the Season 2 section belongs to another patch.
    "Season 2": id === "auto" ? undefined : season?.get(FIGURE_LABELS[id]),
    editor: toReading(editor.get(FIGURE_LABELS[id]) ?? (id === "reload" ? editor.get(getShortLabel(id)) : undefined)),
    comparison: compared.find((each) => each.id === id)?.readAt(target.rangeM).texts[0],
    difference: different.find((each) => each.id === id)?.a,
  });
  return { shown: getTexts, row, subject: { ...getSubject(build, target, mechanics), own: OWN } };
}

const isColumn = (id: FigureId) => COLUMNS.some((key) => key === id);

describe("every figure of every weapon", () => {
  test.for(GAMES)(
    "of %s has one text, in the table, the drawer, the comparison, the editor and the difference",
    (game) => {
      const places = new Map<FigureId, Set<string>>();
      for (const weapon of ARSENALS[game].weapons.values()) {
        for (const hitRate of [1, 0.4]) {
          const { shown, subject } = readScreens(weapon, hitRate);
          for (const id of FIGURE_IDS) {
            for (const [place, text] of Object.entries(shown(id))) {
              if (text === undefined) continue;
              expect(text, `${weapon.id}: ${id}, ${place}`).toBe(formatReading(id, subject));
              places.set(id, (places.get(id) ?? new Set()).add(place));
            }
          }
        }
      }
      const listScreens = (id: FigureId) => [...(places.get(id) ?? [])];
      for (const id of ["damageAt", "shots", "ttk", "magazine", "velocity"] as const)
        expect(listScreens(id).sort(), id).toEqual(["comparison", "difference", "drawer", "editor", "table"]);
      expect(listScreens("draw")).toEqual(game === "bf2042" ? ["Season 2", "comparison", "difference"] : []);
    },
  );

  test.for(RELEASED_LANGUAGES)("has a unique label in %s", (language) => {
    const labels = withLanguage(language, () => FIGURE_IDS.map((id) => FIGURE_LABELS[id]));
    expect(labels.filter((label, at) => labels.indexOf(label) < at)).toEqual([]);
  });

  test("is found by a search for the displayed number", () => {
    for (const weapon of [...ARSENALS.bf4.weapons.values(), ...ARSENALS.bf2042.weapons.values()]) {
      const { row, subject } = readScreens(weapon, 0.4);
      for (const id of COLUMNS) {
        const text = formatReading(id, subject);
        if (text === null) continue;
        const value = readFigure(id, subject) === 0 ? 0 : Number(text.replace(/–.*/, "").replaceAll(/[^\d.]/g, ""));
        const { word = "" } = FIGURES[id];
        expect(holds({ figure: word, operator: "=", value }, row), `${weapon.id} ${word}`).toBe(true);
      }
    }
  });
});

describe("only the figure table contains texts of figures", () => {
  const TABLE = ["src/messages/game/figures.ts", "src/messages/game/figure-words.ts"];
  const sources = globSync("src/{web,messages,server}/**/*.{ts,tsx}")
    .filter((path) => !TABLE.includes(path) && !/\.test\.ts$|\/compiled\//.test(path))
    .map((path) => ({ path, code: readFileSync(path, "utf8") }));
  const findFiles = (pattern: RegExp, elsewhere: readonly string[] = []) =>
    sources.filter(({ path, code }) => !elsewhere.includes(path) && pattern.test(code)).map(({ path }) => path);

  test("no other file uses a figure's label", () => {
    const words = TABLE.slice(0, 1).flatMap((path) => readFileSync(path, "utf8").match(/\bm\.(?!unit_)\w+/g) ?? []);
    expect(words.length).toBeGreaterThan(FIGURE_IDS.length);
    const pattern = new RegExp(`(${words.map((word) => word.replace(".", "\\.")).join("|")})\\b`);
    // The home page does not load the arsenal's code.
    expect(findFiles(pattern, ["src/web/features/home/example-lines.ts"])).toEqual([]);
  });

  test("no other file uses a figure's unit", () => {
    // The factors in the catalogue belong to vehicles.
    const elsewhere = ["src/messages/catalogue/catalogue.ts"];
    expect(findFiles(/\bm\.unit_(rpm|mps|mps2|angle|factor|cm)\b/, elsewhere)).toEqual([]);
  });

  test("no other file writes a minus sign", () => {
    expect(findFiles(/["`]−["`$]/).filter((path) => /features\/(arsenal|loadout)\//.test(path))).toEqual([]);
  });
});
