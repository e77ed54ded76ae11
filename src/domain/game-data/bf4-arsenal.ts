import { z } from "zod";
import { bf4Attachments, bf4PartType, compatibility } from "#domain/game-data/schemas/attachment.ts";
import { award, ladder, rank } from "#domain/game-data/schemas/award.ts";
import { bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import { combat } from "#domain/game-data/schemas/combat.ts";
import { bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { bf4Kit } from "#domain/game-data/schemas/kit.ts";
import { bf4LocalNames } from "#domain/game-data/schemas/local-names.ts";
import { battlefield, mode } from "#domain/game-data/schemas/map.ts";
import { bf4Vehicle, bf4VehicleLoadout } from "#domain/game-data/schemas/vehicle.ts";
import { bf4Codebook } from "./codebook.ts";
import { type ArsenalFiles, indexBy, indexById, readFile } from "./files.ts";
import { source } from "./source.ts";

const attachmentsFile = z.object({ types: z.array(bf4PartType), weapons: z.array(bf4Attachments) });
const unlocksFile = z.object({ ranks: z.array(rank).readonly(), ladders: z.array(ladder), awards: z.array(award) });
const vehiclesFile = z.object({ vehicles: z.array(bf4Vehicle), loadouts: z.array(bf4VehicleLoadout) });
const mapsFile = z.object({ maps: z.array(battlefield), modes: z.array(mode) });
const rulesFile = z.object({
  ...combat.shape,
  compatibility: z.array(compatibility),
  compatibilitySourceId: z.string(),
});

/** All data of Battlefield 4. Each map is keyed by id and has the order of the data files. */
export type Bf4Arsenal = Readonly<ReturnType<typeof createBf4Arsenal>>;

/** Returns the arsenal of Battlefield 4; see `createArsenal`. */
export function createBf4Arsenal(files: ArsenalFiles) {
  const attachments = readFile(files, "attachments", attachmentsFile);
  const progress = readFile(files, "unlocks", unlocksFile);
  const vehicles = readFile(files, "vehicles", vehiclesFile);
  const maps = readFile(files, "maps", mapsFile);
  const { compatibility: rules, compatibilitySourceId, ...combatRules } = readFile(files, "rules", rulesFile);
  return {
    game: "bf4" as const,
    sources: indexById(readFile(files, "sources", z.array(source))),
    weapons: indexById(readFile(files, "weapons", z.array(bf4Weapon))),
    partTypes: indexById(attachments.types),
    /** By weapon; weapons added after April 2015 are missing. */
    attachments: indexBy(attachments.weapons, ({ weaponId }) => weaponId),
    /** By the id of the item that the rule applies to. */
    compatibility: indexBy(rules, ({ itemId }) => itemId),
    /** The source of all these rules. */
    compatibilitySourceId,
    kits: indexById(readFile(files, "kits", z.array(bf4Kit))),
    gadgets: indexById(readFile(files, "gadgets", z.array(bf4Gadget))),
    vehicles: indexById(vehicles.vehicles),
    vehicleLoadouts: indexById(vehicles.loadouts),
    maps: indexById(maps.maps),
    modes: indexById(maps.modes),
    /** From 0 to 140. */
    ranks: progress.ranks,
    ladders: indexById(progress.ladders),
    /** By realm and code, e.g. "mp PA2": the campaign repeats six codes. */
    awards: indexBy(progress.awards, ({ realm, code }) => `${realm} ${code}`),
    combat: combatRules,
    /** The names of other languages, by language. */
    localNames: readFile(files, "names", z.record(z.string(), bf4LocalNames)),
    /** The numbers that stand for ids in share codes. */
    codebook: readFile(files, "codebook", bf4Codebook),
  };
}
