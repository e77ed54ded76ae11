import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { describeGaps, ROLE_TITLES } from "#messages/loadout/squad-words.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import type { Loadout } from "./loadout.ts";
import { encodeShare } from "./sharing/share-code.ts";
import { formatSquad, listRoleItems, listRoles, parseSquad, SQUAD_SIZE } from "./squad.ts";
import { createStarterLoadout, createVehicleStarter } from "./starter.ts";

describe.each(GAMES)("a squad of %s", (game) => {
  test("has a place for each soldier, which may be empty in the URL", () => {
    const size = SQUAD_SIZE[game];
    expect(parseSquad("", game)).toEqual(Array(size).fill(null));
    expect(parseSquad("a..b", game)).toEqual(["a", null, "b", ...Array(size - 3).fill(null)]);
    expect(parseSquad(`${"x.".repeat(20)}x`, game)).toHaveLength(size);
    expect(parseSquad(formatSquad(["a", null, "b"]), game).slice(0, 3)).toEqual(["a", null, "b"]);
  });

  test("fits into a URL with a named loadout in each place", () => {
    const arsenal = ARSENALS[game];
    const code = encodeShare(
      { name: "x".repeat(60), loadout: createStarterLoadout(arsenal, "assault") },
      arsenal.codebook,
    );
    expect(code).not.toContain(".");
    expect(formatSquad(Array(SQUAD_SIZE[game]).fill(code)).length).toBeLessThan(2000);
  });

  test("has only roles whose items its kits may carry", () => {
    const itemIds = new Set(listCarried(ARSENALS[game]));
    expect(listRoleItems(game).filter((id) => !itemIds.has(id))).toEqual([]);
  });

  test("lacks the roles that none of its soldiers has", () => {
    const arsenal = ARSENALS[game];
    const roles = KIT_IDS.map((kit) => listRoles(createStarterLoadout(arsenal, kit)));
    const gaps = describeGaps(roles);
    for (const role of roles.flat()) expect(gaps ?? "").not.toContain(`no ${ROLE_TITLES[role]}`);
    expect(describeGaps([])).toBe(
      "This squad has no reviver, no healer, no ammo, no repair tool, no anti-vehicle, no anti-air and no spawn beacon.",
    );
  });
});

/** Returns every gadget that a kit or one of its specialists may carry. */
function listCarried(arsenal: Arsenal): readonly string[] {
  if (arsenal.game === "bf4")
    return [...arsenal.kits.values()].flatMap(({ slots }) => [...slots.gadget1, ...slots.gadget2]);
  return [...arsenal.kits.values()].flatMap(({ gadgetIds, specialistIds }) => [
    ...gadgetIds,
    ...specialistIds.flatMap((id) => arsenal.specialists.get(id)?.gadgetIds[0]?.value ?? []),
  ]);
}

test("a Battlefield 4 medic revives and heals", () => {
  const medic = createStarterLoadout(ARSENALS.bf4, "assault");
  if (medic.game !== "bf4") throw new Error("Of another game.");
  expect(listRoles({ ...medic, gadget1Id: "defibrillator", gadget2Id: "medic-bag" })).toEqual(["revive", "heal"]);
});

test("a specialist's own gadget fills a role, too", () => {
  const engineer = createStarterLoadout(ARSENALS.bf2042, "engineer");
  if (engineer.game !== "bf2042") throw new Error("Of another game.");
  const getGadgets = (id: string) => ARSENALS.bf2042.specialists.get(id)?.gadgetIds[0]?.value ?? [];
  const loadout: Loadout = { ...engineer, specialistId: "lis", gadgetIds: [null, null] };
  expect(listRoles(loadout, getGadgets)).toEqual(["antiVehicle"]);
});

test("a vehicle fills no role of a soldier, and a squad with every role lacks nothing", () => {
  expect(listRoles(createVehicleStarter("vehiclembt"))).toEqual([]);
  expect(
    describeGaps([
      ["revive", "heal", "resupply", "repair"],
      ["antiVehicle", "antiAir", "spawn"],
    ]),
  ).toBeNull();
});
