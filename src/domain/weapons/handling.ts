// What parts make of Season 2's handling figures: recoil, spread, reload, draw, aim.
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import { FIGURE_IDS, FIGURES, type FigureId, getChild, isBetter, isSame, numberAt, readMechanics } from "./figures.ts";

type HandlingChange = {
  /** A path of `Mechanics`, e.g. "recoil.ads.stand.up"; units are those of the figure there. */
  path: string;
  /** The bare gun; null where it has no such figure. */
  bare: number | null;
  /** With the parts; null where two parts change a figure and one of them has no factor to multiply. */
  value: number | null;
  /** `value` − `bare`, signed; null where either is. */
  change: number | null;
  /** `value` ÷ `bare`; null where either is unknown or the bare gun has 0. */
  factor: number | null;
  /** Measured: with one part, as the source has it. Computed: the factors of several parts multiplied. */
  basis: "measured" | "computed";
  partIds: readonly string[];
};

export type Handling = {
  mechanics: Mechanics;
  /** Figures the parts change, in the order of the parts. */
  changes: readonly HandlingChange[];
  /** Parts Season 2 did not measure on this weapon, or that change nothing it measured. */
  unmeasuredIds: readonly string[];
};

/** The parts' damage is a matter of the whole profile: see `damage` of a part, and the sheet's configurations. */
const LEFT_OUT = /^damage\./;

type Effect = { partId: string; value: number; factor: number | null };

/**
 * Season 2's figures of a weapon with these parts, and each change against the bare weapon. One part has its measured
 * value; where several parts change one figure their measured factors are multiplied, an assumption without a
 * measurement. Damage stays that of the bare weapon. A path the weapon does not have (such as the opening of a bolt
 * rack's reload) is listed among the changes and does not affect the mechanics.
 */
export function mechanicsWith(mechanics: Mechanics, parts: readonly Pick<Bf2042Part, "id" | "effects">[]): Handling {
  const copy: Mechanics = JSON.parse(JSON.stringify(mechanics));
  const changes = [...getEffects(parts)].map(([path, effects]) => getChange(path, numberAt(mechanics, path), effects));
  for (const { path, bare, value } of changes) if (bare !== null && value !== null) putAt(copy, path, value);
  const unmeasuredIds = parts.filter(({ effects }) => Object.keys(effects).length === 0).map(({ id }) => id);
  return { mechanics: copy, changes, unmeasuredIds };
}

function getEffects(parts: readonly Pick<Bf2042Part, "id" | "effects">[]): ReadonlyMap<string, readonly Effect[]> {
  const byPath = new Map<string, Effect[]>();
  for (const { id, effects } of parts) {
    for (const [path, [value, factor]] of Object.entries(effects)) {
      if (LEFT_OUT.test(path)) continue;
      byPath.set(path, [...(byPath.get(path) ?? []), { partId: id, value, factor }]);
    }
  }
  return byPath;
}

function getChange(path: string, bare: number | null, effects: readonly Effect[]): HandlingChange {
  const isMeasured = effects.length === 1;
  const value = isMeasured ? (effects[0]?.value ?? null) : multiplied(bare, effects);
  const hasBoth = bare !== null && value !== null;
  return {
    path,
    bare,
    value,
    change: hasBoth ? value - bare : null,
    factor: hasBoth && bare !== 0 ? value / bare : null,
    basis: isMeasured ? "measured" : "computed",
    partIds: effects.map(({ partId }) => partId),
  };
}

function multiplied(bare: number | null, effects: readonly Effect[]): number | null {
  return effects.reduce<number | null>(
    (product, { factor }) => (product === null || factor === null ? null : product * factor),
    bare,
  );
}

function putAt(mechanics: Mechanics, path: string, value: number): void {
  const keys = path.split(".");
  const holder = keys.slice(0, -1).reduce<unknown>(getChild, mechanics);
  if (typeof holder === "object" && holder !== null) Reflect.set(holder, keys.at(-1) ?? "", value);
}

/** A figure that two builds of one gun have otherwise, in its unit. */
export type FigureChange = {
  id: FigureId;
  before: number;
  /** Null where it cannot be computed. */
  after: number | null;
  isBetter: boolean;
  basis: HandlingChange["basis"];
};

/** What one build's handling has otherwise than that of another, as it is shown. */
export function compareHandling(before: Handling, after: Handling): readonly FigureChange[] {
  return FIGURE_IDS.flatMap((id): readonly FigureChange[] => {
    const figure = FIGURES[id];
    const [one, other] = [before, after].map(({ mechanics }) => readMechanics(figure, mechanics));
    if (one == null || other == null) return [];
    const effects = [...before.changes, ...after.changes].filter((effect) => isOn(effect, figure.path));
    const isUnknown = effects.some(({ bare, value }) => bare !== null && value === null);
    if (!isUnknown && isSame(id, one, other)) return [];
    const isComputed = after.changes.some((effect) => isOn(effect, figure.path) && effect.basis === "computed");
    return [
      {
        id,
        before: one,
        after: isUnknown ? null : other,
        isBetter: isBetter(id, other, one),
        basis: isComputed ? "computed" : "measured",
      },
    ];
  });
}

/** Whether a measured effect changes the figure at this path; that of a reload has its speed in it. */
const isOn = ({ path }: HandlingChange, figurePath: string | undefined): boolean =>
  path === figurePath || (path === "reload.speed" && figurePath?.startsWith("reload.") === true);

/** What these parts change against the bare gun, and how much of it is no figure that has a name. */
export function getHandlingChanges(
  mechanics: Mechanics,
  parts: readonly Pick<Bf2042Part, "id" | "effects">[],
): { changes: readonly FigureChange[]; others: number; unmeasuredIds: readonly string[] } {
  const built = mechanicsWith(mechanics, parts);
  const isNamed = (effect: HandlingChange) => FIGURE_IDS.some((id) => isOn(effect, FIGURES[id].path));
  return {
    changes: compareHandling({ mechanics, changes: [], unmeasuredIds: [] }, built),
    others: built.changes.filter((effect) => effect.change !== 0 && !isNamed(effect)).length,
    unmeasuredIds: built.unmeasuredIds,
  };
}
