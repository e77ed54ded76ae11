// The table of a weapon's figures: how each is read, its unit, and which direction is better. Its labels are in
// #messages/game/figures.ts; every list, column, comparison and search of figures uses these two tables.

import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import type { Ballistics, Figure as Recorded } from "./ballistics.ts";
import {
  flightMs,
  getAttack,
  getDamageRange,
  getDrop,
  getExactLimitMs,
  getKillTimes,
  getLethality,
  isDeterministic,
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

/** The better direction. "zero": nearer to 0, because recoil to the left or right may be negative. Null: neither. */
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

const createBuildReader =
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
  if (!target || isDeterministic(target)) return Math.floor(build.magazine / at.shots);
  const shots = getShots(subject);
  return shots && build.magazine / shots.mean;
}

const createHandlingFigure = (unit: "ms" | "°" | "×" | "m/s²" | "coefficient", path: string) =>
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
    read: createBuildReader((build) => getDamageRange(build)?.max),
    readLow: createBuildReader((build) => getDamageRange(build)?.min),
    from: "damage",
    word: "max",
  },
  damageMax: {
    unit: "number",
    better: "high",
    read: createBuildReader((build) => getDamageRange(build)?.max),
    from: "damage",
  },
  damageMin: {
    unit: "number",
    better: "high",
    read: createBuildReader((build) => getDamageRange(build)?.min),
    from: "damage",
  },
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
    isMinimum: (subject) => subject.build !== null && (getLatest(subject) ?? 0) > getExactLimitMs(subject.build),
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
    read: createBuildReader(({ rateOfFireRpm }) => rateOfFireRpm),
    from: "rateOfFireRpm",
    path: "rateOfFireRpm.auto",
    word: "rpm",
  },
  auto: {
    unit: "rpm",
    better: "high",
    read: createBuildReader(({ ratesOfFireRpm }) => ratesOfFireRpm?.auto),
    from: "rateOfFireRpm",
  },
  burst: {
    unit: "rpm",
    better: "high",
    read: createBuildReader(({ ratesOfFireRpm, burstRpm }) => ratesOfFireRpm?.burst ?? burstRpm),
    from: "rateOfFireRpm",
    word: "burst",
  },
  single: {
    unit: "rpm",
    better: "high",
    read: createBuildReader(({ ratesOfFireRpm }) => ratesOfFireRpm?.single),
    from: "rateOfFireRpm",
  },
  velocity: {
    unit: "m/s",
    better: "high",
    read: createBuildReader(({ velocityMps }) => velocityMps),
    from: "velocityMps",
    path: "velocityMps",
    word: "velocity",
  },
  magazine: {
    unit: "number",
    better: "high",
    read: createBuildReader(({ magazine }) => magazine),
    from: "magazine",
    path: "magazine",
    word: "mag",
  },
  reload: {
    unit: "s",
    better: "low",
    read: createBuildReader(({ reload }) => reload?.tacticalS),
    from: "reload",
    path: "reload.tacticalS",
    word: "reload",
  },
  reloadEmpty: {
    unit: "s",
    better: "low",
    read: createBuildReader(({ reload }) => reload?.emptyS),
    from: "reload",
    path: "reload.emptyS",
  },
  head: {
    unit: "×",
    better: "high",
    read: createBuildReader(({ headMultiplier }) => headMultiplier),
    from: "headMultiplier",
    word: "head",
  },
  pellets: { unit: "number", better: null, read: createBuildReader(({ pellets }) => pellets), from: "pellets" },
  shellDamage: {
    unit: "number",
    better: "high",
    read: createBuildReader(({ shellDamage }) => shellDamage),
    from: "shellDamage",
  },
  kills: { unit: "number", better: "high", read: ({ own }) => own?.kills ?? null, word: "kills" },
  accuracy: {
    unit: "%",
    better: "high",
    read: ({ own }) => (own?.accuracy == null ? null : own.accuracy * 100),
    word: "accuracy",
  },
  draw: createHandlingFigure("ms", "deployS"),
  zoom: createHandlingFigure("ms", "adsTransitionS"),
  recoilUp: createHandlingFigure("°", "recoil.ads.stand.up"),
  recoilLeft: createHandlingFigure("°", "recoil.ads.stand.left"),
  recoilRight: createHandlingFigure("°", "recoil.ads.stand.right"),
  firstShot: createHandlingFigure("×", "recoil.ads.stand.firstShotMul"),
  hipRecoilUp: createHandlingFigure("°", "recoil.hip.stand.up"),
  spread: createHandlingFigure("°", "spread.ads.stand.base.min"),
  movingSpread: createHandlingFigure("°", "spread.ads.stand.move.min"),
  spreadPerShot: createHandlingFigure("°", "spread.ads.stand.base.inc"),
  hipSpread: createHandlingFigure("°", "spread.hip.stand.base.min"),
  movingHipSpread: createHandlingFigure("°", "spread.hip.stand.move.min"),
  pelletSpread: createHandlingFigure("°", "dispersion.horizontal"),
  gravity: createHandlingFigure("m/s²", "gravityMps2"),
  drag: createHandlingFigure("coefficient", "drag"),
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
export const isSame = (id: FigureId, a: number, b: number): boolean =>
  roundTo(FIGURES[id].unit, a) === roundTo(FIGURES[id].unit, b);

/** Whether the first value is better than the second as shown; false if neither direction is better. */
export function isBetter(id: FigureId, a: number, b: number): boolean {
  const { better } = FIGURES[id];
  if (better === null || isSame(id, a, b)) return false;
  if (better === "zero") return Math.abs(a) < Math.abs(b);
  return better === "high" ? a > b : a < b;
}

/** Returns a figure of the mechanics in its unit; a reload is the actual time, i.e. after the source's factor. */
export function readMechanics({ unit, path = "" }: Pick<Figure, "unit" | "path">, mechanics: Mechanics): number | null {
  const value = getNumber(mechanics, path);
  if (value === null) return null;
  if (path.startsWith("reload.")) return value / mechanics.reload.speed;
  return unit === "ms" ? value * 1000 : value;
}

export function getNumber(mechanics: Mechanics, path: string): number | null {
  const value = path.split(".").reduce<unknown>(getChild, mechanics);
  return typeof value === "number" ? value : null;
}

export const getChild = (holder: unknown, key: string): unknown =>
  typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : undefined;
