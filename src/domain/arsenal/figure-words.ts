// Words for figures and for how far a source is trusted. It imports no schema, so that the browser may use it alone.
import type { Grade } from "./grade.ts";

/** The mark beside a figure: game data, measured by people, or less than that. */
export const trustOf = (grade: Grade): "verified" | "community" | "estimate" =>
  grade === "A" ? "verified" : grade === "B" ? "community" : "estimate";

/** What dates a source. */
export const sayPatch = ({ patch }: { patch: string }): string => (patch === "unknown" ? "no date" : patch);

/** A time to kill in words: where the first hit kills, time says nothing. Without `Intl`, whose tables keep a page waiting. */
export const sayTtk = (ttkMs: number): string =>
  ttkMs === 0 ? "1 hit" : `${String(Math.round(ttkMs)).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")} ms`;
