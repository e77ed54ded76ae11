// Words for figures and for how far a source is trusted. It imports no schema, so that the browser may use it alone.
import type { Grade } from "#domain/game-data/grade.ts";

/** The mark beside a figure: game data, measured by people, or less than that. */
export const getTrust = (grade: Grade): "verified" | "community" | "estimate" =>
  grade === "A" ? "verified" : grade === "B" ? "community" : "estimate";

/** What dates a source. */
export const formatPatch = ({ patch }: { patch: string }): string => (patch === "unknown" ? "no date" : patch);

/**
 * A time to kill as text; a kill with the first hit has no time. Avoids `Intl`, whose tables slow down the first page.
 */
export const formatTtk = (ttkMs: number): string =>
  ttkMs === 0 ? "1 hit" : `${String(Math.round(ttkMs)).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")} ms`;
