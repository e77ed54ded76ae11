import { z } from "zod";
import {
  type Bf4Attachments,
  type Bf4PartType,
  bf4Attachments,
  bf4PartType,
  type Compatibility,
  compatibility,
} from "#domain/game-data/schemas/attachment.ts";
import { type Award, award, type Ladder, ladder, type Rank, rank } from "#domain/game-data/schemas/award.ts";
import { type Bf4Weapon, bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import { type Combat, combat } from "#domain/game-data/schemas/combat.ts";
import { type Bf4Gadget, bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { type Bf4Kit, bf4Kit } from "#domain/game-data/schemas/kit.ts";
import { type Battlefield, battlefield, type Mode, mode } from "#domain/game-data/schemas/map.ts";
import {
  type Bf4Vehicle,
  type Bf4VehicleLoadout,
  bf4Vehicle,
  bf4VehicleLoadout,
} from "#domain/game-data/schemas/vehicle.ts";
import { type Bf4Codebook, bf4Codebook } from "./codebook.ts";
import { type ArsenalFiles, indexed, readFile } from "./files.ts";
import type { KitId } from "./kit-id.ts";
import { type Source, source } from "./source.ts";

const attachmentsFile = z.object({ types: z.array(bf4PartType), weapons: z.array(bf4Attachments) });
const unlocksFile = z.object({ ranks: z.array(rank), ladders: z.array(ladder), awards: z.array(award) });
const vehiclesFile = z.object({ vehicles: z.array(bf4Vehicle), loadouts: z.array(bf4VehicleLoadout) });
const mapsFile = z.object({ maps: z.array(battlefield), modes: z.array(mode) });
const rulesFile = z.object({
  ...combat.shape,
  compatibility: z.array(compatibility),
  compatibilitySourceId: z.string(),
});

/** Everything known of Battlefield 4; each map is keyed by id and keeps the order of the data. */
export type Bf4Arsenal = {
  readonly game: "bf4";
  readonly sources: ReadonlyMap<string, Source>;
  readonly weapons: ReadonlyMap<string, Bf4Weapon>;
  readonly partTypes: ReadonlyMap<string, Bf4PartType>;
  /** By weapon; weapons added after April 2015 are missing. */
  readonly attachments: ReadonlyMap<string, Bf4Attachments>;
  /** By the item each rule is about. */
  readonly compatibility: ReadonlyMap<string, Compatibility>;
  /** The one source of all those rules. */
  readonly compatibilitySourceId: string;
  readonly kits: ReadonlyMap<KitId, Bf4Kit>;
  readonly gadgets: ReadonlyMap<string, Bf4Gadget>;
  readonly vehicles: ReadonlyMap<string, Bf4Vehicle>;
  readonly vehicleLoadouts: ReadonlyMap<string, Bf4VehicleLoadout>;
  readonly maps: ReadonlyMap<string, Battlefield>;
  readonly modes: ReadonlyMap<string, Mode>;
  /** From 0 to 140. */
  readonly ranks: readonly Rank[];
  readonly ladders: ReadonlyMap<string, Ladder>;
  /** By realm and code, e.g. "mp PA2": the campaign repeats six codes. */
  readonly awards: ReadonlyMap<string, Award>;
  readonly combat: Combat;
  /** Numbers of ids in share codes. */
  readonly codebook: Bf4Codebook;
};

/** Battlefield 4 as these files describe it; see `arsenalFrom`. */
export function createBf4Arsenal(files: ArsenalFiles): Bf4Arsenal {
  const attachments = readFile(files, "attachments", attachmentsFile);
  const progress = readFile(files, "unlocks", unlocksFile);
  const vehicles = readFile(files, "vehicles", vehiclesFile);
  const maps = readFile(files, "maps", mapsFile);
  const rules = readFile(files, "rules", rulesFile);
  return {
    game: "bf4",
    sources: indexed(readFile(files, "sources", z.array(source)), ({ id }) => id),
    weapons: indexed(readFile(files, "weapons", z.array(bf4Weapon)), ({ id }) => id),
    partTypes: indexed(attachments.types, ({ id }) => id),
    attachments: indexed(attachments.weapons, ({ weaponId }) => weaponId),
    compatibility: indexed(rules.compatibility, ({ itemId }) => itemId),
    compatibilitySourceId: rules.compatibilitySourceId,
    kits: indexed(readFile(files, "kits", z.array(bf4Kit)), ({ id }) => id),
    gadgets: indexed(readFile(files, "gadgets", z.array(bf4Gadget)), ({ id }) => id),
    vehicles: indexed(vehicles.vehicles, ({ id }) => id),
    vehicleLoadouts: indexed(vehicles.loadouts, ({ id }) => id),
    maps: indexed(maps.maps, ({ id }) => id),
    modes: indexed(maps.modes, ({ id }) => id),
    ranks: progress.ranks,
    ladders: indexed(progress.ladders, ({ id }) => id),
    awards: indexed(progress.awards, ({ realm, code }) => `${realm} ${code}`),
    codebook: readFile(files, "codebook", bf4Codebook),
    combat: { health: rules.health, multiplierGroups: rules.multiplierGroups, handlingFactors: rules.handlingFactors },
  };
}
