import { expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { formatBarChanges, formatPartEffects, formatTtk } from "./figure-words.ts";

test("formats a time to kill in milliseconds, and 0 ms as one hit", () => {
  expect([formatTtk(0), formatTtk(1099.6)]).toEqual(["1 hit", "1,100 ms"]);
});

test("Battlefield 4 has one record of recoil, reload and spread, the effects of eight kinds of part, and the ACE 23's magazine", () => {
  expect(
    [...ARSENALS.bf4.weapons.values()].filter(({ handling, reload }) => handling.length + reload.length > 0),
  ).toMatchObject([
    { id: "ace-23", magazine: [{ value: 36 }, { value: 36 }, { value: 30 }], velocityMps: [{ value: 620 }] },
  ]);
  const typesWithEffects = [...ARSENALS.bf4.partTypes.values()].filter(({ effects }) => effects.length > 0);
  expect(typesWithEffects.map(({ name }) => name)).toEqual([
    ...["Compensator", "Compensator", "Heavy Barrel", "Muzzle Brake", "Muzzle Brake", "Suppressor"],
    ...["Angled Grip", "Stubby Grip"],
  ]);
  expect(ARSENALS.bf4.weapons.get("mare-s-leg")?.knownParts).toMatchObject([
    { value: { name: "ACOG (4x)", kills: 10 } },
  ]);
});

test("a Battlefield 4 part is described by its measured changes and its changes of Battlelog's bars", () => {
  const getType = (id: string) => ARSENALS.bf4.partTypes.get(id) ?? expect.fail(`no ${id}`);
  const heavyBarrel = getType("heavy-barrel");
  expect(formatPartEffects(heavyBarrel)).toEqual([
    "aimed spread, still −50 %",
    "aimed spread, moving −15 %",
    "spread per shot −7.5 %",
    "vertical recoil +30 %",
  ]);
  expect(formatBarChanges(heavyBarrel)).toEqual(["accuracy +30 %", "handling −25 %"]);
  expect(formatPartEffects(getType("bipod-bipod"))).toEqual([]);
});
