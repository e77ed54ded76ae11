import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { formatUnlocks } from "#messages/game/unlock-words.ts";
import { awardNames } from "./bf4-items.ts";
import { type CatalogueEntry, counted, filled, getEntry, type Item, type Section, spelled, unknown } from "./entry.ts";

/** A category of vehicles: its words, and the class whose loadout its vehicles carry, where they carry one. */
const CATEGORIES: Readonly<Record<string, readonly [title: string, loadoutId: string | null]>> = {
  "vehicle-main-battle-tanks": ["Main battle tanks", "vehiclembt"],
  "vehicle-infantry-fighting-vehicle": ["Infantry fighting vehicles", "vehicleifv"],
  "vehicle-anti-air": ["Mobile anti-air", "vehicleaa"],
  "vehicle-fast-attack-craft": ["Attack boats", "vehicleattackboat"],
  "vehicle-air-jet-stealth": ["Stealth jets", "vehiclestealthjet"],
  "vehicle-air-jet-attack": ["Attack jets", "vehicleattackjet"],
  "vehicle-air-helicopter-scout": ["Scout helicopters", "vehiclescoutheli"],
  "vehicle-air-helicopter-attack": ["Attack helicopters", "vehicleattackheli"],
  "vehicle-transport": ["Transports", "transports"],
  "vehicle-air": ["Other aircraft", null],
  "vehicle-boat": ["Boats", null],
  "vehicle-mobile-artillery": ["Mobile artillery", null],
  "soldier-equipment": ["Soldier's equipment", null],
  "weapon-stationary": ["Stationary weapons", null],
  "weapon-stationary-aa": ["Stationary anti-air", null],
};

/** Every vehicle of Battlefield 4. */
export function bf4VehicleEntries({ vehicles, vehicleLoadouts }: Bf4Arsenal): readonly CatalogueEntry[] {
  return [...vehicles.values()].map(({ id, name, category, sourceId }) => {
    const [title, loadoutId] = CATEGORIES[category] ?? [spelled(category), null];
    const loadout = loadoutId === null ? undefined : vehicleLoadouts.get(loadoutId);
    const choices = loadout?.slots.flatMap(({ options }) => options).length ?? 0;
    return getEntry({
      id,
      name,
      group: title,
      brief: title,
      facts: [{ label: "Category", value: title }, ...unknown("Health", "Damage", "Speed")],
      sections: filled({
        title: "What its class can carry",
        items: loadout
          ? [
              {
                id: loadout.id,
                name: loadout.name,
                note: choices === 0 ? "Nothing to choose" : counted(choices, "choice"),
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
      group: "Vehicle classes",
      brief: slots.map(({ slot }) => spelled(slot)).join(" · ") || "Nothing to choose",
      amount: counted(choices.length, "choice"),
      facts: [
        { label: "Slots", value: slots.length === 0 ? "None" : String(slots.length) },
        { label: "Choices", value: String(choices.length) },
        ...unknown("Damage of its weapons"),
      ],
      sections: filled(
        ...slots.map(
          ({ slot, options }): Section => ({
            title: spelled(slot),
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
  title: "Vehicles of the class",
  items: [...vehicles.values()]
    .filter(({ category }) => CATEGORIES[category]?.[1] === loadoutId)
    .map(({ id, name }) => ({ id, name, note: null, place: { catalogue: "vehicles", id } })),
});
