import { afterEach, expect, test, vi } from "vitest";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import { withLanguage } from "#server/http/language.ts";
import { createWeapon } from "#test/fixtures/weapon.ts";
import {
  addEnglishTerms,
  getKeywords,
  getWeaponCommand,
  listAccountPlaces,
  listActions,
  PLACES,
  rankCommand,
} from "./palette-commands.ts";

afterEach(() => vi.unstubAllGlobals());

test("the id of each place and action consists of words of its English label or note", () => {
  vi.stubGlobal("document", { querySelector: () => ({}) });
  const visitors = [null, { isGuest: true }, { isGuest: false }];
  const commands = visitors.flatMap((visitor) => [
    ...listAccountPlaces(visitor),
    ...listActions(visitor, "/bf4", () => {}),
  ]);
  const mismatched = [...PLACES, ...commands].filter(({ id, label, note = "" }) => {
    const text = `${label} ${note}`.toLowerCase();
    return !id.split("-").every((word) => /^bf(4|2042)$/.test(word) || text.includes(word));
  });
  expect(mismatched).toEqual([]);
});

test("a place is found by its English name when its label is in another language", () => {
  const place = addEnglishTerms({ id: "bf4-vehicle-loadouts", label: "Fahrzeug-Loadouts", act: { to: "/bf4" } });
  expect(rankCommand("", "vehicle loadouts", getKeywords(place))).toBeGreaterThan(0);
});

test.for(RELEASED_LANGUAGES)("a weapon is found by its class in %s and in English", (language) => {
  for (const weaponClass of WEAPON_CLASSES) {
    const weapon = createWeapon({ name: "M98B", class: weaponClass });
    const command = withLanguage(language, () => getWeaponCommand("bf4", weapon));
    for (const query of [command.note?.split(",")[0] ?? "", weaponClass.replaceAll("-", " ")])
      expect(rankCommand("", query, getKeywords(command)), query).toBeGreaterThan(0);
  }
});

test.for([
  ["AK-12", ["ak12", "ak 12", "ＡＫ", "AK-12"], ["-", "+++", "★", "´", "ﾞ", "\u0301", "\u200D", "\u3164"]],
  ["Große Straße – KIT", ["strasse", "STRAẞE", "kıt"], ["–", "!"]],
] as const)("%s is found in any spelling, but not by punctuation alone", ([label, matching, others]) => {
  const rank = (query: string) => rankCommand("", query, getKeywords({ id: "", label, act: { to: "/" } }));
  expect(matching.filter((query) => rank(query) === 0)).toEqual([]);
  expect(others.filter((query) => rank(query) > 0)).toEqual([]);
});
