import { z } from "zod";
import { bf2042Attachments, bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import { type Bf2042Weapon, bf2042Weapon, type Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { combat } from "#domain/game-data/schemas/combat.ts";
import { criterion } from "#domain/game-data/schemas/criterion.ts";
import { apiName, bf2042Gadget, meleeLook } from "#domain/game-data/schemas/gadget.ts";
import { bf2042Kit, specialist } from "#domain/game-data/schemas/kit.ts";
import { bf2042LocalNames } from "#domain/game-data/schemas/local-names.ts";
import { battlefield, mode } from "#domain/game-data/schemas/map.ts";
import { armament, bf2042Vehicle } from "#domain/game-data/schemas/vehicle.ts";
import { bf2042Codebook } from "./codebook.ts";
import { type ArsenalFiles, indexBy, indexById, readFile } from "./files.ts";
import { type Layer, SEASON_TWO, SHOWN_PATCH } from "./patch.ts";
import { expandRecords, recordsFile } from "./records.ts";
import { source } from "./source.ts";

const weaponsFile = z.object({ weapons: z.array(bf2042Weapon), apiNames: z.array(apiName) });
const otherAttachments = z.object({
  asset: z.string(),
  name: z.string().min(1),
  options: z.array(bf2042Part),
  sourceId: z.string(),
});
const attachmentsFile = z.object({ weapons: z.array(bf2042Attachments), others: z.array(otherAttachments).readonly() });
const gadgetsFile = z.object({ gadgets: z.array(bf2042Gadget), melee: z.array(meleeLook), apiNames: z.array(apiName) });
const vehiclesFile = z.object({
  vehicles: z.array(bf2042Vehicle),
  armament: z.array(armament),
  apiNames: z.array(apiName),
});
const mapsFile = z.object({
  maps: z.array(battlefield),
  modes: z.array(mode),
  statModes: z.array(mode),
  statMaps: z.array(mode),
});

/** All data of Battlefield 2042. Each map is keyed by id and has the order of the data files. */
export type Bf2042Arsenal = Readonly<ReturnType<typeof readArsenal>>;

/** Returns the arsenal of Battlefield 2042 at the default patch; see `createArsenal`. */
export const createBf2042Arsenal = (files: ArsenalFiles): Bf2042Arsenal =>
  getArsenalAtLayer(readArsenal(files), SHOWN_PATCH);

function readArsenal(files: ArsenalFiles) {
  const weapons = readFile(files, "weapons", weaponsFile);
  const gadgets = readFile(files, "gadgets", gadgetsFile);
  const vehicles = readFile(files, "vehicles", vehiclesFile);
  const maps = readFile(files, "maps", mapsFile);
  const attachments = readFile(files, "attachments", attachmentsFile);
  return {
    game: "bf2042" as const,
    sources: indexById(readFile(files, "sources", z.array(source))),
    /** The layer that the weapons' figures come from. */
    layer: SHOWN_PATCH as Layer,
    records: expandRecords(readFile(files, "records", recordsFile)),
    weapons: indexById(weapons.weapons.map((weapon): Bf2042Weapon => ({ ...weapon, configurations: [] }))),
    /** By weapon; six Portal weapons have none. */
    attachments: indexBy(attachments.weapons, ({ weaponId }) => weaponId),
    /** Parts of assets that the blueprint does not list as weapons. */
    otherAttachments: attachments.others,
    kits: indexById(readFile(files, "kits", z.array(bf2042Kit))),
    gadgets: indexById(gadgets.gadgets),
    /** Looks of the knife, by asset. */
    melee: indexBy(gadgets.melee, ({ asset }) => asset),
    specialists: indexById(readFile(files, "specialists", z.array(specialist))),
    vehicles: indexById(vehicles.vehicles),
    armament: indexBy(vehicles.armament, ({ asset }) => asset),
    maps: indexById(maps.maps),
    modes: indexById(maps.modes),
    /** Modes and maps by the ids of the statistics. */
    statModes: indexById(maps.statModes),
    statMaps: indexById(maps.statMaps),
    /** Ids of the statistics and their names: weapons without an asset, gadgets, vehicles and their groups. */
    apiNames: indexBy([...weapons.apiNames, ...gadgets.apiNames, ...vehicles.apiNames], ({ apiId }) => apiId),
    /** What counts toward unlocks, mastery, badges and assignments. */
    criteria: indexById(readFile(files, "criteria", z.array(criterion))),
    combat: readFile(files, "rules", combat),
    /** The names of other languages, by language. */
    localNames: readFile(files, "names", z.record(z.string(), bf2042LocalNames)),
    /** The numbers that stand for ids in share codes. */
    codebook: readFile(files, "codebook", bf2042Codebook),
  };
}

/** Returns the arsenal with the figures of another layer. */
export function getArsenalAtLayer(arsenal: Bf2042Arsenal, layer: Layer): Bf2042Arsenal {
  const weapons = [...arsenal.weapons].map(
    ([id, weapon]) => [id, getWeaponAtLayer(weapon, layer, arsenal.records)] as const,
  );
  return { ...arsenal, layer, weapons: new Map(weapons) };
}

/** Returns the gun with the figures of another layer. */
export function getWeaponAtLayer(weapon: Bf2042Weapon, layer: Layer, records: Bf2042Arsenal["records"]): Bf2042Weapon {
  const configurations =
    layer === SEASON_TWO ? getSeasonTwo(weapon, records) : records.get(layer)?.configurations.get(weapon.id);
  return { ...weapon, configurations: configurations ?? [] };
}

/** Returns the figures of Season 2. That layer gives a rate for every fire mode; a gun has the modes its record of 6.2.0 lists. */
function getSeasonTwo(
  { id, base, mechanics }: Bf2042Weapon,
  records: Bf2042Arsenal["records"],
): readonly Configuration[] {
  if (!mechanics || !base) return [];
  const { sourceId, damage, velocityMps, magazine, pellets, headMultiplier, reload } = mechanics;
  const isIssued = ({ barrel, ammunition }: Configuration) => barrel === base.barrel && ammunition === base.ammunition;
  const listed = records.get("6.2.0")?.configurations.get(id)?.find(isIssued)?.rateOfFireRpm;
  const getRate = (mode: "auto" | "burst" | "single") => (listed?.[mode] ? mechanics.rateOfFireRpm[mode] : null);
  return [
    {
      ...base,
      damage,
      velocityMps,
      rateOfFireRpm: { auto: getRate("auto"), burst: getRate("burst"), single: getRate("single") },
      magazine,
      reload:
        reload.kind === "round"
          ? null
          : { tacticalS: reload.tacticalS / reload.speed, emptyS: reload.emptyS / reload.speed },
      pellets,
      isInferred: false,
      headMultiplier,
      sourceId,
    },
  ];
}
