// Formats figures and the grades of sources. Imports no schema, so that the browser bundle does not load Zod.

import type { Grade } from "#domain/game-data/figure.ts";
import type { Bf4PartType, Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import { DECIMALS, roundTo, type Unit } from "#domain/weapons/unit.ts";
import { m } from "#messages";
import { createTexts, formatDates } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";

/** Returns the mark beside a figure: "verified" for game data, "community" for measurements, otherwise "estimate". */
export const getTrust = (grade: Grade): "verified" | "community" | "estimate" =>
  grade === "A" ? "verified" : grade === "B" ? "community" : "estimate";

/** Formats the patch or date of a source. */
export const formatPatch = ({ patch }: { patch: string }): string =>
  patch === "unknown" ? m.game_no_date() : formatDates(patch).replace("Season 2", m.common_season_2());

const UNITS: Record<Unit, (number: string) => string> = {
  number: (number) => number,
  coefficient: (number) => number,
  ms: (number) => m.unit_quantity({ number, unit: m.unit_ms() }),
  s: (number) => m.unit_quantity({ number, unit: m.unit_s() }),
  rpm: (number) => m.unit_quantity({ number, unit: m.unit_rpm() }),
  "m/s": (number) => m.unit_quantity({ number, unit: m.unit_mps() }),
  "m/s²": (number) => m.unit_quantity({ number, unit: m.unit_mps2() }),
  cm: (number) => m.unit_quantity({ number, unit: m.unit_cm() }),
  "°": (degrees) => m.unit_angle({ degrees }),
  "×": (factor) => m.unit_factor({ factor }),
  "%": (number) => m.unit_quantity({ number, unit: m.unit_per_cent() }),
};

/** Formats a value with its unit, with the decimals of the unit. */
export const formatUnit = (unit: Unit, value: number): string =>
  UNITS[unit](formatNumber(roundTo(unit, value), DECIMALS[unit]).replace("-", "−"));

/** Formats a time to kill, with "≥" if it is a minimum; 0 ms is "1 hit". */
export function formatTtk(ttkMs: number, isMinimum = false): string {
  if (roundTo("ms", ttkMs) === 0) return m.game_one_hit();
  const quantity = formatUnit("ms", ttkMs);
  return isMinimum ? m.unit_at_least({ quantity }) : quantity;
}

export const formatHundredths = (value: number): string => formatNumber(value, 2);

/** Returns the note for a build whose `isInferred` is true. */
export const getInferredNote = (): string => m.game_inferred_magazine();

// The effects of a part that were measured in Season 2.

/** The names of effects: the first pattern that matches the path is used. Several paths with the same name are listed once. */
const EFFECTS = [
  [/^velocityMps$/, m.game_effect_velocity],
  [/^magazine$/, m.game_effect_magazine],
  [/^pellets$/, m.game_effect_pellets],
  [/^damage\.(max|min)$/, m.game_effect_damage],
  [/^damage\.dropStartM$/, m.game_reach_of_full_damage],
  [/^rateOfFireRpm\./, m.game_rate_of_fire],
  [/^reload\./, m.game_effect_reload],
  [/^(deployS|altDeployS)$/, m.game_time_to_draw],
  [/^recoil\..*\.up$/, m.game_recoil_upwards],
  [/^recoil\..*\.(left|right)$/, m.game_recoil_sideways],
  [/^recoil\..*\.firstShotMul$/, m.game_recoil_of_the_first_shot],
  [/^spread\.hip\./, m.game_spread_from_the_hip],
  [/^spread\.ads\./, m.game_spread_when_aiming],
  [/^gravityMps2$/, m.game_bullet_drop],
  [/^dispersion\./, m.game_pellet_spread],
] as const;

/** Formats the changes to the weapon without parts, e.g. "velocity +15 %"; empty if nothing was measured. */
export function formatEffects(effects: Bf2042Part["effects"]): readonly string[] {
  const texts = new Map<string, string>();
  for (const [path, [value, factor]] of Object.entries(effects)) {
    const name = EFFECTS.find(([pattern]) => pattern.test(path))?.[1]();
    if (!name || texts.has(name) || factor === 1) continue;
    texts.set(name, factor === null ? `${name} ${formatNumber(value, 1)}` : `${name} ${formatFactor(factor)}`);
  }
  return [...texts.values()];
}

/** Formats a factor as a change in percent: "−8 %". */
export const formatFactor = (factor: number): string => formatPercent(Math.round((factor - 1) * 100));

/** Formats a signed change: "−7.5 %". */
const formatPercent = (percent: number): string => `${percent < 0 ? "−" : "+"}${formatUnit("%", Math.abs(percent))}`;

const PART_FIGURES = createTexts<Bf4PartType["effects"][number]["value"]["figure"]>({
  aimedSpreadStill: m.game_aimed_spread_still,
  aimedSpreadMoving: m.game_aimed_spread_moving,
  spreadPerShot: m.game_spread_per_shot,
  recoilUp: m.game_recoil_upwards,
  recoilSideways: m.game_recoil_sideways,
  firstShotRecoil: m.game_first_shots_recoil,
  velocity: m.game_effect_velocity,
});

/** Returns the measured changes of a Battlefield 4 part as texts; empty if they are unknown. */
export const listPartChanges = ({ effects }: Pick<Bf4PartType, "effects">) =>
  effects.map(({ value: { figure, percent } }) => ({ label: PART_FIGURES[figure], text: formatPercent(percent) }));

/** Formats the measured changes of a Battlefield 4 part: "vertical recoil −10 %"; empty if they are unknown. */
export const formatPartEffects = (part: Pick<Bf4PartType, "effects">): readonly string[] =>
  listPartChanges(part).map(({ label, text }) => `${label} ${text}`);

const BARS: Readonly<Record<keyof Bf4PartType["barFactors"], () => string>> = {
  damage: m.game_bar_damage,
  accuracy: m.game_bar_accuracy,
  handling: m.game_bar_handling,
  range: m.game_bar_range,
  mobility: m.game_bar_mobility,
};

/** Formats a part's changes of Battlelog's bars, which are ratings and not mechanics: "accuracy +30 %". */
export const formatBarChanges = ({ barFactors }: Pick<Bf4PartType, "barFactors">): readonly string[] =>
  (Object.keys(BARS) as (keyof typeof BARS)[]).flatMap((bar) => {
    const factor = barFactors[bar];
    return factor === undefined || factor === 1 ? [] : [`${BARS[bar]()} ${formatFactor(factor)}`];
  });
