import { z } from "zod";
import { bf2042Attachments, bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import { type Bf2042Weapon, bf2042Weapon, type Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { combat } from "#domain/game-data/schemas/combat.ts";
import { apiName, bf2042Gadget } from "#domain/game-data/schemas/gadget.ts";
import { bf2042Kit, specialist } from "#domain/game-data/schemas/kit.ts";
import { battlefield, mode } from "#domain/game-data/schemas/map.ts";
import { armament, bf2042Vehicle } from "#domain/game-data/schemas/vehicle.ts";
import { bf2042Codebook } from "./codebook.ts";
import { type ArsenalFiles, byId, indexed, readFile } from "./files.ts";
import { type Layer, SEASON_TWO, SHOWN_PATCH } from "./patch.ts";
import { expandRecords, recordsFile } from "./records.ts";
import { source } from "./source.ts";

const weaponsFile = z.object({ weapons: z.array(bf2042Weapon), apiNames: z.array(apiName) });
const otherAttachments = z.object({ asset: z.string(), options: z.array(bf2042Part), sourceId: z.string() });
const attachmentsFile = z.object({ weapons: z.array(bf2042Attachments), others: z.array(otherAttachments).readonly() });
const gadgetsFile = z.object({ gadgets: z.array(bf2042Gadget), melee: z.array(armament), apiNames: z.array(apiName) });
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

/** Everything known of Battlefield 2042; each map is keyed by id and keeps the order of the data. */
export type Bf2042Arsenal = Readonly<ReturnType<typeof readArsenal>>;

/** Battlefield 2042 at the shown patch, as these files describe it; see `createArsenal`. */
export const createBf2042Arsenal = (files: ArsenalFiles): Bf2042Arsenal => atLayer(readArsenal(files), SHOWN_PATCH);

function readArsenal(files: ArsenalFiles) {
  const weapons = readFile(files, "weapons", weaponsFile);
  const gadgets = readFile(files, "gadgets", gadgetsFile);
  const vehicles = readFile(files, "vehicles", vehiclesFile);
  const maps = readFile(files, "maps", mapsFile);
  const attachments = readFile(files, "attachments", attachmentsFile);
  return {
    game: "bf2042" as const,
    sources: byId(readFile(files, "sources", z.array(source))),
    /** Whose figures the weapons have. */
    layer: SHOWN_PATCH as Layer,
    records: expandRecords(readFile(files, "records", recordsFile)),
    weapons: byId(weapons.weapons.map((weapon): Bf2042Weapon => ({ ...weapon, configurations: [] }))),
    /** By weapon; six Portal weapons have none. */
    attachments: indexed(attachments.weapons, ({ weaponId }) => weaponId),
    /** Parts of assets the blueprint does not list among the weapons. */
    otherAttachments: attachments.others,
    kits: byId(readFile(files, "kits", z.array(bf2042Kit))),
    gadgets: byId(gadgets.gadgets),
    /** Looks of the knife, by asset. */
    melee: indexed(gadgets.melee, ({ asset }) => asset),
    specialists: byId(readFile(files, "specialists", z.array(specialist))),
    vehicles: byId(vehicles.vehicles),
    armament: indexed(vehicles.armament, ({ asset }) => asset),
    maps: byId(maps.maps),
    modes: byId(maps.modes),
    /** Modes and maps as the statistics name them. */
    statModes: byId(maps.statModes),
    statMaps: byId(maps.statMaps),
    /** Ids of the statistics and their names: weapons without an asset, gadgets, vehicles and their groups. */
    apiNames: indexed([...weapons.apiNames, ...gadgets.apiNames, ...vehicles.apiNames], ({ apiId }) => apiId),
    combat: readFile(files, "rules", combat),
    /** Numbers of ids in share codes. */
    codebook: readFile(files, "codebook", bf2042Codebook),
  };
}

/** The same arsenal with the figures of another layer. */
export function atLayer(arsenal: Bf2042Arsenal, layer: Layer): Bf2042Arsenal {
  const weapons = [...arsenal.weapons].map(
    ([id, weapon]) => [id, weaponAtLayer(weapon, layer, arsenal.records)] as const,
  );
  return { ...arsenal, layer, weapons: new Map(weapons) };
}

/** The same gun with the figures of another layer. */
export function weaponAtLayer(weapon: Bf2042Weapon, layer: Layer, records: Bf2042Arsenal["records"]): Bf2042Weapon {
  const configurations =
    layer === SEASON_TWO ? getSeasonTwo(weapon, records) : records.get(layer)?.configurations.get(weapon.id);
  return { ...weapon, configurations: configurations ?? [] };
}

/** Season 2 names a rate for every way to fire; a gun has those ways that its record of 6.2.0 lists. */
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
