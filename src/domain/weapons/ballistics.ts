// A weapon's figures as a chart or a table wants them: one value each, and where it is from.

import type { Weapon } from "#domain/game-data/arsenal.ts";
import { type Claim, getShown } from "#domain/game-data/figure.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon, Configuration, Reload } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { type Burst, getBurst, type RatesOfFire } from "./fire.ts";

/** Each figure is null where no source gives it publicly. */
export type Ballistics = {
  damage: DamageProfile | null;
  /** The automatic rate; without one, the faster of burst and single. */
  rateOfFireRpm: number | null;
  ratesOfFireRpm: RatesOfFire;
  /** The rate is that inside a burst, and no source gives the pause between two: times beyond one burst are minimums. */
  hasBurstsOnly: boolean;
  /** The rhythm of a weapon without automatic fire whose bursts Season 2 measured; there `rateOfFireRpm` is the rate inside one. */
  bursts?: Burst;
  velocityMps: number | null;
  headMultiplier: number | null;
  /** Pellets of a shell, 1 for a bullet; damage is that of one. */
  pellets: number | null;
  /** Damage of a whole shell at the muzzle, of shotguns whose pellets are not known. */
  shellDamage: number | null;
  /** Rounds at the start; Battlefield 2042 counts the one in the chamber. */
  magazine: number | null;
  /** Rounds after the reload of an emptied magazine; null where the magazine is unknown. */
  reloadedRounds: number | null;
  reload: Reload | null;
  /** The pair the figures hold for; null in Battlefield 4, where parts change no figure a source gives. */
  configuration: { barrel: string; ammunition: string } | null;
  /** Damage, velocity and rates are those of the smaller magazine: the sheet lists this magazine without them. */
  isInferred: boolean;
  /** Figure → its source, for those that are known. */
  sourceIds: Partial<Record<Figure, string>>;
  /** Two sources, or two lines of one, give other values for a figure shown. */
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

/** What is mounted on a Battlefield 2042 weapon; what is left out stays as issued. */
export type Choice = {
  barrel?: string;
  /** Null: an ammunition that the sheet does not list, so its figures are unknown. */
  ammunition?: string | null;
};

/**
 * The choice these parts make of a weapon: at most one barrel and one ammunition count. A muzzle the sheet does not list
 * leaves the barrel as issued.
 */
export function getChoice(parts: readonly Pick<Bf2042Part, "slot" | "barrel" | "ammunition">[]): Choice {
  const barrel = parts.find((part) => part.barrel !== null)?.barrel;
  const shell = parts.find(({ slot }) => slot === "ammunition");
  return {
    ...(barrel && { barrel }),
    ...(shell && { ammunition: shell.ammunition }),
  };
}

/**
 * The weapon's figures, for 2042 with the chosen barrel and ammunition. All are of the weapon's layer, but for a head
 * multiplier known from an earlier record only. Null where the layer lists other pairs of the weapon but not this one.
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
    pellets: SHELLS_OF_PELLETS.includes(weapon.multiplierGroupId) ? null : 1,
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

const SHELLS_OF_PELLETS = ["shotgun-buckshot", "shotgun-flechette"];

/** The way to fire its rate is given for. */
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

/** Revolvers, and a rifle whose clip is all it holds. */
const WITHOUT_CHAMBER = ["m1-garand", "m44", "mp412-rex"];

/**
 * Whether the magazine is listed with a round in the chamber, which an emptied one no longer has. Which guns that is, is not public:
 * belts and some magazines are listed with a round number, and guns without a reload of a magazine are filled up shell by shell.
 */
const hasChamber = ({ id }: Bf2042Weapon, { magazine, reload }: Pick<Configuration, "magazine" | "reload">): boolean =>
  magazine !== null &&
  magazine > 1 &&
  magazine % 10 !== 0 &&
  reload?.tacticalS != null &&
  !WITHOUT_CHAMBER.includes(id);

/** Whether the head multiplier is of an earlier record than the damage: the one mix of patches, which screens mark. */
export const hasEarlierHead = ({ sourceIds: { damage, headMultiplier } }: Pick<Ballistics, "sourceIds">): boolean =>
  headMultiplier?.startsWith("sheet-") === true && headMultiplier !== damage;

/** Whether the damage grows with distance, likely a typing error of the sheet. */
export function risesWithDistance({ damage: { steps } }: Pick<Configuration, "damage">): boolean {
  return steps.some(({ damage }, at) => damage > (steps[at - 1]?.damage ?? damage));
}

function getFaster(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function getSource(figure: Figure, [first]: readonly Claim<unknown>[]): Ballistics["sourceIds"] {
  return first ? { [figure]: first.sourceId } : {};
}
