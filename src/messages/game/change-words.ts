// Formats the differences between two records. Imports no schema, so that the browser bundle does not load Zod.

import type { Change, ChangeGroup, GunChanges } from "#domain/weapons/record-changes.ts";
import { m } from "#messages";
import { formatDates } from "#messages/format.ts";
import { formatHundredths } from "./figure-words.ts";

const FORMATTERS: Record<Exclude<Change["kind"], "hits" | "damage">, (figure: string) => string> = {
  velocity: (figure) => m.game_change_velocity({ figure }),
  auto: (figure) => m.game_change_automatic({ figure }),
  burst: (figure) => m.game_change_burst({ figure }),
  single: (figure) => m.game_change_single({ figure }),
  pellets: (figure) => m.game_change_pellets({ figure }),
  magazine: (figure) => m.game_change_magazine({ figure }),
  tactical: (figure) => m.game_change_reload({ figure }),
  empty: (figure) => m.game_change_reload_empty({ figure }),
  head: (figure) => m.game_change_head({ figure }),
};

/** Formats a change: "+1 shot to kill from 40 m", "velocity 620 → 680 m/s". */
function formatGunChange(change: Change): string {
  if (change.kind === "hits") {
    const { by, fromM, toM } = change;
    const inputs = { count: Math.abs(by), sign: by > 0 ? "+" : "−", fromM };
    return toM === null ? m.game_hits_from(inputs) : m.game_hits_between({ ...inputs, toM });
  }
  const figure = `${formatHundredths(change.before)} → ${formatHundredths(change.after)}`;
  return change.kind === "damage"
    ? m.game_change_damage({ figure, fromM: change.fromM })
    : FORMATTERS[change.kind](figure);
}

export const formatChanges = ({ changes }: Pick<ChangeGroup, "changes">): string =>
  changes.map(formatGunChange).join(", ");

/** Formats the pairs of barrel and ammunition of a group of changes. */
export function formatPairs({ pairs, isAll }: ChangeGroup): string {
  if (isAll) return m.game_every_barrel_and_ammunition();
  const shownPairs = pairs.slice(0, 2).map(({ barrel, ammunition }) => `${barrel}, ${ammunition}`);
  return pairs.length > 2
    ? m.game_pairs_and_more({ pairs: shownPairs.join("; "), count: pairs.length - 2 })
    : shownPairs.join("; ");
}

/** Formats "Recorded since 9.2.0 (2025-09-01); before that: 8.9.0". */
export const formatSince = ({ patch, recorded, before }: GunChanges): string =>
  m.game_recorded_since({ patch, recorded: formatDates(recorded), before });
