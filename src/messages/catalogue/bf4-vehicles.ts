import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { m } from "#messages";
import { getVehicleClassTitle } from "#messages/game/titles.ts";
import { formatUnlocks } from "#messages/game/unlock-words.ts";
import { createAwardNameLookup, groupVehicles } from "./bf4-items.ts";
import {
  type CatalogueEntry,
  createEntry,
  createLink,
  createSection,
  createUnknownFields,
  type Item,
} from "./entry.ts";

/** The vehicle class of each category, whose loadout its vehicles have. */
const LOADOUTS: Readonly<Record<string, string>> = {
  "vehicle-main-battle-tanks": "vehiclembt",
  "vehicle-infantry-fighting-vehicle": "vehicleifv",
  "vehicle-anti-air": "vehicleaa",
  "vehicle-fast-attack-craft": "vehicleattackboat",
  "vehicle-air-jet-stealth": "vehiclestealthjet",
  "vehicle-air-jet-attack": "vehicleattackjet",
  "vehicle-air-helicopter-scout": "vehiclescoutheli",
  "vehicle-air-helicopter-attack": "vehicleattackheli",
  "vehicle-transport": "transports",
};
/** The titles of the categories without a loadout. */
const TITLES: Readonly<Record<string, () => string>> = {
  "vehicle-air": m.entry_other_aircraft,
  "vehicle-boat": m.entry_boats,
  "vehicle-mobile-artillery": m.entry_mobile_artillery,
  "soldier-equipment": m.entry_soldiers_equipment,
  "weapon-stationary": m.entry_stationary_weapons,
  "weapon-stationary-aa": m.entry_stationary_anti_air,
};

/** Returns the entries of Battlefield 4's vehicles. */
export function listBf4VehicleEntries({ vehicles, vehicleLoadouts }: Bf4Arsenal): readonly CatalogueEntry[] {
  return groupVehicles(vehicles).map(([{ id, name, category, sourceId }, ...others]) => {
    const loadout = vehicleLoadouts.get(LOADOUTS[category] ?? "");
    const title = loadout ? getVehicleClassTitle(loadout) : (TITLES[category]?.() ?? category);
    const choices = loadout?.slots.flatMap(({ options }) => options).length ?? 0;
    return createEntry({
      id,
      otherIds: others.map((other) => other.id),
      name,
      group: title,
      brief: title,
      fields: [
        [m.entry_category(), title],
        ...createUnknownFields(m.entry_health(), m.entry_damage(), m.entry_speed()),
      ],
      sections: [
        createSection(
          m.entry_what_its_class_can_carry(),
          loadout ? [createLink("vehicle-loadouts", loadout.id, title, formatChoices(choices))] : [],
        ),
      ],
      sourceId,
    });
  });
}

const formatChoices = (count: number): string =>
  count === 0 ? m.entry_nothing_to_choose() : m.entry_count_choices({ count });

/** Returns the entries of Battlefield 4's vehicle classes, with the options of each slot and their unlocks. */
export function listBf4VehicleLoadoutEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const awardName = createAwardNameLookup(arsenal);
  return [...arsenal.vehicleLoadouts.values()].map(({ id, name, slots, sourceId }) => {
    const choices = slots.flatMap(({ options }) => options);
    return createEntry({
      id,
      name: getVehicleClassTitle({ id, name }),
      group: m.entry_vehicle_classes(),
      brief: slots.map(({ slot }) => m.game_vehicle_slot({ slot })).join(m.common_dot()) || m.entry_nothing_to_choose(),
      amount: choices.length === 0 ? null : formatChoices(choices.length),
      fields: [
        [m.entry_slots(), choices.length === 0 ? "" : String(slots.length)],
        [m.entry_choices(), choices.length === 0 ? m.entry_nothing_to_choose() : String(choices.length)],
        ...createUnknownFields(m.entry_damage_of_its_weapons()),
      ],
      sections: [
        ...slots.map(({ slot, options }) =>
          createSection(
            m.game_vehicle_slot({ slot }),
            options.map(
              (option): Item => ({
                id: option.id,
                name: option.name,
                note: formatUnlocks(option.unlocks, awardName),
                place: null,
              }),
            ),
          ),
        ),
        createSection(
          m.entry_vehicles_of_the_class(),
          groupVehicles(arsenal.vehicles)
            .filter(([{ category }]) => LOADOUTS[category] === id)
            .map(([vehicle]) => createLink("vehicles", vehicle.id, vehicle.name)),
        ),
      ],
      aliases: [name, ...choices.map((choice) => choice.id)],
      sourceId,
    });
  });
}
