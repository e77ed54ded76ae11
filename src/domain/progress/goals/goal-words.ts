// A goal of one's own as people read it. It imports no schema, so that the browser may use it alone.
import { formatFigure } from "#domain/soldier/figures/figure-words.ts";
import type { Unit } from "#domain/soldier/figures/figures.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { Aim, Goal } from "./aim.ts";

const LINKS: Record<TableId, string> = {
  weapons: "with",
  gadgets: "with",
  vehicles: "in",
  classes: "as",
  modes: "in",
  maps: "on",
};

type Words = { name: string | null; label: string; unit: Unit };

/** "kills with the AK-24", "time as Recon", "wins"; the name as the game writes it. */
export function formatAim(aim: Aim, { name, label }: Words): string {
  // An abbreviation such as KPM stays as it is.
  const what = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  if (aim.kind === "figure" || name === null) return what;
  const article = aim.table === "weapons" || aim.table === "vehicles" ? "the " : "";
  return `${what} ${LINKS[aim.table]} ${article}${name}`;
}

/** "41 of 100", or "41 of 100 more"; an unknown value is no number. */
export function formatDone({ amount, from }: Pick<Goal, "amount" | "from">, done: number | null, unit: Unit): string {
  const most = formatFigure(amount, unit);
  const more = from === null ? "" : " more";
  return done === null ? `${most}${more}` : `${formatFigure(done, unit)} of ${most}${more}`;
}

/** How an amount of a unit is typed: shares in per cent, times in hours, everything else as it is. */
export const TYPED: Record<Unit, { per: number; unitText: string | null }> = {
  count: { per: 1, unitText: null },
  rank: { per: 1, unitText: null },
  ratio: { per: 1, unitText: null },
  rate: { per: 1, unitText: null },
  share: { per: 0.01, unitText: "per cent" },
  seconds: { per: 3600, unitText: "hours" },
  metres: { per: 1, unitText: "metres" },
};
