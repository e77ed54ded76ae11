// The rows of a comparison: every figure of the weapons side by side.

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
import { isSure, type Lethal, type Target } from "#domain/weapons/lethality/at-range.ts";
import { FIGURE_LABELS, formatFigure } from "#messages/game/figures.ts";

/** A weapon in a comparison, as it is built. */
export type Contestant = {
  id: string;
  name: string;
  /** Null for a pair of barrel and ammunition no source lists. */
  build: (Ballistics & Pick<Lethal, "multipliers">) | null;
  mechanics: Mechanics | null;
  /** Figures two sources give differently. */
  disputed: readonly Figure[];
};

/** A row at a range: one text per weapon, null where it is not public; whether the weapons differ, and who is best. */
export type Reading = { texts: readonly (string | null)[]; best: readonly boolean[]; differs: boolean };

export type CompareRow = {
  id: FigureId;
  label: string;
  readAt: (rangeM: number) => Reading;
  /** Changes with the range. */
  isLive: boolean;
  /** Whose source the badge names. */
  from?: Figure | "mechanics" | "earlierHead" | undefined;
};

/** They need the multiplier where hits are to the head. */
const TO_THE_HEAD: readonly FigureId[] = ["shots", "ttk", "nineOfTen"];

const GIVEN = [
  ...(["damageMax", "damageMin", "head", "pellets", "auto", "burst", "single"] as const),
  ...(["velocity", "magazine", "reloadEmpty", "reload"] as const),
];

/** Every row, in the order of the screen: at the range first, then what is given. */
export function compareRows(contestants: readonly Contestant[], target: Omit<Target, "rangeM">): readonly CompareRow[] {
  const readAt = remembering((rangeM) =>
    contestants.map(({ build, mechanics }) => getSubject(build, { ...target, rangeM }, mechanics)),
  );
  const getRow =
    (isLive: boolean) =>
    (id: FigureId): CompareRow => ({
      id,
      label: FIGURE_LABELS[id],
      from: target.heads !== 0 && TO_THE_HEAD.includes(id) ? "earlierHead" : FIGURES[id].from,
      isLive,
      readAt: remembering((rangeM) => getReading(id, readAt(rangeM))),
    });
  const times = isSure(target) ? (["ttk"] as const) : (["ttk", "nineOfTen"] as const);
  const isSeasonTwo = contestants.some(({ mechanics }) => mechanics !== null);
  return [
    ...(["damageAt", "shots", ...times, "flight"] as const).map(getRow(true)),
    // No source gives the last ones of the game without Season 2; that is better shown than left out.
    ...[...GIVEN, ...(isSeasonTwo ? HANDLING_IDS : (["aimTime", "anyRecoil", "anySpread"] as const))].map(
      getRow(false),
    ),
  ];
}

/**
 * A figure side by side. Weapons differ where they show different values; a missing figure is no difference. `best` marks all
 * with the better extreme, and none where all are alike or only one is known. A minimum is never best, and where it might be
 * less than it seems nothing is.
 */
export function getReading(id: FigureId, subjects: readonly FigureSubject[]): Reading {
  const values = subjects.map((subject) => readFigure(id, subject));
  const texts = subjects.map((subject, at) => {
    const value = values[at] ?? null;
    return value === null ? null : formatFigure(id, value, isMinimum(id, subject));
  });
  const numbers = values.filter((value) => value !== null);
  const shown = new Set(texts.filter((text) => text !== null));
  const isDecided = FIGURES[id].better !== null && shown.size > 1;
  // With its mark a minimum reads like no other text, so that a lowest value that is one leaves the row without a best.
  const best = isDecided
    ? formatFigure(
        id,
        numbers.reduce((one, other) => (isBetter(id, other, one) ? other : one)),
      )
    : null;
  return {
    texts,
    best: texts.map((text) => best !== null && text === best),
    differs: shown.size > 1 || (shown.size === 1 && numbers.length < values.length),
  };
}

/** A function that works its last answer out once. */
function remembering<Answer>(answer: (rangeM: number) => Answer): (rangeM: number) => Answer {
  let last: { rangeM: number; answer: Answer } | null = null;
  return (rangeM) => {
    if (last?.rangeM !== rangeM) last = { rangeM, answer: answer(rangeM) };
    return last.answer;
  };
}
