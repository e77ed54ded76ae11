// Words for figures and for how far a source is trusted. Imports no schema, so that the browser bundle does not load Zod.

import type { Grade } from "#domain/game-data/figure.ts";
import type { Bf4PartType, Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import { DECIMALS, roundTo, type Unit } from "#domain/weapons/unit.ts";
import { m } from "#messages";
import { createTexts, formatDates } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";

/** The mark beside a figure: game data, measured by people, or less than that. */
export const getTrust = (grade: Grade): "verified" | "community" | "estimate" =>
  grade === "A" ? "verified" : grade === "B" ? "community" : "estimate";

/** What dates a source. */
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

/** A value with its unit, rounded as everywhere. */
export const formatUnit = (unit: Unit, value: number): string =>
  UNITS[unit](formatNumber(roundTo(unit, value), DECIMALS[unit]).replace("-", "−"));

/** A time to kill as text, "≥" before a minimum; a kill with the first hit has no time. */
export function formatTtk(ttkMs: number, isMinimum = false): string {
  if (roundTo("ms", ttkMs) === 0) return m.game_one_hit();
  const quantity = formatUnit("ms", ttkMs);
  return isMinimum ? m.unit_at_least({ quantity }) : quantity;
}

export const formatHundredths = (value: number): string => formatNumber(value, 2);

/** Of a build whose `isInferred` is true. */
export const getInferredNote = (): string => m.game_inferred_magazine();

// What Season 2 measured of a part, in words.

/** The first pattern that matches a path names its effect; several paths with one name are listed once. */
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

/** Signed changes against the bare gun, e.g. "velocity +15 %"; empty where nothing was measured. */
export function formatEffects(effects: Bf2042Part["effects"]): readonly string[] {
  const wordings = new Map<string, string>();
  for (const [path, [value, factor]] of Object.entries(effects)) {
    const name = EFFECTS.find(([pattern]) => pattern.test(path))?.[1]();
    if (!name || wordings.has(name) || factor === 1) continue;
    wordings.set(name, factor === null ? `${name} ${formatNumber(value, 1)}` : `${name} ${formatFactor(factor)}`);
  }
  return [...wordings.values()];
}

/** A factor as a change in percent: "−8 %". */
export const formatFactor = (factor: number): string => formatPercent(Math.round((factor - 1) * 100));

/** A signed change: "−7.5 %". */
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

/** What a Battlefield 4 part changes, measured: "vertical recoil −10 %"; empty where it is unknown. */
export const formatPartEffects = ({ effects }: Pick<Bf4PartType, "effects">): readonly string[] =>
  effects.map(({ value: { figure, percent } }) => `${PART_FIGURES[figure]} ${formatPercent(percent)}`);

const BARS: Readonly<Record<keyof Bf4PartType["barFactors"], () => string>> = {
  damage: m.game_bar_damage,
  accuracy: m.game_bar_accuracy,
  handling: m.game_bar_handling,
  range: m.game_bar_range,
  mobility: m.game_bar_mobility,
};

/** What it changes of Battlelog's bars, an impression and no mechanic: "accuracy +30 %". */
export const formatBarChanges = ({ barFactors }: Pick<Bf4PartType, "barFactors">): readonly string[] =>
  (Object.keys(BARS) as (keyof typeof BARS)[]).flatMap((bar) => {
    const factor = barFactors[bar];
    return factor === undefined || factor === 1 ? [] : [`${BARS[bar]()} ${formatFactor(factor)}`];
  });
