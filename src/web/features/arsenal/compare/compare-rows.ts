// The rows of a comparison: every figure of the weapons side by side.

import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { Ballistics, Figure } from "#domain/weapons/ballistics.ts";
import { getFire } from "#domain/weapons/fire.ts";
import {
  exactUpToMs,
  flightMs,
  getDamageEnds,
  getLethality,
  type Lethal,
  type Target,
} from "#domain/weapons/lethality/at-range.ts";
import { type Spread, timeAtHitRate } from "#domain/weapons/lethality/hit-rate.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { formatSeconds, formatTtk } from "#messages/game/figure-words.ts";
import { figure, type Say } from "#web/components/charts/chart-scale.ts";

/** A weapon in a comparison, as it is built. */
export type Contestant = {
  id: string;
  name: string;
  /** Null for a pair of barrel and ammunition no source lists. */
  build: Ballistics | null;
  lethal: Lethal | null;
  mechanics: Mechanics | null;
  /** Figures two sources give differently. */
  disputed: readonly Figure[];
};

/** A row at a range: one text per weapon, null where it is not public; whether the weapons differ, and who is best. */
export type Reading = { texts: readonly (string | null)[]; best: readonly boolean[]; differs: boolean };

export type CompareRow = {
  label: string;
  readAt: (rangeM: number) => Reading;
  /** Changes with the range. */
  isLive: boolean;
  /** Whose source the badge names. */
  from?: Figure | "mechanics" | "earlierHead";
};

/** The end that is better; null where that depends on taste. */
type Better = "high" | "low" | null;

type Read = (one: Contestant, rangeM: number) => number | null;
type Kind = Pick<CompareRow, "label" | "from"> & {
  read: Read;
  say: Say;
  better: Better;
  /** Values above are minimums. */
  exactUpTo?: (one: Contestant) => number;
};

/** Every row, in the order of the screen: at the range first, then what is given. */
export function compareRows(contestants: readonly Contestant[], target: Omit<Target, "rangeM">): readonly CompareRow[] {
  const getRow =
    (isLive: boolean) =>
    ({ label, from, read, say, better, exactUpTo }: Kind): CompareRow => ({
      label,
      ...(from && { from }),
      isLive,
      readAt: remembering((rangeM) =>
        getReading(
          contestants.map((one) => read(one, rangeM)),
          say,
          better,
          exactUpTo && contestants.map(exactUpTo),
        ),
      ),
    });
  const isSeasonTwo = contestants.some(({ mechanics }) => mechanics !== null);
  return [
    ...atRange(target).map(getRow(true)),
    ...GIVEN.map(getRow(false)),
    ...(isSeasonTwo ? SEASON_TWO : NOT_PUBLIC).map(getRow(false)),
  ];
}

/**
 * Figures side by side. Weapons differ where they show different values; a missing figure is no difference. `best`
 * marks all with the better extreme, and none where all are alike or only one is known. A value above its `exactUpTo` is a
 * minimum: it is never best, and where it might be less than it seems nothing is.
 */
export function getReading(
  values: readonly (number | null)[],
  say: Say,
  better: Better,
  exactUpTo: readonly number[] = [],
): Reading {
  const isMinimum = (value: number, at: number) => value > (exactUpTo[at] ?? value);
  const texts = values.map((value, at) => (value === null ? null : say(value, isMinimum(value, at))));
  const known = values.filter((value) => value !== null);
  const shown = new Set(texts.filter((text) => text !== null));
  const isDecided = better !== null && shown.size > 1;
  // With its mark a minimum reads like no other text, so that a lowest value that is one leaves the row without a best.
  const best = isDecided ? say(better === "high" ? Math.max(...known) : Math.min(...known)) : null;
  return {
    texts,
    best: texts.map((text) => best !== null && text === best),
    differs: shown.size > 1 || (shown.size === 1 && known.length < values.length),
  };
}

function atRange(target: Omit<Target, "rangeM">): readonly Kind[] {
  const { hitRate = 1 } = target;
  const heads = target.head === "0" ? {} : { from: "earlierHead" as const };
  const time = { say: formatTtk, better: "low", ...heads } as const;
  const at = (read: (lethality: ReturnType<typeof getLethality>) => number | null): Read => {
    return ({ lethal }, rangeM) => lethal && read(getLethality(lethal, { ...target, rangeM }));
  };
  const spreadOf = createSpreads(hitRate);
  const upTo = (rate: number) => (one: Contestant) => (one.lethal ? exactUpToMs(one.lethal, rate) : 0);
  const spread = (read: (spread: Spread) => number): Read => {
    return ({ lethal }, rangeM) => {
      const shots = lethal && getLethality(lethal, { ...target, rangeM }).shots;
      const times = lethal && shots !== null ? spreadOf(shots, lethal) : null;
      return times && read(times);
    };
  };
  const misses: readonly Kind[] = [
    { label: m.arsenal_expected_ttk(), read: spread(({ mean }) => mean), exactUpTo: upTo(hitRate), ...time },
    { label: m.arsenal_nine_of_ten_fights_within(), read: spread(({ p90 }) => p90), exactUpTo: upTo(1), ...time },
  ];
  return [
    {
      label: m.arsenal_damage_at_range(),
      read: at(({ damage }) => damage),
      say: (value) => figure(value),
      better: "high",
    },
    {
      label: m.common_shots_to_kill(),
      read: at(({ shots }) => shots),
      say: (value) => figure(value),
      better: "low",
      ...heads,
    },
    {
      label: hitRate < 1 ? m.arsenal_ttk_every_shot_hitting() : m.common_ttk(),
      read: at(({ ttkMs }) => ttkMs),
      exactUpTo: upTo(1),
      ...time,
    },
    ...(hitRate < 1 ? misses : []),
    {
      label: m.arsenal_time_of_flight(),
      read: ({ build }, rangeM) => flightMs(build?.velocityMps ?? null, rangeM),
      say: ms,
      better: "low",
    },
  ];
}

/** Times by shots and rhythm, each worked out once. */
function createSpreads(hitRate: number): (shots: number, weapon: Lethal) => Spread | null {
  const known = new Map<string, Spread | null>();
  return (shots, weapon) => {
    const fire = getFire(weapon);
    const key = `${shots} ${JSON.stringify(fire)}`;
    const spread = known.get(key) ?? timeAtHitRate(shots, hitRate, fire);
    known.set(key, spread);
    return spread;
  };
}

const ms = (value: number) => figure(Math.round(value), m.unit_ms());
const degrees = (value: number) => m.unit_angle({ degrees: formatNumber(value, 3).replace("-", "−") });
const rounds = (value: number) => figure(value);
const rpm = (value: number) => figure(value, m.unit_rpm());
const built =
  (read: (build: Ballistics) => number | null): Read =>
  ({ build }) =>
    build && read(build);

const GIVEN: readonly Kind[] = [
  {
    label: m.arsenal_damage_greatest(),
    read: built((build) => getDamageEnds(build)?.max ?? null),
    say: rounds,
    better: "high",
    from: "damage",
  },
  {
    label: m.arsenal_damage_least(),
    read: built((build) => getDamageEnds(build)?.min ?? null),
    say: rounds,
    better: "high",
    from: "damage",
  },
  {
    label: m.arsenal_head_multiplier(),
    read: built((build) => build.headMultiplier),
    say: (value) => m.unit_factor({ factor: formatNumber(value, 3) }),
    better: "high",
    from: "headMultiplier",
  },
  { label: m.arsenal_pellets(), read: built((build) => build.pellets), say: rounds, better: null, from: "pellets" },
  {
    label: m.arsenal_rate_auto(),
    read: built(({ ratesOfFireRpm }) => ratesOfFireRpm.auto),
    say: rpm,
    better: "high",
    from: "rateOfFireRpm",
  },
  {
    label: m.arsenal_rate_burst(),
    read: built(({ ratesOfFireRpm }) => ratesOfFireRpm.burst),
    say: rpm,
    better: "high",
    from: "rateOfFireRpm",
  },
  {
    label: m.arsenal_rate_single(),
    read: built(({ ratesOfFireRpm }) => ratesOfFireRpm.single),
    say: rpm,
    better: "high",
    from: "rateOfFireRpm",
  },
  {
    label: m.common_velocity(),
    read: built((build) => build.velocityMps),
    say: (value) => figure(value, m.unit_mps()),
    better: "high",
    from: "velocityMps",
  },
  { label: m.common_magazine(), read: built((build) => build.magazine), say: rounds, better: "high", from: "magazine" },
  {
    label: m.common_reload_empty(),
    read: built(({ reload }) => reload?.emptyS ?? null),
    say: formatSeconds,
    better: "low",
    from: "reload",
  },
  {
    label: m.common_reload_round_left(),
    read: built(({ reload }) => reload?.tacticalS ?? null),
    say: formatSeconds,
    better: "low",
    from: "reload",
  },
];

const measured = (label: string, read: (gun: Mechanics) => number, say: Say, better: Better): Kind => ({
  label,
  read: ({ mechanics }) => mechanics && read(mechanics),
  say,
  better,
  from: "mechanics",
});

const SEASON_TWO: readonly Kind[] = [
  measured(m.common_time_to_draw(), (gun) => gun.deployS, formatSeconds, "low"),
  measured(m.arsenal_recoil_up_aimed(), (gun) => gun.recoil.ads.stand.up, degrees, "low"),
  measured(m.common_recoil_left_aimed(), (gun) => gun.recoil.ads.stand.left, degrees, null),
  measured(m.common_recoil_right_aimed(), (gun) => gun.recoil.ads.stand.right, degrees, null),
  measured(m.common_spread_aimed(), (gun) => gun.spread.ads.stand.base.min, degrees, "low"),
  measured(m.arsenal_spread_from_the_hip(), (gun) => gun.spread.hip.stand.base.min, degrees, "low"),
];

/** No source gives these for the game; saying so is better than leaving them out. */
const NOT_PUBLIC: readonly Kind[] = [m.arsenal_time_to_aim(), m.arsenal_recoil(), m.arsenal_spread()].map((label) => ({
  label,
  read: () => null,
  say: rounds,
  better: null,
}));

/** A function that works its last answer out once. */
function remembering<Answer>(answer: (rangeM: number) => Answer): (rangeM: number) => Answer {
  let last: { rangeM: number; answer: Answer } | null = null;
  return (rangeM) => {
    if (last?.rangeM !== rangeM) last = { rangeM, answer: answer(rangeM) };
    return last.answer;
  };
}
