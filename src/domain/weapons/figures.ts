// The table of a weapon's figures: how each is read, its unit, and which direction is better. Its labels are in
// #messages/game/figures.ts; every list, column, comparison and search of figures uses these two tables.

import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import type { Ballistics, Figure as Recorded } from "./ballistics.ts";
import {
  exactUpToMs,
  flightMs,
  getAttack,
  getDamageEnds,
  getDrop,
  getKillTimes,
  getLethality,
  isSure,
  type Lethal,
  type Lethality,
  type Target,
} from "./lethality/at-range.ts";
import { getShotSpread, type Spread } from "./lethality/kill-chances.ts";
import { roundTo, type Unit } from "./unit.ts";

/** A weapon of a list, or a build; of the rates of fire, a list has only the rate in bursts. */
type FigureBuild = Lethal &
  Pick<Ballistics, "velocityMps"> &
  Partial<Pick<Ballistics, "ratesOfFireRpm" | "shellDamage"> & Pick<WeaponSummary, "burstRpm">>;

/** The figures that depend on the range and the target; each is null if it requires an unknown figure. */
export type AtRange = Lethality & { flightMs: number | null };

export const getAtRange = (build: FigureBuild, target: Target): AtRange => ({
  ...getLethality(build, target),
  flightMs: flightMs(build.velocityMps, target.rangeM),
});

/** The data from which figures are read. */
export type FigureSubject = {
  build: FigureBuild | null;
  at: AtRange | null;
  /** Omitted for a row of the table, which has the figures at the range. */
  target?: Target;
  /** The mechanics measured in Season 2. */
  mechanics?: Mechanics | null;
  /** The player's own statistics with the weapon; accuracy from 0 to 1. */
  own?: { kills: number | null; accuracy: number | null } | null;
};

/** Returns the subject of a build against a target. */
export const getSubject = (
  build: FigureBuild | null,
  target: Target,
  mechanics: Mechanics | null = null,
): FigureSubject => ({ build, at: build && getAtRange(build, target), target, mechanics });

type Read = (subject: FigureSubject) => number | null;

/** "zero": nearer to 0 is better, because the recoil of a gun that always pulls to one side is negative on the other. Null: neither. */
type Better = "high" | "low" | "zero" | null;

type Figure = {
  unit: Unit;
  better: Better;
  /** Returns null if the figure is unknown. */
  read: Read;
  /** Returns the other end of a figure that is shown as a range. */
  readLow?: Read;
  /** Whether the value is a minimum; only for times to kill. */
  isMinimum?: (subject: FigureSubject) => boolean;
  /** The recorded figure whose source it has; none if it is calculated. */
  from?: Recorded | "mechanics";
  /** The path of the figure in Season 2's mechanics and in the effects of parts. */
  path?: string;
  /** The search term that sorts and compares by it. */
  word?: string;
};

const ofBuild =
  (read: (build: FigureBuild) => number | null | undefined): Read =>
  ({ build }) =>
    (build && read(build)) ?? null;

/** Returns the distribution of the shots until the kill. */
export const getShots = ({ build, target }: FigureSubject): Spread | null => {
  const attack = build && target && getAttack(build, target);
  return attack ? getShotSpread(attack) : null;
};

/** Returns the milliseconds from the first shot to the kill. */
export const getTimes = ({ build, target }: FigureSubject): Spread | null =>
  build && target ? getKillTimes(build, target) : null;

const getLatest: Read = (subject) => getTimes(subject)?.p90 ?? null;

/** Returns the soldiers that one magazine kills: a whole number if every shot hits, otherwise the mean. */
function getMagazineKills(subject: FigureSubject): number | null {
  const { build, at, target } = subject;
  if (!build || build.magazine == null || !at || at.shots === null) return null;
  if (!target || isSure(target)) return Math.floor(build.magazine / at.shots);
  const shots = getShots(subject);
  return shots && build.magazine / shots.mean;
}

const handling = (unit: "ms" | "°" | "×" | "m/s²" | "coefficient", path: string) =>
  ({
    unit,
    better: unit === "°" ? "zero" : "low",
    read: ({ mechanics }: FigureSubject) => (mechanics ? readMechanics({ unit, path }, mechanics) : null),
    from: "mechanics",
    path,
  }) as const;

/** A figure that no source gives for any weapon; lists show it as unknown beside similar figures. */
const NOT_PUBLIC = { unit: "number", better: null, read: () => null } as const;

const TABLE = {
  damage: {
    unit: "number",
    better: "high",
    read: ofBuild((build) => getDamageEnds(build)?.max),
    readLow: ofBuild((build) => getDamageEnds(build)?.min),
    from: "damage",
    word: "max",
  },
  damageMax: { unit: "number", better: "high", read: ofBuild((build) => getDamageEnds(build)?.max), from: "damage" },
  damageMin: { unit: "number", better: "high", read: ofBuild((build) => getDamageEnds(build)?.min), from: "damage" },
  damageAt: { unit: "number", better: "high", read: ({ at }) => at?.damage ?? null, word: "damage" },
  shots: { unit: "number", better: "low", read: ({ at }) => at?.shots ?? null, word: "shots" },
  meanShots: {
    unit: "number",
    better: "low",
    read: (subject) => getShots(subject)?.mean ?? null,
  },
  ttk: {
    unit: "ms",
    better: "low",
    read: ({ at }) => at?.ttkMs ?? null,
    isMinimum: ({ at }) => at?.isMinimum === true,
    word: "ttk",
  },
  nineOfTen: {
    unit: "ms",
    better: "low",
    read: getLatest,
    isMinimum: (subject) => subject.build !== null && (getLatest(subject) ?? 0) > exactUpToMs(subject.build),
  },
  magazineKills: { unit: "number", better: "high", read: getMagazineKills },
  flight: { unit: "ms", better: "low", read: ({ at }) => at?.flightMs ?? null, word: "flight" },
  drop: {
    unit: "cm",
    better: "low",
    read: ({ at, mechanics }) =>
      mechanics && at && at.flightMs !== null ? getDrop(at.flightMs, mechanics.gravityMps2) * 100 : null,
  },
  rateOfFire: {
    unit: "rpm",
    better: "high",
    read: ofBuild(({ rateOfFireRpm }) => rateOfFireRpm),
    from: "rateOfFireRpm",
    path: "rateOfFireRpm.auto",
    word: "rpm",
  },
  auto: {
    unit: "rpm",
    better: "high",
    read: ofBuild(({ ratesOfFireRpm }) => ratesOfFireRpm?.auto),
    from: "rateOfFireRpm",
  },
  burst: {
    unit: "rpm",
    better: "high",
    read: ofBuild(({ ratesOfFireRpm, burstRpm }) => ratesOfFireRpm?.burst ?? burstRpm),
    from: "rateOfFireRpm",
    word: "burst",
  },
  single: {
    unit: "rpm",
    better: "high",
    read: ofBuild(({ ratesOfFireRpm }) => ratesOfFireRpm?.single),
    from: "rateOfFireRpm",
  },
  velocity: {
    unit: "m/s",
    better: "high",
    read: ofBuild(({ velocityMps }) => velocityMps),
    from: "velocityMps",
    path: "velocityMps",
    word: "velocity",
  },
  magazine: {
    unit: "number",
    better: "high",
    read: ofBuild(({ magazine }) => magazine),
    from: "magazine",
    path: "magazine",
    word: "mag",
  },
  reload: {
    unit: "s",
    better: "low",
    read: ofBuild(({ reload }) => reload?.tacticalS),
    from: "reload",
    path: "reload.tacticalS",
    word: "reload",
  },
  reloadEmpty: {
    unit: "s",
    better: "low",
    read: ofBuild(({ reload }) => reload?.emptyS),
    from: "reload",
    path: "reload.emptyS",
  },
  head: {
    unit: "×",
    better: "high",
    read: ofBuild(({ headMultiplier }) => headMultiplier),
    from: "headMultiplier",
    word: "head",
  },
  pellets: { unit: "number", better: null, read: ofBuild(({ pellets }) => pellets), from: "pellets" },
  shellDamage: { unit: "number", better: "high", read: ofBuild(({ shellDamage }) => shellDamage), from: "shellDamage" },
  kills: { unit: "number", better: "high", read: ({ own }) => own?.kills ?? null, word: "kills" },
  accuracy: {
    unit: "%",
    better: "high",
    read: ({ own }) => (own?.accuracy == null ? null : own.accuracy * 100),
    word: "accuracy",
  },
  draw: handling("ms", "deployS"),
  zoom: handling("ms", "adsTransitionS"),
  recoilUp: handling("°", "recoil.ads.stand.up"),
  recoilLeft: handling("°", "recoil.ads.stand.left"),
  recoilRight: handling("°", "recoil.ads.stand.right"),
  firstShot: handling("×", "recoil.ads.stand.firstShotMul"),
  hipRecoilUp: handling("°", "recoil.hip.stand.up"),
  spread: handling("°", "spread.ads.stand.base.min"),
  movingSpread: handling("°", "spread.ads.stand.move.min"),
  spreadPerShot: handling("°", "spread.ads.stand.base.inc"),
  hipSpread: handling("°", "spread.hip.stand.base.min"),
  movingHipSpread: handling("°", "spread.hip.stand.move.min"),
  pelletSpread: handling("°", "dispersion.horizontal"),
  gravity: handling("m/s²", "gravityMps2"),
  drag: handling("coefficient", "drag"),
  aimTime: NOT_PUBLIC,
  anyRecoil: NOT_PUBLIC,
  anySpread: NOT_PUBLIC,
} as const satisfies Record<string, Figure>;

export type FigureId = keyof typeof TABLE;
export const FIGURES: Readonly<Record<FigureId, Figure>> = TABLE;
export const FIGURE_IDS = Object.keys(TABLE) as readonly FigureId[];

/** The figures of Season 2 by which two guns are compared. */
export const HANDLING_IDS = [
  "draw",
  "zoom",
  "recoilUp",
  "recoilLeft",
  "recoilRight",
  "hipRecoilUp",
  "spread",
  "hipSpread",
] as const satisfies readonly FigureId[];

export const readFigure = (id: FigureId, subject: FigureSubject): number | null => FIGURES[id].read(subject);

export const isMinimum = (id: FigureId, subject: FigureSubject): boolean => FIGURES[id].isMinimum?.(subject) === true;

/** Whether both values are shown as the same number. */
export const isSame = (id: FigureId, one: number, other: number): boolean =>
  roundTo(FIGURES[id].unit, one) === roundTo(FIGURES[id].unit, other);

/** Whether the first value is better than the second as shown; false if neither direction is better. */
export function isBetter(id: FigureId, one: number, other: number): boolean {
  const { better } = FIGURES[id];
  if (better === null || isSame(id, one, other)) return false;
  if (better === "zero") return Math.abs(one) < Math.abs(other);
  return better === "high" ? one > other : one < other;
}

/** Returns a figure of the mechanics in its unit; a reload is the actual time, i.e. after the source's factor. */
export function readMechanics({ unit, path = "" }: Pick<Figure, "unit" | "path">, mechanics: Mechanics): number | null {
  const value = numberAt(mechanics, path);
  if (value === null) return null;
  if (path.startsWith("reload.")) return value / mechanics.reload.speed;
  return unit === "ms" ? value * 1000 : value;
}

export function numberAt(mechanics: Mechanics, path: string): number | null {
  const value = path.split(".").reduce<unknown>(getChild, mechanics);
  return typeof value === "number" ? value : null;
}

export const getChild = (holder: unknown, key: string): unknown =>
  typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;
