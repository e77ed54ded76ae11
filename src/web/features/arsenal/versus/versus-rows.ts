// The rows of Versus: every figure of the builds side by side.

import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { Ballistics, Figure } from "#domain/weapons/ballistics.ts";
import {
  FIGURES,
  type FigureId,
  type FigureSubject,
  getSubject,
  HANDLING_IDS,
  isBetter,
  isMinimum,
  readFigure,
} from "#domain/weapons/figures.ts";
import { isDeterministic, type Target } from "#domain/weapons/lethality/at-range.ts";
import { FIGURE_LABELS, formatFigure } from "#messages/game/figures.ts";

/** A build with its figures. */
export type Contestant = {
  /** Identifies the card's position, because the same build may occur twice. */
  key: string;
  weaponId: string;
  /** The weapon's name, followed by its parts if the weapon occurs twice. */
  name: string;
  /** Null for a pair of barrel and ammunition that no source lists. */
  build: Ballistics | null;
  mechanics: Mechanics | null;
  /** The figures on which two sources disagree. */
  disputed: readonly Figure[];
};

/** A row at a range: a text per weapon, null if no source gives the figure; whether the weapons differ, and which are best. */
export type FigureComparison = { texts: readonly (string | null)[]; best: readonly boolean[]; differs: boolean };

export type FigureRow = {
  id: FigureId;
  label: string;
  readAt: (rangeM: number) => FigureComparison;
  /** Whether it changes with the range. */
  isLive: boolean;
  /** The source figure that the row shows. */
  from?: Figure | "mechanics" | undefined;
};

const SOURCE_FIGURES = [
  ...(["damageMax", "damageMin", "head", "pellets", "auto", "burst", "single"] as const),
  ...(["velocity", "magazine", "reloadEmpty", "reload"] as const),
];

/** Returns every row in the order of the screen: first the figures at the range, then those of a source. */
export function getFigureRows(
  contestants: readonly Contestant[],
  target: Omit<Target, "rangeM">,
): readonly FigureRow[] {
  const readAt = memoizeLast((rangeM) =>
    contestants.map(({ build, mechanics }) => getSubject(build, { ...target, rangeM }, mechanics)),
  );
  const getRow =
    (isLive: boolean) =>
    (id: FigureId): FigureRow => ({
      id,
      label: FIGURE_LABELS[id],
      from: FIGURES[id].from,
      isLive,
      readAt: memoizeLast((rangeM) => compareFigure(id, readAt(rangeM))),
    });
  const times = isDeterministic(target) ? (["ttk"] as const) : (["ttk", "nineOfTen"] as const);
  const isSeasonTwo = contestants.some(({ mechanics }) => mechanics !== null);
  return [
    ...(["damageAt", "shots", ...times, "flight"] as const).map(getRow(true)),
    // No source gives these figures for the game without Season 2; the rows are shown nevertheless, as unknown.
    ...[...SOURCE_FIGURES, ...(isSeasonTwo ? HANDLING_IDS : (["aimTime", "anyRecoil", "anySpread"] as const))].map(
      getRow(false),
    ),
  ];
}

/**
 * Compares a figure side by side. Weapons differ if they show different values, or if only some of them have the figure. `best`
 * marks all weapons with the best value, and none if all are equal or only one is known. A minimum is never best, and if it might
 * be better than the best value, no weapon is marked.
 */
export function compareFigure(id: FigureId, subjects: readonly FigureSubject[]): FigureComparison {
  const values = subjects.map((subject) => readFigure(id, subject));
  const texts = subjects.map((subject, index) => {
    const value = values[index] ?? null;
    return value === null ? null : formatFigure(id, value, isMinimum(id, subject));
  });
  const numbers = values.filter((value) => value !== null);
  const shown = new Set(texts.filter((text) => text !== null));
  const isDecided = FIGURES[id].better !== null && shown.size > 1;
  // A minimum's text has a mark and equals no other text, so a row whose lowest value is a minimum has no best.
  const best = isDecided
    ? formatFigure(
        id,
        numbers.reduce((current, candidate) => (isBetter(id, candidate, current) ? candidate : current)),
      )
    : null;
  return {
    texts,
    best: texts.map((text) => best !== null && text === best),
    differs: shown.size > 1 || (shown.size === 1 && numbers.length < values.length),
  };
}

/** Returns a function that caches its last result. */
function memoizeLast<Value>(getValue: (rangeM: number) => Value): (rangeM: number) => Value {
  let last: { rangeM: number; value: Value } | null = null;
  return (rangeM) => {
    if (last?.rangeM !== rangeM) last = { rangeM, value: getValue(rangeM) };
    return last.value;
  };
}
