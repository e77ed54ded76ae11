// The figures of a weapon: the value shown for each, and its source.

import type { Weapon } from "#domain/game-data/arsenal.ts";
import { type Claim, getShown } from "#domain/game-data/figure.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon, Configuration, Reload } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { type Burst, getBurst, type RatesOfFire } from "./fire.ts";
import { ONE_GROUP_ID } from "./hit-zones.ts";

/** The figures of a weapon; each is null if no source gives it publicly. */
export type Ballistics = {
  damage: DamageProfile | null;
  /** The automatic rate; without one, the faster of burst and single. */
  rateOfFireRpm: number | null;
  ratesOfFireRpm: RatesOfFire;
  /** Whether the rate is that within a burst and no source gives the pause between bursts: times longer than one burst are minimums. */
  hasBurstsOnly: boolean;
  /** The bursts measured in Season 2, for a weapon without automatic fire; `rateOfFireRpm` is then the rate within a burst. */
  bursts?: Burst;
  velocityMps: number | null;
  headMultiplier: number | null;
  /** The group of weapons that share the multipliers of hits to the body. */
  multiplierGroupId: string;
  /** The number of pellets in a shell, 1 for a bullet; `damage` is that of one pellet. */
  pellets: number | null;
  /** The damage of a whole shell at the muzzle, for shotguns whose number of pellets is unknown. */
  shellDamage: number | null;
  /** The rounds at the start; in Battlefield 2042 they include the round in the chamber. */
  magazine: number | null;
  /** The rounds after reloading an empty magazine; null if the magazine is unknown. */
  reloadedRounds: number | null;
  reload: Reload | null;
  /** The barrel and ammunition of these figures; null in Battlefield 4, where parts change no figure that a source gives. */
  configuration: { barrel: string; ammunition: string } | null;
  /** Whether damage, velocity and rates are copied from the smaller magazine, because the sheet lists this magazine without them. */
  isInferred: boolean;
  /** The source id of each known figure. */
  sourceIds: Partial<Record<Figure, string>>;
  /** Whether two sources, or two lines of a source, give different values for a shown figure. */
  disagree: boolean;
};

export type Figure =
  | "shellDamage"
  | "damage"
  | "rateOfFireRpm"
  | "velocityMps"
  | "headMultiplier"
  | "pellets"
  | "magazine"
  | "reload";

/** A weapon without public figures. */
export const UNKNOWN_BALLISTICS: Ballistics = {
  damage: null,
  rateOfFireRpm: null,
  ratesOfFireRpm: { auto: null, burst: null, single: null },
  hasBurstsOnly: false,
  velocityMps: null,
  headMultiplier: null,
  multiplierGroupId: ONE_GROUP_ID,
  pellets: null,
  shellDamage: null,
  magazine: null,
  reloadedRounds: null,
  reload: null,
  configuration: null,
  isInferred: false,
  sourceIds: {},
  disagree: false,
};

/** The parts on a Battlefield 2042 weapon; an omitted part is the stock part. */
export type Choice = {
  barrel?: string;
  /** Null for an ammunition that the sheet does not list, so that its figures are unknown. */
  ammunition?: string | null;
};

/**
 * Returns the choice that these parts make; at most one barrel and one ammunition count. A muzzle that the sheet does not list
 * does not change the barrel.
 */
export function getChoice(parts: readonly Pick<Bf2042Part, "slot" | "barrel" | "ammunition">[]): Choice {
  const barrel = parts.find((part) => part.barrel !== null)?.barrel;
  const ammunitionPart = parts.find(({ slot }) => slot === "ammunition");
  return {
    ...(barrel && { barrel }),
    ...(ammunitionPart && { ammunition: ammunitionPart.ammunition }),
  };
}

/**
 * Returns the weapon's figures, for 2042 with the chosen barrel and ammunition. All are of the weapon's layer, except a head
 * multiplier that only an earlier record has. Returns null if the layer lists other pairs of the weapon but not this one.
 */
export function getBallistics(weapon: Weapon, choice: Choice = {}): Ballistics | null {
  return weapon.game === "bf4" ? getBf4Ballistics(weapon) : getBf2042Ballistics(weapon, choice);
}

function getBf4Ballistics(weapon: Bf4Weapon): Ballistics {
  const rate = getShown(weapon.rateOfFireRpm);
  const mode = getMode(weapon);
  return {
    damage: getShown(weapon.damage),
    rateOfFireRpm: rate,
    ratesOfFireRpm: { auto: null, single: null, burst: getShown(weapon.burstRateOfFireRpm), [mode]: rate },
    hasBurstsOnly: mode === "burst",
    velocityMps: getShown(weapon.velocityMps),
    headMultiplier: getShown(weapon.headMultiplier),
    multiplierGroupId: weapon.multiplierGroupId,
    pellets: PELLET_GROUP_IDS.includes(weapon.multiplierGroupId) ? null : 1,
    shellDamage: getShown(weapon.shellDamage),
    magazine: getShown(weapon.magazine),
    reloadedRounds: getShown(weapon.magazine),
    reload: getShown(weapon.reload),
    configuration: null,
    isInferred: false,
    sourceIds: {
      ...getSource("reload", weapon.reload),
      ...getSource("damage", weapon.damage),
      ...getSource("shellDamage", weapon.shellDamage),
      ...getSource("rateOfFireRpm", weapon.rateOfFireRpm),
      ...getSource("velocityMps", weapon.velocityMps),
      ...getSource("headMultiplier", weapon.headMultiplier),
      ...getSource("magazine", weapon.magazine),
    },
    disagree: weapon.conflicts.length > 0,
  };
}

const PELLET_GROUP_IDS = ["shotgun-buckshot", "shotgun-flechette"];

/** Returns the fire mode to which the weapon's rate belongs. */
function getMode({ fireModes }: Bf4Weapon): keyof RatesOfFire {
  if (fireModes?.auto) return "auto";
  return fireModes?.burst ? "burst" : "single";
}

function getBf2042Ballistics(weapon: Bf2042Weapon, choice: Choice): Ballistics | null {
  const { base, configurations } = weapon;
  if (!base || configurations.length === 0) return UNKNOWN_BALLISTICS;
  if (choice.ammunition === null) return null;
  const pair = { barrel: choice.barrel ?? base.barrel, ammunition: choice.ammunition ?? base.ammunition };
  const line = configurations.find(
    ({ barrel, ammunition }) => barrel === pair.barrel && ammunition === pair.ammunition,
  );
  if (!line) return null;
  const { damage, rateOfFireRpm, velocityMps, headMultiplier, pellets, magazine, reload, sourceId } = line;
  const { auto, burst, single } = rateOfFireRpm;
  const rate = auto ?? getFaster(burst, single);
  const isSeasonTwo = weapon.mechanics?.sourceId === sourceId;
  const bursts = isSeasonTwo && auto === null && burst !== null && weapon.mechanics ? getBurst(weapon.mechanics) : null;
  return {
    damage,
    rateOfFireRpm: rate,
    ratesOfFireRpm: rateOfFireRpm,
    hasBurstsOnly: false,
    ...(bursts && { bursts }),
    velocityMps,
    headMultiplier: headMultiplier?.value ?? null,
    multiplierGroupId: ONE_GROUP_ID,
    pellets,
    shellDamage: null,
    magazine,
    reloadedRounds: magazine && (hasChamber(weapon, line) ? magazine - 1 : magazine),
    reload,
    configuration: pair,
    isInferred: line.isInferred,
    sourceIds: {
      damage: sourceId,
      ...(rate !== null && { rateOfFireRpm: sourceId }),
      ...(velocityMps !== null && { velocityMps: sourceId }),
      ...(headMultiplier && { headMultiplier: headMultiplier.sourceId }),
      ...(pellets !== null && pellets > 1 && { pellets: sourceId }),
      ...(magazine !== null && { magazine: sourceId }),
      ...(reload && { reload: sourceId }),
    },
    disagree: risesWithDistance(line),
  };
}

/** Revolvers, and a rifle that is loaded only with a clip. */
const WITHOUT_CHAMBER = ["m1-garand", "m44", "mp412-rex"];

/**
 * Whether the listed magazine includes a round in the chamber, which is absent after the magazine is emptied. No source gives this
 * directly: belts and some magazines have a round number, and guns without a magazine reload are loaded shell by shell.
 */
const hasChamber = ({ id }: Bf2042Weapon, { magazine, reload }: Pick<Configuration, "magazine" | "reload">): boolean =>
  magazine !== null &&
  magazine > 1 &&
  magazine % 10 !== 0 &&
  reload?.tacticalS != null &&
  !WITHOUT_CHAMBER.includes(id);

/** Whether the head multiplier is from an earlier record than the damage. This is the only mix of patches, and screens mark it. */
export const hasEarlierHead = ({ sourceIds: { damage, headMultiplier } }: Pick<Ballistics, "sourceIds">): boolean =>
  headMultiplier?.startsWith("sheet-") === true && headMultiplier !== damage;

/** Whether the damage rises with distance, probably a typing error in the sheet. */
export function risesWithDistance({ damage: { steps } }: Pick<Configuration, "damage">): boolean {
  return steps.some(({ damage }, at) => damage > (steps[at - 1]?.damage ?? damage));
}

function getFaster(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function getSource(figure: Figure, [first]: readonly Claim<unknown>[]): Ballistics["sourceIds"] {
  return first ? { [figure]: first.sourceId } : {};
}
