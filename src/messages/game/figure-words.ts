// Words for figures and for how far a source is trusted. It imports no schema, so that the browser may use it alone.
import type { Grade } from "#domain/game-data/figure.ts";
import type { Bf4PartType, Bf2042Part } from "#domain/game-data/schemas/attachment.ts";

/** The mark beside a figure: game data, measured by people, or less than that. */
export const getTrust = (grade: Grade): "verified" | "community" | "estimate" =>
  grade === "A" ? "verified" : grade === "B" ? "community" : "estimate";

/** What dates a source. */
export const formatPatch = ({ patch }: { patch: string }): string => (patch === "unknown" ? "no date" : patch);

/**
 * A time to kill as text, "≥" before a minimum; a kill with the first hit has no time. Avoids `Intl`, whose tables slow down the first page.
 */
export const formatTtk = (ttkMs: number, isMinimum = false): string =>
  ttkMs === 0
    ? "1 hit"
    : `${isMinimum ? "≥ " : ""}${String(Math.round(ttkMs)).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")} ms`;

/** Of a build whose `isInferred` is true. */
export const INFERRED =
  "The sheet lists this magazine alone: damage, velocity and rate of fire are those of the same ammunition in a smaller one.";

// What Season 2 measured of a part, in words.

/** The first pattern that matches a path names its effect; several paths with one name are listed once. */
const EFFECTS = [
  [/^velocityMps$/, "velocity"],
  [/^magazine$/, "magazine"],
  [/^pellets$/, "pellets"],
  [/^damage\.(max|min)$/, "damage"],
  [/^damage\.dropStartM$/, "reach of full damage"],
  [/^rateOfFireRpm\./, "rate of fire"],
  [/^reload\./, "reload"],
  [/^(deployS|altDeployS)$/, "time to draw"],
  [/^recoil\..*\.up$/, "recoil upwards"],
  [/^recoil\..*\.(left|right)$/, "recoil sideways"],
  [/^recoil\..*\.firstShotMul$/, "recoil of the first shot"],
  [/^spread\.hip\./, "spread from the hip"],
  [/^spread\.ads\./, "spread when aiming"],
  [/^gravityMps2$/, "bullet drop"],
  [/^dispersion\./, "pellet spread"],
] as const;

const NUMBERS = /* @__PURE__ */ new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** Signed changes against the bare gun, e.g. "velocity +15 %"; empty where nothing was measured. */
export function formatEffects(effects: Bf2042Part["effects"]): readonly string[] {
  const said = new Map<string, string>();
  for (const [path, [value, factor]] of Object.entries(effects)) {
    const name = EFFECTS.find(([pattern]) => pattern.test(path))?.[1];
    if (!name || said.has(name) || factor === 1) continue;
    said.set(name, factor === null ? `${name} ${NUMBERS.format(value)}` : `${name} ${formatChange(factor)}`);
  }
  return [...said.values()];
}

const formatChange = (factor: number): string => formatPercent(Math.round((factor - 1) * 100));

/** A signed change: "−7.5 %". */
const formatPercent = (percent: number): string => `${percent < 0 ? "−" : "+"}${Math.abs(percent)} %`;

const PART_FIGURES: Record<Bf4PartType["effects"][number]["value"]["figure"], string> = {
  aimedSpreadStill: "aimed spread, still",
  aimedSpreadMoving: "aimed spread, moving",
  spreadPerShot: "spread per shot",
  recoilUp: "recoil upwards",
  recoilSideways: "recoil sideways",
  firstShotRecoil: "first shot's recoil",
  velocity: "velocity",
};

/** What a Battlefield 4 part changes, measured: "recoil upwards −10 %"; empty where it is unknown. */
export const formatPartEffects = ({ effects }: Pick<Bf4PartType, "effects">): readonly string[] =>
  effects.map(({ value: { figure, percent } }) => `${PART_FIGURES[figure]} ${formatPercent(percent)}`);

/** What it changes of Battlelog's bars, an impression and no mechanic: "accuracy +30 %". */
export const formatBarChanges = ({ barFactors }: Pick<Bf4PartType, "barFactors">): readonly string[] =>
  Object.entries(barFactors).flatMap(([bar, factor]) => (factor === 1 ? [] : [`${bar} ${formatChange(factor)}`]));
