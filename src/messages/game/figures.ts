// The words of the table of figures, #domain/weapons/figures.ts: labels, and values with their units.

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

const SHORT: Partial<Record<FigureId, () => string>> = {
  damage: m.common_damage,
  damageAt: m.arsenal_at_range,
  rateOfFire: m.arsenal_rpm_column,
  burst: m.arsenal_burst_rpm,
  reload: m.common_reload,
  flight: m.arsenal_flight_column,
  head: m.arsenal_head_multiplier_column,
};

/** For a column, or beside a drawing that shows the rest. */
export const getShortLabel = (id: FigureId): string => SHORT[id]?.() ?? FIGURE_LABELS[id];

const AT_RANGE: Partial<Record<FigureId, (shot: { rangeM: number }) => string>> = {
  damageAt: m.arsenal_damage_at_range_m,
  shots: m.arsenal_shots_to_kill_at_range_m,
  ttk: m.arsenal_ttk_at_range_m,
  magazineKills: m.loadout_magazine_kills_at_range,
  flight: m.arsenal_time_of_flight_to_range,
};

/** The label with the range in it. */
export const getLabelAt = (id: FigureId, { rangeM }: { rangeM: number }): string =>
  AT_RANGE[id]?.({ rangeM }) ?? FIGURE_LABELS[id];

/** The label and the unit that a number is typed in: "TTK (ms)". */
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

/** A value of a figure as text. */
export const formatFigure = (id: FigureId, value: number, isAtLeast = false): string =>
  FIGURES[id].isMinimum ? formatTtk(value, isAtLeast) : formatUnit(FIGURES[id].unit, value);

/** A figure of a weapon as text; null where it is not public. */
export function formatReading(id: FigureId, subject: FigureSubject): string | null {
  const value = readFigure(id, subject);
  const low = FIGURES[id].readLow?.(subject) ?? value;
  if (value === null || low === null) return null;
  return low === value ? formatFigure(id, value, isMinimum(id, subject)) : formatDamage({ max: value, min: low });
}

/** Greatest and least damage, or the one damage that never falls. */
export const formatDamage = ({ max, min }: { max: number; min: number }): string =>
  max === min ? formatFigure("damage", max) : `${formatFigure("damage", max)}–${formatFigure("damage", min)}`;

/** A signed change, as the two values are shown: "−18 ms", "+0.4°"; of a factor in percent. */
export function formatChange(id: FigureId, before: number, after: number): string {
  const { unit } = FIGURES[id];
  if (unit === "×") return formatFactor(after / before);
  const change = roundTo(unit, after) - roundTo(unit, before);
  return `${change < 0 ? "−" : "+"}${formatUnit(unit, Math.abs(change))}`;
}
