import { z } from "zod";
import { type Bf2042Attachments, bf2042Attachments, bf2042Part } from "#domain/game-data/schemas/attachment.ts";
import { type Bf2042Weapon, bf2042Weapon, type Configuration } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { type Combat, combat } from "#domain/game-data/schemas/combat.ts";
import { type ApiName, apiName, type Bf2042Gadget, bf2042Gadget } from "#domain/game-data/schemas/gadget.ts";
import { type Bf2042Kit, bf2042Kit, type Specialist, specialist } from "#domain/game-data/schemas/kit.ts";
import { type Battlefield, battlefield, type Mode, mode } from "#domain/game-data/schemas/map.ts";
import { type Armament, armament, type Bf2042Vehicle, bf2042Vehicle } from "#domain/game-data/schemas/vehicle.ts";
import { type Bf2042Codebook, bf2042Codebook } from "./codebook.ts";
import { type ArsenalFiles, indexed, readFile } from "./files.ts";
import type { KitId } from "./kit-id.ts";
import { type Layer, type Patch, SEASON_TWO, SHOWN_PATCH } from "./patch.ts";
import { expandRecords, type PatchRecord, recordsFile } from "./records.ts";
import { type Source, source } from "./source.ts";

const weaponsFile = z.object({ weapons: z.array(bf2042Weapon), apiNames: z.array(apiName) });
const otherAttachments = z.object({ asset: z.string(), options: z.array(bf2042Part), sourceId: z.string() });
const attachmentsFile = z.object({ weapons: z.array(bf2042Attachments), others: z.array(otherAttachments) });
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
export type Bf2042Arsenal = {
  readonly game: "bf2042";
  readonly sources: ReadonlyMap<string, Source>;
  /** Whose figures the weapons have. */
  readonly layer: Layer;
  readonly records: ReadonlyMap<Patch, PatchRecord>;
  readonly weapons: ReadonlyMap<string, Bf2042Weapon>;
  /** By weapon; six Portal weapons have none. */
  readonly attachments: ReadonlyMap<string, Bf2042Attachments>;
  /** Parts of assets the blueprint does not list among the weapons. */
  readonly otherAttachments: readonly z.infer<typeof otherAttachments>[];
  readonly kits: ReadonlyMap<KitId, Bf2042Kit>;
  readonly gadgets: ReadonlyMap<string, Bf2042Gadget>;
  /** Looks of the knife, by asset. */
  readonly melee: ReadonlyMap<string, Armament>;
  readonly specialists: ReadonlyMap<string, Specialist>;
  readonly vehicles: ReadonlyMap<string, Bf2042Vehicle>;
  readonly armament: ReadonlyMap<string, Armament>;
  readonly maps: ReadonlyMap<string, Battlefield>;
  readonly modes: ReadonlyMap<string, Mode>;
  /** Modes and maps as the statistics name them. */
  readonly statModes: ReadonlyMap<string, Mode>;
  readonly statMaps: ReadonlyMap<string, Mode>;
  /** Ids of the statistics and their names: weapons without an asset, gadgets, vehicles and their groups. */
  readonly apiNames: ReadonlyMap<string, ApiName>;
  readonly combat: Combat;
  /** Numbers of ids in share codes. */
  readonly codebook: Bf2042Codebook;
};

/** Battlefield 2042 at the shown patch, as these files describe it; see `createArsenal`. */
export function createBf2042Arsenal(files: ArsenalFiles): Bf2042Arsenal {
  const weapons = readFile(files, "weapons", weaponsFile);
  const gadgets = readFile(files, "gadgets", gadgetsFile);
  const vehicles = readFile(files, "vehicles", vehiclesFile);
  const maps = readFile(files, "maps", mapsFile);
  const attachments = readFile(files, "attachments", attachmentsFile);
  const arsenal: Bf2042Arsenal = {
    game: "bf2042",
    layer: SHOWN_PATCH,
    records: expandRecords(readFile(files, "records", recordsFile)),
    sources: indexed(readFile(files, "sources", z.array(source)), ({ id }) => id),
    weapons: indexed(
      weapons.weapons.map((weapon) => ({ ...weapon, configurations: [] })),
      ({ id }) => id,
    ),
    attachments: indexed(attachments.weapons, ({ weaponId }) => weaponId),
    otherAttachments: attachments.others,
    kits: indexed(readFile(files, "kits", z.array(bf2042Kit)), ({ id }) => id),
    gadgets: indexed(gadgets.gadgets, ({ id }) => id),
    melee: indexed(gadgets.melee, ({ asset }) => asset),
    specialists: indexed(readFile(files, "specialists", z.array(specialist)), ({ id }) => id),
    vehicles: indexed(vehicles.vehicles, ({ id }) => id),
    armament: indexed(vehicles.armament, ({ asset }) => asset),
    maps: indexed(maps.maps, ({ id }) => id),
    modes: indexed(maps.modes, ({ id }) => id),
    statModes: indexed(maps.statModes, ({ id }) => id),
    statMaps: indexed(maps.statMaps, ({ id }) => id),
    apiNames: indexed([...weapons.apiNames, ...gadgets.apiNames, ...vehicles.apiNames], ({ apiId }) => apiId),
    codebook: readFile(files, "codebook", bf2042Codebook),
    combat: readFile(files, "rules", combat),
  };
  return atLayer(arsenal, SHOWN_PATCH);
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
