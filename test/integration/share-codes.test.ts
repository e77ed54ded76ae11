// @postgres
import { describe, expect, test } from "vitest";
import { GAMES } from "#domain/game.ts";
import { createRandomLoadout } from "#domain/loadout/random.ts";
import { decodeShare, encodeShare, getShareGame } from "#domain/loadout/sharing/share-code.ts";
import { createRandom } from "#domain/seeded-random.ts";
import { makeWorld } from "#test/harness/world.ts";

const MAX_CHARACTERS = 80_000;

describe("the codebook that the server sends", () => {
  test.for(GAMES)("for %s encodes and decodes codes without a session, and is small", async (game) => {
    await using world = await makeWorld();
    const codebook = await world.visitor().trpc.arsenal.codebook.query({ game });
    expect(JSON.stringify(codebook).length).toBeLessThan(MAX_CHARACTERS);
    const loadout = createRandomLoadout(world.context.arsenals[game], { kitId: "support" }, createRandom(11));
    const code = encodeShare({ name: "Passed on", loadout }, codebook);
    expect(getShareGame(code)).toBe(game);
    expect(decodeShare(code, codebook)).toEqual({ kind: "loadout", name: "Passed on", loadout });
  });
});

test("the equipment of Battlefield 4 lists the options of its vehicle classes, without their unlock conditions", async () => {
  await using world = await makeWorld();
  const equipment = await world.visitor().trpc.arsenal.equipment.query({ game: "bf4" });
  if (equipment.game !== "bf4") throw new Error("The equipment is of another game.");
  expect(equipment.vehicleLoadouts).toHaveLength(9);
  const [tank] = equipment.vehicleLoadouts;
  expect(tank).toMatchObject({ id: "vehiclembt", name: "Main Battle Tanks" });
  expect(tank?.slots[0]?.options[0]).toEqual({ id: "ap-shell", name: "AP Shell" });
});
