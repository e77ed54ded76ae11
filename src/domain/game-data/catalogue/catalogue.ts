// The catalogues of a game: every record of its data beside the weapons, as entries people read.
import type { Arsenal, Arsenals } from "#domain/game-data/arsenal.ts";
import { bf4AttachmentEntries, compatibilityEntries } from "./bf4-attachments.ts";
import { bf4GadgetEntries, bf4KitEntries } from "./bf4-equipment.ts";
import { awardEntries, ladderEntries, rankEntries } from "./bf4-progress.ts";
import { bf4VehicleEntries, bf4VehicleLoadoutEntries } from "./bf4-vehicles.ts";
import { bf2042AttachmentEntries } from "./bf2042-attachments.ts";
import { bf2042GadgetEntries, bf2042KitEntries, bf2042MeleeEntries, specialistEntries } from "./bf2042-equipment.ts";
import { statisticsEntries } from "./bf2042-statistics.ts";
import { armamentEntries, bf2042VehicleEntries } from "./bf2042-vehicles.ts";
import type { CatalogueEntry } from "./entry.ts";
import type { CATALOGUES, CatalogueId } from "./id.ts";
import { mapEntries } from "./maps.ts";
import { combatEntries, sourceEntries } from "./sources.ts";

type Game = keyof typeof CATALOGUES;
type Projection<G extends Game> = (arsenal: Arsenals[G]) => readonly CatalogueEntry[];
type Shelf<G extends Game> = { readonly [id in (typeof CATALOGUES)[G][number]]: Projection<G> };

const BF4: Shelf<"bf4"> = {
  attachments: bf4AttachmentEntries,
  gadgets: (arsenal) => bf4GadgetEntries(arsenal, "gadgets"),
  throwables: (arsenal) => bf4GadgetEntries(arsenal, "throwables"),
  melee: (arsenal) => bf4GadgetEntries(arsenal, "melee"),
  vehicles: bf4VehicleEntries,
  "vehicle-loadouts": bf4VehicleLoadoutEntries,
  kits: bf4KitEntries,
  "field-upgrades": (arsenal) => bf4GadgetEntries(arsenal, "field-upgrades"),
  maps: mapEntries,
  ranks: rankEntries,
  "unlock-ladders": ladderEntries,
  awards: awardEntries,
  compatibility: compatibilityEntries,
  "combat-rules": combatEntries,
  sources: sourceEntries,
};

const BF2042: Shelf<"bf2042"> = {
  attachments: bf2042AttachmentEntries,
  gadgets: (arsenal) => bf2042GadgetEntries(arsenal, "gadgets"),
  throwables: (arsenal) => bf2042GadgetEntries(arsenal, "throwables"),
  melee: bf2042MeleeEntries,
  vehicles: bf2042VehicleEntries,
  "vehicle-armament": armamentEntries,
  kits: bf2042KitEntries,
  specialists: specialistEntries,
  maps: mapEntries,
  "combat-rules": combatEntries,
  "statistics-names": statisticsEntries,
  sources: sourceEntries,
};

/** A catalogue of the game, in the order of its data; empty where the game has none of that id. */
export function getCatalogue(arsenal: Arsenal, id: CatalogueId): readonly CatalogueEntry[] {
  if (arsenal.game === "bf4") return id in BF4 ? BF4[id as keyof typeof BF4](arsenal) : [];
  return id in BF2042 ? BF2042[id as keyof typeof BF2042](arsenal) : [];
}
