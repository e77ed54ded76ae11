// The time to kill of a build is the same number on every screen: 50 random builds of each game.
import { expect, test } from "vitest";
import { atLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import { summarizeWeapon } from "#domain/game-data/summary.ts";
import { getBuild, getLoadoutHeadlines } from "#domain/loadout/build.ts";
import { isVehicleLoadout } from "#domain/loadout/loadout.ts";
import { randomLoadout } from "#domain/loadout/random.ts";
import { exactTtkMs } from "#domain/loadout/range-starters.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { getHealth, getMultipliers } from "#domain/weapons/hit-zones.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { createRandom } from "#domain/weapons/simulation/simulate.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { sayAt } from "#web/components/charts/chart-scale.ts";
import { ttkLine } from "#web/features/arsenal/compare/chart-lines.ts";
import { compareRows } from "#web/features/arsenal/compare/compare-rows.ts";
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

// Three at 1,199 a minute, 159 times a minute: the fifth hit is the second of the second burst, 377.36 + 50.04 ms.
test.for([
  ["ac-42", 427.4],
  ["g57", 386.15],
  ["ak-24", 369.8],
] as const)("of the bursts of %s in Season 2 at 30 m", ([id, ms]) => {
  const { weapons, combat } = atLayer(ARSENALS.bf2042, SEASON_TWO);
  const weapon = weapons.get(id);
  const build = weapon && getBallistics(weapon);
  if (!weapon || !build) throw new Error(`No figures of "${id}".`);
  const target = { rangeM: 30, head: "0", hitPoints: 100 } as const;
  const line = ttkLine(id, build, target)?.points ?? [];
  const [row] = compareRows([{ id, name: id, build, lethal: build, mechanics: null, disputed: [] }], target).filter(
    ({ label }) => label === "TTK",
  );
  const times = [
    getLethality(build, target).ttkMs,
    getLethality(summarizeWeapon(weapon, combat), target).ttkMs,
    killAt(build, { ...target, hitRate: 1 }).time?.mean,
    line.findLast(([fromM]) => fromM <= target.rangeM)?.[1],
  ];
  for (const time of times) expect(time).toBeCloseTo(ms, 1);
  expect(row?.readAt(target.rangeM).texts).toEqual([formatTtk(ms)]);
});

test("of a weapon that fires bursts alone is a minimum on every screen beyond one burst", () => {
  const weapon = ARSENALS.bf4.weapons.get("m16a4");
  const other = ARSENALS.bf4.weapons.get("ak-12");
  const [build, real] = [weapon && getBallistics(weapon), other && getBallistics(other)];
  if (!build || !real) throw new Error("No figures");
  const target = { rangeM: 30, head: "0", hitPoints: 100 } as const;
  const sides = [build, real].map((one, at) => {
    return { id: String(at), name: String(at), build: one, lethal: one, mechanics: null, disputed: [] };
  });
  const row = compareRows(sides, target).find(({ label }) => label === "TTK");
  expect(row?.readAt(30)).toMatchObject({ texts: ["≥ 300 ms", "353 ms"], best: [false, false] });
  const line = ttkLine("M16A4", build, target);
  expect(line && sayAt(line, 30, formatTtk)).toBe("≥ 300 ms");
  expect(killAt(build, { ...target, hitRate: 1 }).isMinimum).toBe(true);
  expect(killAt(real, { ...target, hitRate: 1 }).isMinimum).toBe(false);
  expect(exactTtkMs(build, 30, 100)).toBeNull();
});
