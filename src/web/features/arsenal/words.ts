// Text formats of the arsenal.

import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { type Ballistics, hasEarlierHead } from "#domain/weapons/ballistics.ts";
import { getDamageEnds } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";
import { formatSeconds, formatTtk } from "#messages/game/figure-words.ts";
import { figure } from "#web/components/charts/chart-scale.ts";
import { FIGURES, type NumberColumn, type Row } from "#web/features/arsenal/table/row-figures.ts";

/** The singular of the class: "Assault rifle" where the filter has "Assault rifles". */
export const classOfOne = (weaponClass: WeaponClass): string => CLASSES[weaponClass];

const CLASSES: Record<WeaponClass, string> = {
  "assault-rifle": m.arsenal_one_assault_rifle(),
  carbine: m.arsenal_one_carbine(),
  pdw: m.arsenal_one_pdw(),
  smg: m.arsenal_one_smg(),
  lmg: m.arsenal_one_lmg(),
  dmr: m.arsenal_one_dmr(),
  "sniper-rifle": m.arsenal_one_sniper_rifle(),
  shotgun: m.arsenal_one_shotgun(),
  sidearm: m.arsenal_one_sidearm(),
  utility: m.arsenal_one_utility(),
  launcher: m.arsenal_one_launcher(),
};

/** Greatest and least damage, or the one damage that never falls. */
export const formatDamage = ({ max, min }: { max: number; min: number }): string =>
  max === min ? figure(max) : `${figure(max)}–${figure(min)}`;

/** A row's text in a figure column; null where the figure is not public. */
export function formatCell(column: NumberColumn, row: Row): string | null {
  if (column === "damage") {
    const ends = getDamageEnds(row.weapon);
    return ends && formatDamage(ends);
  }
  const value = FIGURES[column](row);
  if (value !== null && column === "ttk") return formatTtk(value, row.isMinimum);
  if (value !== null && column === "expected") return formatTtk(value, row.isExpectedMinimum);
  return value === null ? null : (WORDS[column]?.(value) ?? figure(value));
}

const WORDS: Partial<Record<NumberColumn, (value: number) => string>> = {
  reload: formatSeconds,
  velocity: (metres) => figure(metres, m.unit_mps()),
  accuracy: (percent) => figure(Math.round(percent * 10) / 10, m.unit_per_cent()),
  flight: (ms) => figure(Math.round(ms), m.unit_ms()),
  head: (factor) => m.unit_factor({ factor: formatNumber(factor, 3) }),
};

/** Stands beside what is computed with such a multiplier. */
export const EARLIER_HEAD = m.arsenal_earlier_multiplier();

/** A note where head multipliers are of another record than the damage; null where they are of the same one. */
export function getEarlierHeads(weapons: readonly Pick<Ballistics, "sourceIds">[]): string | null {
  return weapons.some(hasEarlierHead) ? m.arsenal_earlier_head_multipliers() : null;
}
