// The labels and formats of the figures in #domain/weapons/figures.ts.

import { FIGURES, type FigureId, type FigureSubject, isMinimum, readFigure } from "#domain/weapons/figures.ts";
import { roundTo, type Unit } from "#domain/weapons/unit.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { formatFactor, formatTtk, formatUnit } from "#messages/game/figure-words.ts";

export const FIGURE_LABELS = createTexts<FigureId>({
  damage: m.arsenal_damage_max_min,
  damageMax: m.arsenal_damage_greatest,
  damageMin: m.arsenal_damage_least,
  damageAt: m.arsenal_damage_at_range,
  shots: m.common_shots_to_kill,
  meanShots: m.loadout_mean_shots_to_kill,
  ttk: m.common_ttk,
  nineOfTen: m.arsenal_nine_of_ten_fights_within,
  magazineKills: m.loadout_magazine_kills,
  flight: m.arsenal_time_of_flight,
  drop: m.arsenal_drop_on_the_way,
  rateOfFire: m.common_rate_of_fire,
  auto: m.arsenal_rate_of_fire_auto,
  burst: m.arsenal_rate_of_fire_burst,
  single: m.arsenal_rate_of_fire_single,
  velocity: m.common_velocity,
  magazine: m.common_magazine,
  reload: m.common_reload_round_left,
  reloadEmpty: m.common_reload_empty,
  head: m.arsenal_head_multiplier,
  pellets: m.arsenal_pellets,
  shellDamage: m.arsenal_damage_of_a_whole_shell,
  kills: m.arsenal_my_kills,
  accuracy: m.arsenal_my_accuracy,
  draw: m.common_time_to_draw,
  zoom: m.common_zoom_transition,
  recoilUp: m.arsenal_recoil_up_aimed,
  recoilLeft: m.common_recoil_left_aimed,
  recoilRight: m.common_recoil_right_aimed,
  firstShot: m.loadout_first_shots_recoil_aimed,
  hipRecoilUp: m.arsenal_recoil_up_from_the_hip,
  spread: m.common_spread_aimed,
  movingSpread: m.common_spread_aimed_and_moving,
  spreadPerShot: m.loadout_spread_by_a_shot_aimed,
  hipSpread: m.arsenal_spread_from_the_hip,
  movingHipSpread: m.arsenal_spread_from_the_hip_and_moving,
  pelletSpread: m.loadout_pellet_spread,
  gravity: m.arsenal_gravity,
  drag: m.arsenal_drag,
  aimTime: m.arsenal_time_to_aim,
  anyRecoil: m.arsenal_recoil,
  anySpread: m.arsenal_spread,
});

const SHORT_LABELS: Partial<Record<FigureId, () => string>> = {
  damage: m.common_damage,
  damageAt: m.arsenal_at_range,
  rateOfFire: m.arsenal_rpm_column,
  burst: m.arsenal_burst_rpm,
  reload: m.common_reload,
  flight: m.arsenal_flight_column,
  head: m.arsenal_head_multiplier_column,
};

/** Returns the short label for a table column or a drawing. */
export const getShortLabel = (id: FigureId): string => SHORT_LABELS[id]?.() ?? FIGURE_LABELS[id];

const LABELS_AT_RANGE: Partial<Record<FigureId, (shot: { rangeM: number }) => string>> = {
  damageAt: m.arsenal_damage_at_range_m,
  shots: m.arsenal_shots_to_kill_at_range_m,
  ttk: m.arsenal_ttk_at_range_m,
  magazineKills: m.loadout_magazine_kills_at_range,
  flight: m.arsenal_time_of_flight_to_range,
};

/** Returns the label with the range. */
export const getLabelAt = (id: FigureId, { rangeM }: { rangeM: number }): string =>
  LABELS_AT_RANGE[id]?.({ rangeM }) ?? FIGURE_LABELS[id];

/** Returns the label with the unit for an input: "TTK (ms)". */
export function getLabelWithUnit(id: FigureId): string {
  const unit = UNIT_NAMES[FIGURES[id].unit]?.();
  return unit ? `${FIGURE_LABELS[id]} (${unit})` : FIGURE_LABELS[id];
}

const UNIT_NAMES: Partial<Record<Unit, () => string>> = {
  ms: m.unit_ms,
  s: m.unit_s,
  rpm: m.unit_rpm,
  "m/s": m.unit_mps,
  "%": m.unit_per_cent,
};

/** Formats a value of a figure. */
export const formatFigure = (id: FigureId, value: number, isAtLeast = false): string =>
  FIGURES[id].isMinimum ? formatTtk(value, isAtLeast) : formatUnit(FIGURES[id].unit, value);

/** Formats a figure of a weapon; returns null if it is not public. */
export function formatReading(id: FigureId, subject: FigureSubject): string | null {
  const value = readFigure(id, subject);
  const low = FIGURES[id].readLow?.(subject) ?? value;
  if (value === null || low === null) return null;
  return low === value ? formatFigure(id, value, isMinimum(id, subject)) : formatDamage({ max: value, min: low });
}

/** Formats the maximum and minimum damage, or a single value if they are equal. */
export const formatDamage = ({ max, min }: { max: number; min: number }): string =>
  max === min ? formatFigure("damage", max) : `${formatFigure("damage", max)}–${formatFigure("damage", min)}`;

/** Formats the difference of the two rounded values: "−18 ms", "+0.4°"; in percent for a factor. */
export function formatChange(id: FigureId, before: number, after: number): string {
  const { unit } = FIGURES[id];
  if (unit === "×") return formatFactor(after / before);
  const change = roundTo(unit, after) - roundTo(unit, before);
  return `${change < 0 ? "−" : "+"}${formatUnit(unit, Math.abs(change))}`;
}
