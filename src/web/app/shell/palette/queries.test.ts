// Typical search queries of players, and the first result of each.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GAMES } from "#domain/game.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { tokenize } from "#domain/text.ts";
import { m } from "#messages";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import { withLanguage } from "#server/http/language.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import {
  addEnglishTerms,
  type Command,
  getKeywords,
  getWeaponCommand,
  listActions,
  PLACES,
  rankCommand,
} from "./palette-commands.ts";
import { answerQuestion } from "./questions.ts";
import { rank } from "./rank.ts";

// No element of the page has a hotkey.
beforeEach(() => void vi.stubGlobal("document", { querySelector: () => null }));
afterEach(() => vi.unstubAllGlobals());

const WEAPONS_BY_GAME = GAMES.map((game) => {
  const { weapons } = ARSENALS[game];
  return [game, [...weapons.values()].map((weapon) => summarizeWeapon(weapon))] as const;
});
const WEAPONS = Object.fromEntries(
  WEAPONS_BY_GAME.map(([game, list]) => [
    game,
    list.flatMap(({ id, name, availability }) => (availability === "portal" ? [] : [{ id, label: name }])),
  ]),
);

/** Returns all commands for a visitor who is signed out. */
const listAll = (): readonly Command[] => [
  ...[...PLACES, ...listActions(null, "/bf4", () => {})].map(addEnglishTerms),
  ...WEAPONS_BY_GAME.flatMap(([game, list]) => list.map((weapon) => getWeaponCommand(game, weapon))),
];

/** Returns the matching commands, best first. */
function find(query: string): readonly Command[] {
  const commands = answerQuestion(query, WEAPONS).map((command) => ({ ...command, searchTerms: [query] }));
  return [...commands, ...listAll()]
    .map((command) => ({ command, fit: rankCommand("", query, getKeywords(command)) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ command }) => command);
}

/** Query → the label of the first result. */
const QUERIES: readonly (readonly [typed: string, label: string | RegExp])[] = [
  // Weapons by their names and parts of them.
  ["aek", "AEK-971"],
  ["aek971", "AEK-971"],
  ["aek 971", "AEK-971"],
  ["kfs", "KFS2000"],
  ["ak", /^AK/],
  ["ak12", "AK-12"],
  ["AK-12", "AK-12"],
  ["ak 5c", "AK 5C"],
  ["scar", /^SCAR-H/],
  ["scar-h", "SCAR-H"],
  ["m416", "M416"],
  ["m98", "M98B"],
  ["famas", "FAMAS"],
  ["fama", "FAMAS"],
  ["m1911", "M1911"],
  ["pp29", "PP-29"],
  ["p90", "P90"],
  ["dao", "DAO-12"],
  ["usas", /^USAS-12/],
  ["deagle", "Deagle 44"],
  ["44 magnum", ".44 Magnum"],
  ["magnum", ".44 Magnum"],
  ["bulldog", "Bulldog"],
  ["cz 805", "CZ-805"],
  ["cz805", "CZ-805"],
  ["mtar", "MTAR-21"],
  ["gol magnum", /^GOL/],
  ["ntw", "NTW-50"],
  ["sws", "SWS-10"],
  ["rorsch", /^Rorsch/],
  ["ghost", /^Ghostmaker/i],
  ["ac42", "AC-42"],
  ["vhx", /^VHX/],
  ["sfar", /^SFAR/],
  ["pkp", /^PKP/],
  ["lcmg", "LCMG"],
  ["avancys", "Avancys"],
  ["m16a4", "M16A4"],
  ["uts", "UTS 15"],
  ["l9cz", "L9CZ"],
  ["bsvm", "BSV-M"],
  ["svd", /^SVD/],
  ["m60 ult", "M60-ULT"],
  ["phantom", /^Phantom/i],
  ["mares leg", "Mare's Leg"],
  ["ump", /^UMP-/],
  ["ace 23", "ACE 23"],
  ["12m", "12M Auto"],
  // Weapons with the name of a game.
  ["m98b battlefield 4", "M98B"],
  ["ak24 bf2042", "AK-24"],
  ["p90 bf4", "P90"],
  // Places.
  ["platoon", "Platoons"],
  ["platoons", "Platoons"],
  ["clan", "Platoons"],
  ["duel", "Versus"],
  ["duel bf4", "Versus"],
  ["versus", "Versus"],
  ["ttk", "TTK ranking"],
  ["ranking", "TTK ranking"],
  ["kits", "Classes"],
  ["vehicles", "Vehicles"],
  ["maps", "Maps"],
  ["arsenal", "Arsenal"],
  ["guns", "Arsenal"],
  ["loadouts", "Loadouts"],
  ["my loadouts", "Loadouts"],
  ["locker", "Loadouts"],
  ["loadouts bf4", "Loadouts"],
  ["soldier", "Soldier"],
  ["stats", "Soldier"],
  ["progress", "Progress"],
  ["unlocks", "Unlocks and awards"],
  ["goals", "Progress"],
  ["home", "Home"],
  // Actions.
  ["new loadout", "New loadout"],
  ["create loadout", "New loadout"],
  ["import", "Import loadouts"],
  ["dark", "Dark theme"],
  ["colour", /theme/i],
  ["keys", "Shortcuts"],
  ["shortcuts", "Shortcuts"],
  ["sign in", "Sign in"],
  ["create account", "Create account"],
  // Questions.
  ["best assault rifle", "Assault rifles by TTK at 30 m"],
  ["best assault rifle 50 m", "Assault rifles by TTK at 50 m"],
  ["best assault rifle at 50m bf4", "Assault rifles by TTK at 50 m"],
  ["best rifle 50 m", "Assault rifles by TTK at 50 m"],
  ["best sniper 150 m", "Sniper rifles by TTK at 150 m"],
  ["best smg", "SMGs by TTK at 30 m"],
  ["fastest lmg 75m", "LMGs by TTK at 75 m"],
  ["sniper rifle 150 m", "Sniper rifles by TTK at 150 m"],
  ["best gun", "Weapons by TTK at 30 m"],
  ["ttk 10m", "Weapons by TTK at 10 m"],
  ["ak12 vs scar", "AK-12 vs SCAR-H"],
  ["ak-12 vs. famas", "AK-12 vs FAMAS"],
  ["m5a3 versus ak 24", "M5A3 vs AK-24"],
  ["aek against ace 23", "AEK-971 vs ACE 23"],
];

describe("the search of the whole site", () => {
  test("is tested with at least 80 distinct queries", () => {
    expect(QUERIES.length).toBeGreaterThanOrEqual(80);
    expect(new Set(QUERIES.map(([query]) => query)).size).toBe(QUERIES.length);
  });

  test.for(QUERIES)("%s opens %s", ([query, label]) => {
    const [first] = find(query);
    if (typeof label === "string") expect(first?.label).toBe(label);
    else expect(first?.label).toMatch(label);
  });

  test.for(["zzqq", "m98b zzqq", "★", "-"])("%s finds nothing", (query) => expect(find(query)).toEqual([]));

  test("restricts results to the game in the query", () => {
    expect(find("loadouts bf4")[0]?.game).toBe("bf4");
    expect(find("p90 bf4")[0]?.game).toBe("bf4");
    expect(find("best smg bf2042").map(({ game }) => game)[0]).toBe("bf2042");
    expect(find("ak12 vs scar")[0]?.act).toEqual({ to: "/bf4?versus=ak-12%2Cscar-h&range=25&hit=40&head=10" });
    expect(find("best pdw 50 m bf4")[0]?.act).toEqual({ to: "/bf4?class=pdw&sort=ttk&range=50" });
  });

  test("ranks every place and action first for its own label", () => {
    for (const { label } of [...PLACES, ...listActions(null, "/bf4", () => {})])
      expect(find(label)[0]?.label, label).toBe(label);
  });

  test("matches a subsequence of letters only within one name", () => {
    expect(find("scrh")[0]?.label).toBe("SCAR-H");
    expect(find("bf4classes").map(({ label }) => label)).not.toContain("Classes");
  });
});

describe.each(RELEASED_LANGUAGES)("in %s", (language) => {
  const inLanguage = <Result>(run: () => Result): Result => withLanguage(language, run);

  test("sections are found by each of their search terms", () => {
    inLanguage(() => {
      for (const [label, words] of [
        [m.app_arsenal(), m.app_find_words_arsenal()],
        [m.common_loadouts(), m.app_find_words_loadouts()],
        [m.common_soldier(), m.app_find_words_soldier()],
        [m.app_progress(), m.app_find_words_progress()],
        [m.common_platoons(), m.app_find_words_platoons()],
      ] as const)
        for (const word of tokenize(words)) {
          expect(rank({ label, searchTerms: [words] }, word), word).toBeGreaterThan(0);
          expect(rank({ label, searchTerms: [words] }, `${word} ${label}`), word).toBeGreaterThan(0);
        }
    });
  });

  test("questions are understood in the language of the page", () => {
    inLanguage(() => {
      const [versus = ""] = tokenize(m.app_find_words_versus()).slice(-1);
      expect(find(`ak12 ${versus} famas`)[0]?.act).toEqual({ to: "/bf4?versus=ak-12%2Cfamas&range=25&hit=40&head=10" });
      for (const word of tokenize(m.app_find_words_best()))
        for (const id of WEAPON_CLASSES) {
          const [first] = find(`${word} ${WEAPON_CLASS_TITLES[id]} 50 m bf4`);
          expect(first?.act, `${word} ${WEAPON_CLASS_TITLES[id]}`).toEqual({
            to: `/bf4?class=${id}&sort=ttk&range=50`,
          });
        }
    });
  });
});
