// The time to kill of a build is the same number on every screen: 50 random builds of each game.
import { expect, test } from "vitest";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { getBuild, getLoadoutHeadlines } from "#domain/loadout/build.ts";
import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { randomLoadout } from "#domain/loadout/random.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getHealth, getMultipliers } from "#domain/weapons/hit-zones.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { createRandom } from "#domain/weapons/simulation/simulate.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { killAt } from "#web/features/loadout/editor/figures/kill/kill.ts";

const BUILDS = 50;

test.for(["bf4", "bf2042"] as const)("of %s", (game) => {
  const arsenal = ARSENALS[game];
  const random = createRandom(11);
  const hitPoints = getHealth(arsenal.combat, "normal");
  let known = 0;
  for (let round = 0; round < BUILDS; round += 1) {
    const kitId = KIT_IDS[round % KIT_IDS.length] ?? "assault";
    const loadout = randomLoadout(arsenal, { kitId }, random);
    if (isVehicleLoadout(loadout)) throw new Error("A kit carries no vehicle.");
    const weapon = arsenal.weapons.get(loadout.primary.weaponId ?? "");
    if (!weapon) throw new Error("The loadout has no primary weapon.");
    const offered = game === "bf2042" ? ARSENALS.bf2042.attachments.get(weapon.id) : null;
    const build = getBuild(weapon, offered ?? null, loadout.primary);
    // The details and the comparison name the build by barrel and ammunition.
    const [barrel, ammunition] = [build?.configuration?.barrel, build?.configuration?.ammunition];
    const named = barrel && ammunition ? getBallistics(weapon, { barrel, ammunition }) : build;
    for (const { rangeM, ttkMs } of getLoadoutHeadlines(loadout, arsenal)) {
      const aim = { rangeM, head: "0", hitPoints } as const;
      const editor = build && killAt(build, { ...aim, hitRate: 1 }).time?.mean;
      const multipliers = getMultipliers(weapon, arsenal.combat);
      expect(editor ?? null, `${weapon.id} at ${rangeM} m in the editor`).toBe(ttkMs);
      expect(named && getLethality({ ...named, multipliers }, aim).ttkMs, `${weapon.id} in the details`).toBe(ttkMs);
      if (ttkMs !== null) known += 1;
    }
  }
  expect(known).toBeGreaterThan(BUILDS);
});
