import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { m } from "#messages";
import { formatUnlocks } from "#messages/game/unlock-words.ts";
import { awardNames } from "./bf4-items.ts";
import { type CatalogueEntry, filled, getEntry, type Item, type Section, unknown } from "./entry.ts";

/** A category of vehicles: its words, and the class whose loadout its vehicles carry, where they carry one. */
const CATEGORIES: Readonly<Record<string, readonly [getTitle: () => string, loadoutId: string | null]>> = {
  "vehicle-main-battle-tanks": [m.entry_main_battle_tanks, "vehiclembt"],
  "vehicle-infantry-fighting-vehicle": [m.entry_infantry_fighting_vehicles, "vehicleifv"],
  "vehicle-anti-air": [m.entry_mobile_anti_air, "vehicleaa"],
  "vehicle-fast-attack-craft": [m.entry_attack_boats, "vehicleattackboat"],
  "vehicle-air-jet-stealth": [m.entry_stealth_jets, "vehiclestealthjet"],
  "vehicle-air-jet-attack": [m.entry_attack_jets, "vehicleattackjet"],
  "vehicle-air-helicopter-scout": [m.entry_scout_helicopters, "vehiclescoutheli"],
  "vehicle-air-helicopter-attack": [m.entry_attack_helicopters, "vehicleattackheli"],
  "vehicle-transport": [m.entry_transports, "transports"],
  "vehicle-air": [m.entry_other_aircraft, null],
  "vehicle-boat": [m.entry_boats, null],
  "vehicle-mobile-artillery": [m.entry_mobile_artillery, null],
  "soldier-equipment": [m.entry_soldiers_equipment, null],
  "weapon-stationary": [m.entry_stationary_weapons, null],
  "weapon-stationary-aa": [m.entry_stationary_anti_air, null],
};

/** Every vehicle of Battlefield 4. */
export function bf4VehicleEntries({ vehicles, vehicleLoadouts }: Bf4Arsenal): readonly CatalogueEntry[] {
  return [...vehicles.values()].map(({ id, name, category, sourceId }) => {
    const [getTitle, loadoutId] = CATEGORIES[category] ?? [() => category, null];
    const title = getTitle();
    const loadout = loadoutId === null ? undefined : vehicleLoadouts.get(loadoutId);
    const choices = loadout?.slots.flatMap(({ options }) => options).length ?? 0;
    return getEntry({
      id,
      name,
      group: title,
      brief: title,
      facts: [
        { label: m.entry_category(), value: title },
        ...unknown(m.entry_health(), m.entry_damage(), m.entry_speed()),
      ],
      sections: filled({
        title: m.entry_what_its_class_can_carry(),
        items: loadout
          ? [
              {
                id: loadout.id,
                name: loadout.name,
                note: choices === 0 ? m.entry_nothing_to_choose() : m.entry_count_choices({ count: choices }),
                place: { catalogue: "vehicle-loadouts", id: loadout.id },
              },
            ]
          : [],
      }),
      sourceId,
    });
  });
}

/** What each class of Battlefield 4 vehicles may carry, slot by slot, with what unlocks it. */
export function bf4VehicleLoadoutEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const awardName = awardNames(arsenal);
  return [...arsenal.vehicleLoadouts.values()].map(({ id, name, slots, sourceId }) => {
    const choices = slots.flatMap(({ options }) => options);
    return getEntry({
      id,
      name,
      group: m.entry_vehicle_classes(),
      brief: slots.map(({ slot }) => m.game_vehicle_slot({ slot })).join(" · ") || m.entry_nothing_to_choose(),
      amount: choices.length === 0 ? null : m.entry_count_choices({ count: choices.length }),
      facts: [
        ...(choices.length === 0
          ? [{ label: m.entry_choices(), value: m.entry_nothing_to_choose() }]
          : [
              { label: m.entry_slots(), value: String(slots.length) },
              { label: m.entry_choices(), value: String(choices.length) },
            ]),
        ...unknown(m.entry_damage_of_its_weapons()),
      ],
      sections: filled(
        ...slots.map(
          ({ slot, options }): Section => ({
            title: m.game_vehicle_slot({ slot }),
            items: options.map(
              (option): Item => ({
                id: option.id,
                name: option.name,
                note: formatUnlocks(option.unlocks, awardName),
                place: null,
              }),
            ),
          }),
        ),
        getVehicles(arsenal, id),
      ),
      aliases: choices.map((choice) => choice.id),
      sourceId,
    });
  });
}

const getVehicles = ({ vehicles }: Bf4Arsenal, loadoutId: string): Section => ({
  title: m.entry_vehicles_of_the_class(),
  items: [...vehicles.values()]
    .filter(({ category }) => CATEGORIES[category]?.[1] === loadoutId)
    .map(({ id, name }) => ({ id, name, note: null, place: { catalogue: "vehicles", id } })),
});
