// The names of a loadout's items, by which a search finds the loadout.
import type { Arsenal } from "#domain/game-data/arsenal.ts";
import { getEnglishName } from "#domain/game-data/english-name.ts";
import { isVehicleLoadout, type Loadout } from "./loadout.ts";

/** The names of everything that a loadout of a game may carry. */
export type ItemNames = {
  /** Names by id; several names of an id are joined by a space. */
  names: Readonly<Record<string, string>>;
  /** The ids of a vehicle class's default parts, by slot. */
  issued: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

type Named = { id: string; name: string | null; englishName?: string | undefined };

/** Returns the item names of a game. `vehicles` are the vehicle classes in the user's language. */
export function getItemNames(arsenal: Arsenal, vehicles: readonly Named[]): ItemNames {
  const classes = arsenal.game === "bf4" ? [...arsenal.vehicleLoadouts.values()] : [];
  const items: Named[] = [
    ...arsenal.weapons.values(),
    ...arsenal.gadgets.values(),
    ...(arsenal.game === "bf2042" ? arsenal.specialists.values() : []),
    ...[...arsenal.attachments.values()].flatMap((weaponParts): readonly Named[] =>
      "slots" in weaponParts ? weaponParts.slots.flatMap(({ options }) => options) : weaponParts.options,
    ),
    ...classes,
    ...vehicles,
    ...classes.flatMap(({ slots }) => slots.flatMap(({ options }) => options)),
  ];
  const names = new Map<string, Set<string>>();
  for (const item of items) {
    if (item.name === null) continue;
    names.set(
      item.id,
      (names.get(item.id) ?? new Set()).add(item.name).add(getEnglishName({ ...item, name: item.name })),
    );
  }
  const issued = classes.map(({ id, slots }) => [
    id,
    Object.fromEntries(slots.flatMap(({ slot, options }) => (options[0] ? [[slot, options[0].id]] : []))),
  ]);
  return {
    names: Object.fromEntries([...names].map(([id, texts]) => [id, [...texts].join(" ")])),
    issued: Object.fromEntries(issued),
  };
}

/** Returns the names of a loadout's items; unknown items are omitted. */
export function listItemNames(loadout: Loadout, { names, issued }: ItemNames): readonly string[] {
  return listIds(loadout, issued).flatMap((id) => (id === null ? [] : (names[id] ?? [])));
}

function listIds(loadout: Loadout, issued: ItemNames["issued"]): readonly (string | null)[] {
  if (isVehicleLoadout(loadout)) {
    const { vehicleClassId, parts } = loadout;
    return [vehicleClassId, ...Object.values({ ...issued[vehicleClassId], ...parts })];
  }
  if (loadout.game === "bf2042") {
    const { specialistId, primary, sidearm, gadgetIds, throwableId } = loadout;
    const guns = [primary, sidearm].flatMap(({ weaponId, board }) => [weaponId, ...Object.values(board).flat()]);
    return [specialistId, ...guns, ...gadgetIds, throwableId];
  }
  const { primary, sidearm, gadget1Id, gadget2Id, grenadeId, meleeId, fieldUpgradeId } = loadout;
  const guns = [primary, sidearm].flatMap(({ weaponId, attachments }) => [weaponId, ...Object.values(attachments)]);
  return [...guns, gadget1Id, gadget2Id, grenadeId, meleeId, fieldUpgradeId];
}
