// Computes Season 2's handling figures with parts: recoil, spread, reload, draw and aiming.
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import { FIGURE_IDS, FIGURES, type FigureId, getChild, getNumber, isBetter, isSame, readMechanics } from "./figures.ts";

type HandlingChange = {
  /** A path of `Mechanics`, e.g. "recoil.ads.stand.up"; the units are those of the figure at that path. */
  path: string;
  /** The value of the weapon without parts; null if it has no such figure. */
  base: number | null;
  /** The value with the parts; null if two parts change the figure and one of them has no factor. */
  value: number | null;
  /** `value` − `base`, signed; null if either is null. */
  change: number | null;
  /** `value` ÷ `base`; null if either is unknown or `base` is 0. */
  factor: number | null;
  /** "measured": the source's value for a single part. "computed": the product of several parts' factors. */
  basis: "measured" | "computed";
  partIds: readonly string[];
};

export type Handling = {
  mechanics: Mechanics;
  /** The figures that the parts change, in the order of the parts. */
  changes: readonly HandlingChange[];
  /** The parts that Season 2 did not measure on this weapon, or that change no measured figure. */
  unmeasuredIds: readonly string[];
};

/** A part changes the whole damage profile, which is in its `damage` and in the sheet's configurations. */
const OMITTED_PATHS = /^damage\./;

type Effect = { partId: string; value: number; factor: number | null };

/**
 * Returns Season 2's figures of a weapon with these parts, and each change from the weapon without parts. A single part has its measured
 * value; if several parts change a figure, their measured factors are multiplied, which is an assumption without a
 * measurement. Damage stays that of the weapon without parts. A path that the weapon lacks (such as the opening of a bolt
 * rack's reload) is listed among the changes and does not affect the mechanics.
 */
export function applyParts(mechanics: Mechanics, parts: readonly Pick<Bf2042Part, "id" | "effects">[]): Handling {
  const copy: Mechanics = JSON.parse(JSON.stringify(mechanics));
  const changes = [...getEffects(parts)].map(([path, effects]) => getChange(path, getNumber(mechanics, path), effects));
  for (const { path, base, value } of changes) if (base !== null && value !== null) setValue(copy, path, value);
  const unmeasuredIds = parts.filter(({ effects }) => Object.keys(effects).length === 0).map(({ id }) => id);
  return { mechanics: copy, changes, unmeasuredIds };
}

function getEffects(parts: readonly Pick<Bf2042Part, "id" | "effects">[]): ReadonlyMap<string, readonly Effect[]> {
  const byPath = new Map<string, Effect[]>();
  for (const { id, effects } of parts) {
    for (const [path, [value, factor]] of Object.entries(effects)) {
      if (OMITTED_PATHS.test(path)) continue;
      byPath.set(path, [...(byPath.get(path) ?? []), { partId: id, value, factor }]);
    }
  }
  return byPath;
}

function getChange(path: string, base: number | null, effects: readonly Effect[]): HandlingChange {
  const isMeasured = effects.length === 1;
  const value = isMeasured ? (effects[0]?.value ?? null) : multiplyFactors(base, effects);
  const hasBoth = base !== null && value !== null;
  return {
    path,
    base,
    value,
    change: hasBoth ? value - base : null,
    factor: hasBoth && base !== 0 ? value / base : null,
    basis: isMeasured ? "measured" : "computed",
    partIds: effects.map(({ partId }) => partId),
  };
}

function multiplyFactors(base: number | null, effects: readonly Effect[]): number | null {
  return effects.reduce<number | null>(
    (product, { factor }) => (product === null || factor === null ? null : product * factor),
    base,
  );
}

function setValue(mechanics: Mechanics, path: string, value: number): void {
  const keys = path.split(".");
  const holder = keys.slice(0, -1).reduce<unknown>(getChild, mechanics);
  if (typeof holder === "object" && holder !== null) Reflect.set(holder, keys.at(-1) ?? "", value);
}

/** A figure that differs between two builds of a gun, in its unit. */
export type FigureChange = {
  id: FigureId;
  before: number;
  /** Null if it cannot be computed. */
  after: number | null;
  isBetter: boolean;
  basis: HandlingChange["basis"];
};

/** Returns the differences in handling between two builds, as they are shown. */
export function compareHandling(before: Handling, after: Handling): readonly FigureChange[] {
  return FIGURE_IDS.flatMap((id): readonly FigureChange[] => {
    const figure = FIGURES[id];
    const [valueBefore, valueAfter] = [before, after].map(({ mechanics }) => readMechanics(figure, mechanics));
    if (valueBefore == null || valueAfter == null) return [];
    const effects = [...before.changes, ...after.changes].filter((effect) => affectsFigure(effect, figure.path));
    const isUnknown = effects.some(({ base, value }) => base !== null && value === null);
    if (!isUnknown && isSame(id, valueBefore, valueAfter)) return [];
    const isComputed = after.changes.some(
      (effect) => affectsFigure(effect, figure.path) && effect.basis === "computed",
    );
    return [
      {
        id,
        before: valueBefore,
        after: isUnknown ? null : valueAfter,
        isBetter: isBetter(id, valueAfter, valueBefore),
        basis: isComputed ? "computed" : "measured",
      },
    ];
  });
}

/** Whether a measured effect changes the figure at this path; the reload speed changes every reload time. */
const affectsFigure = ({ path }: HandlingChange, figurePath: string | undefined): boolean =>
  path === figurePath || (path === "reload.speed" && figurePath?.startsWith("reload.") === true);

/** Returns the changes that these parts make to the weapon without parts, and in `others` the number of changes to figures without a name. */
export function getHandlingChanges(
  mechanics: Mechanics,
  parts: readonly Pick<Bf2042Part, "id" | "effects">[],
): { changes: readonly FigureChange[]; others: number; unmeasuredIds: readonly string[] } {
  const handling = applyParts(mechanics, parts);
  const isNamed = (effect: HandlingChange) => FIGURE_IDS.some((id) => affectsFigure(effect, FIGURES[id].path));
  return {
    changes: compareHandling({ mechanics, changes: [], unmeasuredIds: [] }, handling),
    others: handling.changes.filter((effect) => effect.change !== 0 && !isNamed(effect)).length,
    unmeasuredIds: handling.unmeasuredIds,
  };
}
