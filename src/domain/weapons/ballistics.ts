// A weapon's figures as a chart or a table wants them: one value each, and where it is from.

import type { Weapon } from "#domain/game-data/arsenal.ts";
import { type Claim, getShown } from "#domain/game-data/figure.ts";
import type { Bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon, Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";

/** Seconds with a round left and with none, as the source lists them; its own factor `speed` is not applied. */
type Reload = { tacticalS: number; emptyS: number; speed: number };

type RatesOfFire = { auto: number | null; burst: number | null; single: number | null };

/** Each figure is null where no source gives it publicly. */
export type Ballistics = {
  damage: DamageProfile | null;
  /** The automatic rate; without one, the faster of burst and single. */
  rateOfFireRpm: number | null;
  ratesOfFireRpm: RatesOfFire;
  velocityMps: number | null;
  headMultiplier: number | null;
  /** Pellets of a shell, 1 for a bullet; damage is that of one. */
  pellets: number | null;
  magazine: number | null;
  reload: Reload | null;
  /** The pair the figures hold for; null in Battlefield 4, where parts change no figure a source gives. */
  configuration: { barrel: string; ammunition: string } | null;
  /** Figure → its source, for those that are known. */
  sourceIds: Partial<Record<Figure, string>>;
  /** Two sources, or two lines of one, give other values for a figure shown. */
  disagree: boolean;
};

export type Figure = "damage" | "rateOfFireRpm" | "velocityMps" | "headMultiplier" | "pellets" | "magazine" | "reload";

/** What is mounted on a Battlefield 2042 weapon; what is left out stays as issued. */
export type Choice = {
  barrel?: string;
  /** Null: an ammunition that the sheet does not list, so its figures are unknown. */
  ammunition?: string | null;
  /** Season 2's measurement of the ammunition: what magazine, pellets and reload need. Empty: not measured. */
  ammunitionEffects?: Bf2042Part["effects"];
};

/**
 * The choice these parts make of a weapon: at most one barrel and one ammunition count. A muzzle the sheet does not list
 * leaves the barrel as issued.
 */
export function getChoice(parts: readonly Pick<Bf2042Part, "slot" | "barrel" | "ammunition" | "effects">[]): Choice {
  const barrel = parts.find((part) => part.barrel !== null)?.barrel;
  const shell = parts.find(({ slot }) => slot === "ammunition");
  return {
    ...(barrel && { barrel }),
    ...(shell && { ammunition: shell.ammunition, ammunitionEffects: shell.effects }),
  };
}

/**
 * The weapon's figures, for 2042 with the chosen barrel and ammunition (patch 6.2.0) and the magazine, pellets and
 * reload of Season 2. Null where the sheet lists other pairs of the weapon but not this one.
 */
export function getBallistics(weapon: Weapon, choice: Choice = {}): Ballistics | null {
  return weapon.game === "bf4" ? getBf4Ballistics(weapon) : getBf2042Ballistics(weapon, choice);
}

function getBf4Ballistics(weapon: Bf4Weapon): Ballistics {
  const rate = getShown(weapon.rateOfFireRpm);
  const automatic = weapon.fireModes?.auto === true;
  return {
    damage: getShown(weapon.damage),
    rateOfFireRpm: rate,
    ratesOfFireRpm: {
      auto: automatic ? rate : null,
      burst: getShown(weapon.burstRateOfFireRpm),
      single: automatic ? null : rate,
    },
    velocityMps: getShown(weapon.velocityMps),
    headMultiplier: getShown(weapon.headMultiplier),
    pellets: weapon.multiplierGroupId.startsWith("shotgun") ? null : 1,
    magazine: getShown(weapon.magazine),
    reload: null,
    configuration: null,
    sourceIds: {
      ...getSource("damage", weapon.damage),
      ...getSource("rateOfFireRpm", weapon.rateOfFireRpm),
      ...getSource("velocityMps", weapon.velocityMps),
      ...getSource("headMultiplier", weapon.headMultiplier),
      ...getSource("magazine", weapon.magazine),
    },
    disagree: weapon.conflicts.length > 0,
  };
}

function getBf2042Ballistics(weapon: Bf2042Weapon, choice: Choice): Ballistics | null {
  if (choice.ammunition === null && weapon.base) return null;
  const pair = getPair(weapon, choice);
  const lines = weapon.configurations.filter(
    ({ barrel, ammunition }) => barrel === pair?.barrel && ammunition === pair.ammunition,
  );
  const line = lines[0];
  if (pair && !line) return null;
  const rates = line?.rateOfFireRpm ?? { auto: null, burst: null, single: null };
  const handling = getHandling(weapon, choice);
  return {
    damage: line?.damage ?? null,
    rateOfFireRpm: rates.auto ?? getFaster(rates.burst, rates.single),
    ratesOfFireRpm: rates,
    velocityMps: line?.velocityMps ?? null,
    headMultiplier: getShown(weapon.headMultiplier),
    ...handling,
    pellets: getPellets(weapon, pair, handling.pellets),
    configuration: pair,
    sourceIds: {
      ...(line && sheetSources(line)),
      ...getSource("headMultiplier", weapon.headMultiplier),
      ...handlingSources(weapon, handling),
    },
    disagree: weapon.anomaly !== null || lines.some((other) => JSON.stringify(other) !== JSON.stringify(line)),
  };
}

function getPair({ base }: Bf2042Weapon, choice: Choice): Ballistics["configuration"] {
  return base && { barrel: choice.barrel ?? base.barrel, ammunition: choice.ammunition ?? base.ammunition };
}

type Handling = Pick<Ballistics, "magazine" | "pellets" | "reload">;

/**
 * Season 2's figures of the weapon as issued or with a measured ammunition; all null for an ammunition that was not
 * measured.
 */
function getHandling({ mechanics, base }: Bf2042Weapon, { ammunition, ammunitionEffects }: Choice): Handling {
  const asIssued = ammunitionEffects === undefined && (ammunition ?? base?.ammunition) === base?.ammunition;
  const measured = Object.keys(ammunitionEffects ?? {}).length > 0;
  if (!mechanics || !(asIssued || measured)) return { magazine: null, pellets: null, reload: null };
  const reported = (path: string, bare: number) => ammunitionEffects?.[path]?.[0] ?? bare;
  const { reload } = mechanics;
  return {
    magazine: reported("magazine", mechanics.magazine),
    pellets: reported("pellets", mechanics.pellets),
    reload:
      reload.kind === "round"
        ? null
        : {
            tacticalS: reported("reload.tacticalS", reload.tacticalS),
            emptyS: reported("reload.emptyS", reload.emptyS),
            speed: reported("reload.speed", reload.speed),
          },
  };
}

function getPellets(weapon: Bf2042Weapon, pair: Ballistics["configuration"], reported: number | null): number | null {
  return !weapon.perPellet || pair?.ammunition === "Slug" ? 1 : reported;
}

function handlingSources({ mechanics, perPellet }: Bf2042Weapon, handling: Handling): Ballistics["sourceIds"] {
  if (!mechanics) return {};
  const { sourceId } = mechanics;
  return {
    ...(handling.magazine !== null && { magazine: sourceId }),
    ...(handling.reload && { reload: sourceId }),
    ...(perPellet && handling.pellets !== null && { pellets: sourceId }),
  };
}

function getFaster(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function sheetSources({ sourceId, velocityMps, rateOfFireRpm: { auto, burst, single } }: Configuration) {
  return {
    damage: sourceId,
    ...((auto ?? burst ?? single) !== null && { rateOfFireRpm: sourceId }),
    ...(velocityMps !== null && { velocityMps: sourceId }),
  };
}

function getSource(figure: Figure, [first]: readonly Claim<unknown>[]): Ballistics["sourceIds"] {
  return first ? { [figure]: first.sourceId } : {};
}

// How long a bullet is on its way, and how far it falls.

export type Flight = {
  ms: number;
  /** Metres below a level line of sight; null where no gravity is known. */
  dropM: number | null;
};

/**
 * The flight of a bullet without drag: t = d ÷ v, drop = g × t² ÷ 2. Season 2 lists a drag for each weapon, but no
 * source gives the law by which it slows a bullet, so drag is ignored; it is 0 for all but the NTW-50. Gravity is known
 * for Season 2 only.
 */
export function getFlight(distanceM: number, velocityMps: number, gravityMps2: number | null = null): Flight {
  const seconds = distanceM / velocityMps;
  return { ms: seconds * 1000, dropM: gravityMps2 === null ? null : (gravityMps2 * seconds ** 2) / 2 };
}
