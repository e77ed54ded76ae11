// The part of an arsenal that loadouts need. An Arsenal is assignable to it; the browser builds an Armoury from less data.
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Bf4Attachments, Bf4Part, Bf2042Part, Compatibility } from "#domain/game-data/schemas/attachment.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon } from "#domain/game-data/schemas/bf2042-weapon.ts";
import type { Bf4Kit, Bf2042Kit } from "#domain/game-data/schemas/kit.ts";
import type { Bf4VehicleLoadout } from "#domain/game-data/schemas/vehicle.ts";

type Named = { id: string; name: string; englishName?: string | undefined };
type PartsOfSlot = Pick<Bf4Attachments["slots"][number], "slot"> & {
  readonly options: readonly Pick<Bf4Part, "id" | "name" | "englishName" | "isDefault">[];
};

/** A vehicle class with the options of each slot; the first option of a slot is the default. */
export type VehicleClass = Pick<Bf4VehicleLoadout, "id" | "name"> & {
  readonly slots: readonly { readonly slot: string; readonly options: readonly Named[] }[];
};

/** Each map is keyed by id: `attachments` by the weapon's, `compatibility` by that of the item a rule applies to. */
export type Bf4Armoury = {
  readonly game: "bf4";
  readonly weapons: ReadonlyMap<string, Pick<Bf4Weapon, "id" | "name" | "class" | "slots" | "kitIds">>;
  readonly attachments: ReadonlyMap<string, { readonly slots: readonly PartsOfSlot[] }>;
  readonly compatibility: ReadonlyMap<string, Compatibility>;
  readonly kits: ReadonlyMap<KitId, Pick<Bf4Kit, "id" | "slots">>;
  readonly gadgets: ReadonlyMap<string, Named>;
  readonly vehicleLoadouts: ReadonlyMap<string, VehicleClass>;
};

export type Bf2042Armoury = {
  readonly game: "bf2042";
  readonly weapons: ReadonlyMap<string, Pick<Bf2042Weapon, "id" | "name" | "class" | "allOutWarfare">>;
  readonly attachments: ReadonlyMap<
    string,
    { readonly options: readonly Pick<Bf2042Part, "id" | "name" | "englishName" | "slot" | "isDefault">[] }
  >;
  readonly kits: ReadonlyMap<
    KitId,
    Pick<Bf2042Kit, "id" | "gadgetIds" | "throwableIds" | "specialistIds" | "proficiency">
  >;
  readonly gadgets: ReadonlyMap<string, Named>;
  readonly specialists: ReadonlyMap<string, Named>;
};

export type Armoury = Bf4Armoury | Bf2042Armoury;
