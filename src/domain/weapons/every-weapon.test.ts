// Tests every weapon and every pair of barrel and ammunition in the data.
import { describe, expect, test } from "vitest";
import { getArsenalAtLayer } from "#domain/game-data/bf2042-arsenal.ts";
import { LAYERS, type Layer, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { getLethality } from "#domain/weapons/lethality/at-range.ts";
import { type Attack, getTimeSpread } from "#domain/weapons/lethality/kill-chances.ts";
import { getShotsLine } from "#domain/weapons/lethality/kill-line.ts";
import { getMs, shotsToKill } from "#domain/weapons/lethality/lethality.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { type Ballistics, getBallistics } from "./ballistics.ts";
import { damageAt, type Fire, getFire } from "./fire.ts";

type Case = { name: string; weaponId: string; damage: DamageProfile; pellets: number; head: number; fire: Fire | null };

const toCases = (weaponId: string, name: string, build: Ballistics | null): Case[] =>
  build?.damage
    ? [
        {
          name,
          weaponId,
          damage: build.damage,
          pellets: build.pellets ?? 1,
          head: build.headMultiplier ?? 1,
          fire: getFire(build),
        },
      ]
    : [];

const BF4 = [...ARSENALS.bf4.weapons.values()].flatMap((weapon) =>
  toCases(weapon.id, weapon.id, getBallistics(weapon)),
);
const getCases = (layer: Layer) =>
  [...getArsenalAtLayer(ARSENALS.bf2042, layer).weapons.values()].flatMap((weapon) =>
    weapon.configurations.flatMap(({ barrel, ammunition }) =>
      toCases(
        weapon.id,
        `${weapon.id} ${barrel} ${ammunition} ${layer}`,
        getBallistics(weapon, { barrel, ammunition }),
      ),
    ),
  );
const BF2042 = getCases(SHOWN_PATCH);
const CASES = [...BF4, ...BF2042, ...getCases("6.2.0")];

/** The guns whose damage rises at 50 m according to the source; see docs/data.md. */
const RISING = new Set(["m16a3", "m416"]);
const FALLING = CASES.filter(({ weaponId, damage }) => damage.kind === "linear" || !RISING.has(weaponId));
const DISTANCES_M = Array.from({ length: 61 }, (_, at) => at * 2.5);
const HEALTHS = [100, 60];

const getDamageRange = (profile: DamageProfile): [minimum: number, maximum: number] => {
  const values = profile.kind === "linear" ? [profile.min, profile.max] : profile.steps.map(({ damage }) => damage);
  return [Math.min(...values), Math.max(...values)];
};

/** The names of the cases that break a rule, so that a failure names the weapons. */
const listBrokenCases = (cases: readonly Case[], holds: (item: Case) => boolean) =>
  cases.filter((item) => !holds(item)).map(({ name }) => name);

const getShotsAt = ({ damage, pellets, head }: Case, distanceM: number, health: number, headHits = 0) =>
  shotsToKill({ health, damage: damageAt(damage, distanceM), pellets, headMultiplier: head, headHits });

const getAttack = ({ damage, pellets }: Case, hitRate: number): Attack => ({
  health: 100,
  damage: damageAt(damage, 30),
  pellets,
  hitRate,
});

const hasNoPair = <T>(values: readonly T[], isViolation: (before: T, after: T) => boolean) =>
  values.every((value, at) => at === 0 || !isViolation(values[at - 1] ?? value, value));

describe("every weapon of the data", () => {
  test("is tested: at least 99 weapons of Battlefield 4, and 719 pairs of Battlefield 2042", () => {
    expect(BF4).toHaveLength([...ARSENALS.bf4.weapons.values()].filter(({ damage }) => damage.length > 0).length);
    expect(BF4.length).toBeGreaterThanOrEqual(99);
    expect(BF2042).toHaveLength(719);
  });

  test("deals damage between its minimum and its maximum, which is at the muzzle", () => {
    const holds = ({ damage }: Case) => {
      const [minimum, maximum] = getDamageRange(damage);
      const damages = DISTANCES_M.map((distanceM) => damageAt(damage, distanceM));
      return damages[0] === maximum && damages.every((value) => value >= minimum && value <= maximum);
    };
    expect(listBrokenCases(CASES, holds)).toEqual([]);
  });

  test("never needs fewer shots at a greater distance, except two weapons whose damage rises", () => {
    const holds = (item: Case) =>
      HEALTHS.every((health) =>
        hasNoPair(
          DISTANCES_M.map((distanceM) => getShotsAt(item, distanceM, health)),
          (near, far) => far < near,
        ),
      );
    expect(listBrokenCases(FALLING, holds)).toEqual([]);
  });

  test("is marked as an anomaly only if its damage rises", () => {
    const rises = ({ damage }: Case) =>
      damage.kind === "steps" && !hasNoPair(damage.steps, (near, far) => far.damage > near.damage);
    expect(new Set(CASES.filter(rises).map(({ weaponId }) => weaponId))).toEqual(RISING);
    const anomalies = [...getArsenalAtLayer(ARSENALS.bf2042, "6.2.0").weapons.values()].filter(
      (weapon) => getBallistics(weapon)?.disagree,
    );
    expect(new Set(anomalies.map(({ id }) => id))).toEqual(RISING);
  });

  test("never needs more shots for more headshots", () => {
    const holds = (item: Case) =>
      [0, 30, 75, 150].every((distanceM) =>
        hasNoPair(
          [0, 1, 2, 3, Number.POSITIVE_INFINITY].map((headHits) => getShotsAt(item, distanceM, 100, headHits)),
          (fewer, more) => more > fewer,
        ),
      );
    expect(listBrokenCases(CASES, holds)).toEqual([]);
  });

  test("has the same time in every fight if every shot hits", () => {
    const holds = (item: Case) => {
      const shots = getShotsAt(item, 30, 100);
      const ms = getMs(shots, item.fire);
      const atRate = getTimeSpread(getAttack(item, 1), item.fire);
      return ms === null ? atRate === null : atRate !== null && Object.values(atRate).every((value) => value === ms);
    };
    expect(listBrokenCases(CASES, holds)).toEqual([]);
  });

  test("has a finite or an unknown time to kill in every layer", () => {
    for (const layer of LAYERS)
      for (const weapon of getArsenalAtLayer(ARSENALS.bf2042, layer).weapons.values()) {
        const build = getBallistics(weapon);
        if (!build) continue;
        for (const [hitRate, rangeM] of [
          [1, 60],
          [0.2, 60],
          [0.4, 0],
        ] as const) {
          const { ttkMs } = getLethality(build, { heads: 0, hitPoints: 100, hitRate, rangeM });
          expect(ttkMs === null || Number.isFinite(ttkMs), `${weapon.id} ${layer}`).toBe(true);
        }
      }
  });

  test("is never faster at a lower hit rate", () => {
    const holds = (item: Case) => {
      if (!item.fire) return true;
      const spreads = [1, 0.75, 0.5, 0.25, 0.1].map((hitRate) => getTimeSpread(getAttack(item, hitRate), item.fire));
      return (["mean", "p10", "median", "p90"] as const).every((point) =>
        hasNoPair(
          spreads.map((spread) => spread?.[point] ?? Number.NaN),
          (higher, lower) => !(lower >= higher),
        ),
      );
    };
    expect(listBrokenCases(CASES, holds)).toEqual([]);
  });

  test("has a line of shots that agrees with the shots at every distance", () => {
    const holds = ({ damage, pellets, head }: Case) => {
      const landing = { pellets, headMultiplier: head, headHits: 1 };
      const line = getShotsLine(damage, 100, landing);
      return DISTANCES_M.map((distanceM) => distanceM + 0.01).every((distanceM) => {
        const shots = shotsToKill({ ...landing, health: 100, damage: damageAt(damage, distanceM) });
        return line.findLast(({ fromM }) => fromM <= distanceM)?.shots === shots;
      });
    };
    expect(listBrokenCases(CASES, holds)).toEqual([]);
  });
});
