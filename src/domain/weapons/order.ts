// The order of weapons in the arsenal's table and in the editor's pickers.
import { FIGURES, type FigureId, type FigureSubject, isMinimum, readFigure } from "./figures.ts";
import { roundTo } from "./unit.ts";

/** Returns the figure as it is shown, so that figures that look equal are equal; null if it is unknown. */
export function readShown(id: FigureId, subject: FigureSubject): number | null {
  const value = readFigure(id, subject);
  return value === null ? null : roundTo(FIGURES[id].unit, value);
}

/** Compares two values; an unknown one is last in both directions. */
export function compareValues(a: number | null, b: number | null, sign = 1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** Compares by time to kill as shown. Of equal times, a minimum is last in both directions, and the faster bullet is better. */
export function compareTtk(a: FigureSubject, b: FigureSubject, sign = 1): number {
  return (
    compareValues(readShown("ttk", a), readShown("ttk", b), sign) ||
    Number(isMinimum("ttk", a)) - Number(isMinimum("ttk", b)) ||
    compareValues(readFigure("velocity", a), readFigure("velocity", b), -sign)
  );
}
