import { afterEach, expect, test, vi } from "vitest";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import { withLanguage } from "#server/http/language.ts";
import { aWeapon } from "#test/fixtures/weapon.ts";
import {
  accountPlaces,
  findByEnglish,
  getKeywords,
  getWeaponCommand,
  listActions,
  PLACES,
  rankCommand,
} from "./palette-commands.ts";

afterEach(() => vi.unstubAllGlobals());

test("the ids of places and actions are words of their English labels", () => {
  vi.stubGlobal("document", { querySelector: () => ({}) });
  const visitors = [null, { isGuest: true }, { isGuest: false }];
  const commands = visitors.flatMap((visitor) => [
    ...accountPlaces(visitor),
    ...listActions(visitor, "/bf4", () => {}),
  ]);
  const strange = [...PLACES, ...commands].filter(({ id, label, note = "" }) => {
    const words = `${label} ${note}`.toLowerCase();
    return !id.split("-").every((word) => /^bf(4|2042)$/.test(word) || words.includes(word));
  });
  expect(strange).toEqual([]);
});

test("a place is found by its English name where its label is in another language", () => {
  const place = findByEnglish({ id: "bf4-vehicle-loadouts", label: "Fahrzeug-Loadouts", act: { to: "/bf4" } });
  expect(rankCommand("", "vehicle loadouts", getKeywords(place))).toBeGreaterThan(0);
});

test.for(RELEASED_LANGUAGES)("a weapon is found by its class in %s and in English", (language) => {
  for (const weaponClass of WEAPON_CLASSES) {
    const weapon = aWeapon({ name: "M98B", class: weaponClass });
    const command = withLanguage(language, () => getWeaponCommand("bf4", weapon));
    for (const typed of [command.note?.split(",")[0] ?? "", weaponClass.replaceAll("-", " ")])
      expect(rankCommand("", typed, getKeywords(command)), typed).toBeGreaterThan(0);
  }
});

test.for([
  ["AK-12", ["ak12", "ak 12", "ＡＫ", "AK-12"], ["-", "+++", "★", "´", "ﾞ", "\u0301", "\u200D", "\u3164"]],
  ["Große Straße – KIT", ["strasse", "STRAẞE", "kıt"], ["–", "!"]],
] as const)("%s is found in any form of its letters, and not by signs alone", ([label, matching, others]) => {
  const rank = (typed: string) => rankCommand("", typed, getKeywords({ id: "", label, act: { to: "/" } }));
  expect(matching.filter((typed) => rank(typed) === 0)).toEqual([]);
  expect(others.filter((typed) => rank(typed) > 0)).toEqual([]);
});
