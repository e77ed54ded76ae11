// Differences between two records in words. It imports no schema, so that the browser may use it alone.
import type { Change, ChangeGroup, GunChanges } from "#domain/weapons/record-changes.ts";

const round = (value: number): string => String(Math.round(value * 100) / 100);

const FIGURES: Record<Exclude<Change["kind"], "hits" | "damage">, (figure: string) => string> = {
  velocity: (figure) => `velocity ${figure} m/s`,
  auto: (figure) => `automatic rate ${figure} rpm`,
  burst: (figure) => `burst rate ${figure} rpm`,
  single: (figure) => `single-shot rate ${figure} rpm`,
  pellets: (figure) => `pellets ${figure}`,
  magazine: (figure) => `magazine ${figure}`,
  tactical: (figure) => `reload with a round left ${figure} s`,
  empty: (figure) => `reload when empty ${figure} s`,
  head: (figure) => `head multiplier ${figure}`,
};

/** "+1 hit to kill from 40 m", "velocity 620 → 680 m/s". */
function formatGunChange(change: Change): string {
  if (change.kind === "hits") {
    const { by, fromM, toM } = change;
    const hits = `${by > 0 ? "+" : "−"}${Math.abs(by)} ${Math.abs(by) === 1 ? "hit" : "hits"} to kill`;
    return toM === null ? `${hits} from ${fromM} m` : `${hits} from ${fromM} m to ${toM} m`;
  }
  const figure = `${round(change.before)} → ${round(change.after)}`;
  return change.kind === "damage" ? `damage ${figure} from ${change.fromM} m` : FIGURES[change.kind](figure);
}

export const formatChanges = ({ changes }: Pick<ChangeGroup, "changes">): string =>
  changes.map(formatGunChange).join(", ");

/** The pairs of barrel and ammunition a group of changes is about. */
export function formatPairs({ pairs, isAll }: ChangeGroup): string {
  if (isAll) return "Every barrel and ammunition";
  const named = pairs.slice(0, 2).map(({ barrel, ammunition }) => `${barrel}, ${ammunition}`);
  return pairs.length > 2 ? `${named.join("; ")} and ${pairs.length - 2} more` : named.join("; ");
}

/** "Recorded since 9.2.0 (2025-09-01), before: 8.9.0". */
export const formatSince = ({ patch, recorded, before }: GunChanges): string =>
  `Recorded since ${patch} (${recorded}), before: ${before}`;
