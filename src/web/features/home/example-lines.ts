// The example of the home page as lines, for the still drawing of the build and for the live chart alike.

import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { m } from "#messages";
import type { Axis, Point, Series } from "#web/ui/charts/chart-scale.ts";
import { FARTHEST_M } from "./home-data.ts";
import type { ExampleWeapon } from "./read-home.ts";

export const DISTANCE: Axis = { label: m.common_distance(), unit: m.unit_m(), range: [0, FARTHEST_M] };
export const DAMAGE: Axis = { label: m.common_damage(), unit: "", range: [0, 40] };

/** The least damage of a hit that kills a full soldier, 100 health, in so many hits. */
export const LEVELS = [
  { y: 25, label: m.home_hits_4() },
  { y: 20, label: m.home_hits_5() },
  { y: 16.7, label: m.home_hits_6() },
] as const;

export const getLines = (weapons: readonly ExampleWeapon[]): readonly Series[] =>
  weapons.map(({ name, damage }) => ({
    name,
    shape: damage.kind === "steps" ? "step" : "straight",
    points: getPoints(damage),
  }));

function getPoints(damage: DamageProfile): readonly Point[] {
  if (damage.kind === "steps") return damage.steps.map((step) => [step.fromM, step.damage]);
  const { max, min, dropStartM, dropEndM } = damage;
  return [
    [0, max],
    [dropStartM, max],
    [dropEndM, min],
    [FARTHEST_M, min],
  ];
}
