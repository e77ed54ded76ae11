// What a saved Battlelog file is read with: the names Battlelog and the arsenal have for the same things.
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Unlock } from "#domain/game-data/schemas/award.ts";

type Named = { id: string; guid: string; name: string };

/** JSON, so that a server can send it to the browser that reads the file. */
export type BattlelogBook = {
  weapons: (Named & { aliases: string[] })[];
  gadgets: Named[];
  vehicles: Named[];
  /** By weapon, each part's guid; plain parts have one guid on many weapons. */
  parts: Record<string, Record<string, string>>;
  /** Battlelog names what a vehicle mounts by guids no source lists: the ladder and its step tell which one is meant. */
  options: { vehicleId: string; id: string; loadoutId: string; statCode: string | null; score: number | null }[];
  /** Ladder → the code its score goes by. */
  ladders: Record<string, string>;
  modes: Record<string, string>;
  /** Codes of awards, in lower case. */
  awards: string[];
};

/** The book of this arsenal. */
export function getBattlelogBook(arsenal: Bf4Arsenal): BattlelogBook {
  return {
    weapons: [...arsenal.weapons.values()].map(({ id, guid, name, aliases }) => ({ id, guid, name, aliases })),
    gadgets: [...arsenal.gadgets.values()].map(named),
    vehicles: [...arsenal.vehicles.values()].map(named),
    parts: Object.fromEntries([...arsenal.attachments.values()].map((all) => [all.weaponId, getParts(all)])),
    options: getOptions(arsenal),
    ladders: getLadders(arsenal),
    modes: Object.fromEntries([...arsenal.modes.values()].map(({ id, name }) => [id, name])),
    awards: [...arsenal.awards.values()].map(({ code }) => code.toLowerCase()),
  };
}

const named = ({ id, guid, name }: Named): Named => ({ id, guid, name });

type WeaponParts = { slots: readonly { options: readonly { id: string; guid: string }[] }[] };

const getParts = ({ slots }: WeaponParts) =>
  Object.fromEntries(slots.flatMap(({ options }) => options.map(({ id, guid }) => [id, guid])));

function getOptions({ vehicleLoadouts }: Bf4Arsenal): BattlelogBook["options"] {
  return [...vehicleLoadouts.values()].flatMap(({ id: vehicleId, slots }) =>
    slots
      .flatMap(({ options }) => options)
      .map(({ id, loadoutId, unlocks }) => {
        const step = getScore(unlocks);
        return { vehicleId, id, loadoutId, statCode: step?.statCode ?? null, score: step?.score ?? null };
      }),
  );
}

/** Ladders of kits and weapons, and those of the vehicle classes, which stand in the unlocks alone. */
function getLadders({ ladders, vehicleLoadouts }: Bf4Arsenal): Record<string, string> {
  const options = [...vehicleLoadouts.values()].flatMap(({ slots }) => slots.flatMap((slot) => slot.options));
  const ofVehicles = options.flatMap(({ unlocks }) => getScore(unlocks) ?? []);
  return Object.fromEntries([
    ...[...ladders.values()].map(({ id, statCode }) => [id, statCode]),
    ...ofVehicles.map(({ ladderId, statCode }) => [ladderId, statCode]),
  ]);
}

const getScore = (unlocks: readonly Unlock[] | null) => unlocks?.find((unlock) => unlock.kind === "score");
