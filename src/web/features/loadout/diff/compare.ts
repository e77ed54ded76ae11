// The figures of two guns side by side, and which of the two is better.

import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import type { Target } from "#web/features/loadout/editor/figures/aim.ts";
import { formatHandling, type HandlingFigure } from "#web/features/loadout/editor/figures/handling.ts";
import { killAt } from "#web/features/loadout/editor/figures/kill/kill.ts";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

export type Gun = {
  name: string;
  /** What is known of the weapon, its sources among it; null where that is not at hand. */
  answer: WeaponAnswer | null;
  build: Ballistics | null;
  /** Of Battlefield 2042's Season 2; empty where nothing is public. */
  handling: readonly HandlingFigure[];
};

export type FigureRow = {
  title: string;
  /** Null: no public figure. */
  a: string | null;
  b: string | null;
  /** Null where both are alike or one of them is unknown. */
  better: "a" | "b" | null;
};

type Measure = { title: string; a: number | null; b: number | null; say: (value: number) => string; isMore?: true };

/** Each figure of both guns at this target, what more or less of is better marked; none for a gun that is missing. */
export function figureRows(a: Gun | null, b: Gun | null, target: Target): readonly FigureRow[] {
  const [one, other] = [getNumbers(a?.build ?? null, target), getNumbers(b?.build ?? null, target)];
  const at = `at ${target.rangeM} m`;
  const pair = (key: keyof typeof one) => ({ a: one[key], b: other[key] });
  const plain = (value: number) => figure(value);
  const measures: readonly Measure[] = [
    { title: `Damage ${at}`, ...pair("damage"), say: plain, isMore: true },
    { title: `Hits to kill ${at}`, ...pair("hits"), say: plain },
    { title: `Time to kill ${at}`, ...pair("time"), say: formatTtk },
    { title: "Magazine", ...pair("magazine"), say: plain, isMore: true },
    { title: `Magazine kills ${at}`, ...pair("kills"), say: plain, isMore: true },
    { title: "Rate of fire", ...pair("rpm"), say: (rpm) => figure(rpm, "rpm"), isMore: true },
    { title: "Velocity", ...pair("velocity"), say: (speed) => figure(speed, "m/s"), isMore: true },
    { title: "Reload, round left", ...pair("reload"), say: (seconds) => figure(seconds, "s") },
    { title: "Reload, empty", ...pair("emptyReload"), say: (seconds) => figure(seconds, "s") },
    ...handlingMeasures(a, b),
  ];
  return measures.map(getRow);
}

function getNumbers(build: Ballistics | null, target: Target) {
  const kill = build && killAt(build, target);
  const reload = build?.reload ?? null;
  return {
    damage: kill?.damage ?? null,
    hits: kill?.hits ?? null,
    time: kill?.time?.mean ?? null,
    magazine: build?.magazine ?? null,
    kills: kill?.magazineKills ?? null,
    rpm: build?.rateOfFireRpm ?? null,
    velocity: build?.velocityMps ?? null,
    reload: reload && reload.tacticalS / reload.speed,
    emptyReload: reload && reload.emptyS / reload.speed,
  };
}

function handlingMeasures(a: Gun | null, b: Gun | null): readonly Measure[] {
  const titles = new Map([...(a?.handling ?? []), ...(b?.handling ?? [])].map(({ title, unit }) => [title, unit]));
  const getFigure = (gun: Gun | null, title: string) => gun?.handling.find((one) => one.title === title)?.value ?? null;
  return [...titles].map(([title, unit]) => ({
    title: `${title}, Season 2`,
    ...{ a: getFigure(a, title), b: getFigure(b, title) },
    say: (value) => formatHandling(value, unit),
  }));
}

function getRow({ title, a, b, say, isMore }: Measure): FigureRow {
  const [saidA, saidB] = [a, b].map((value) => (value === null ? null : say(value)));
  return { title, a: saidA ?? null, b: saidB ?? null, better: saidA === saidB ? null : getBetter(a, b, isMore) };
}

function getBetter(a: number | null, b: number | null, isMore = false): FigureRow["better"] {
  if (a === null || b === null || a === b) return null;
  return a > b === isMore ? "a" : "b";
}
