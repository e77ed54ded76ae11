// What Season 2 measured of a part, in words.
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";

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

function formatChange(factor: number): string {
  const percent = Math.round((factor - 1) * 100);
  return percent < 0 ? `−${-percent} %` : `+${percent} %`;
}
