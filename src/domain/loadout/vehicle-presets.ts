// What a new vehicle loadout begins with: parts chosen by hand from memory (grade M in docs/data.md).
import type { VehicleLoadout } from "./loadout.ts";

/** The parts of each class by slot; a slot left out stays as issued. */
const PRESETS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    // Hits armour hard with both guns, and outlives the first missile; the gunner spots what comes close.
    "vehiclembt",
    {
      primary: "ap-shell",
      secondary: "coaxial-hmg",
      countermeasure: "active-protection1",
      "simple-optics": "thermal-optics1",
      upgrades: "reactive-armor1",
      "gunner-optics": "gunner-thermal2",
      "gunner-upgrade": "gunner-prox-scan2",
    },
  ],
  [
    // Deals with armour through TOW missiles and with infantry through the cannon.
    "vehicleifv",
    {
      primary: "25mm-he-shell",
      secondary: "tow-missile",
      countermeasure: "active-protection",
      "simple-optics": "thermal-optics",
      upgrades: "reactive-armor",
      "gunner-optics": "gunner-thermal",
      "gunner-upgrade": "gunner-prox-scan",
    },
  ],
  [
    // Sees aircraft on its radar, reaches them with missiles that need no lock held, and stops the missiles sent back.
    "vehicleaa",
    {
      primary: "20mm-cannon",
      secondary: "active-radar",
      countermeasure: "active-protection2",
      "simple-optics": "zoom-optics2",
      upgrades: "air-radar2",
    },
  ],
  [
    // Meets other boats with TOW missiles and repairs itself faster between fights on open water.
    "vehicleattackboat",
    {
      primary: "fast-attack-craft-25mm-cannon",
      secondary: "fast-attack-craft-tow-missile",
      countermeasure: "fast-attack-craft-active-protection",
      "simple-optics": "fast-attack-craft-thermal-optics",
      upgrades: "fast-attack-craft-maintenance",
    },
  ],
  [
    // Wins the turn against other jets with the cannon that needs the fewest hits, and is slow to be locked on.
    "vehiclestealthjet",
    {
      primary: "30mm-cannon1",
      secondary: "heatseekers4",
      countermeasure: "ecm-jammer3",
      upgrade: "stealth-coating3",
    },
  ],
  [
    // Cannons for vehicles, heatseekers for other helicopters, flares against the first lock.
    "vehiclescoutheli",
    {
      primary: "25mm-cannons",
      secondary: "heatseekers2",
      countermeasure: "ir-flares2",
      upgrades: "belt-feeder1",
    },
  ],
  [
    // The pilot attacks armour and keeps aircraft away; the gunner guides missiles past smoke and flares.
    "vehicleattackheli",
    {
      primary: "zuni-rockets1",
      secondary: "heatseekers",
      countermeasure: "ir-flares",
      upgrades: "stealth-coating",
      "gunner-secondary": "tv-guided-missile",
      "gunner-optics": "gunner-thermal1",
      "gunner-upgrade": "gunner-belt-feeder1",
    },
  ],
  [
    // Drops bombs on armour that has no lock to warn it, and leaves behind flares.
    "vehicleattackjet",
    {
      primary: "30mm-gau-cannon",
      secondary: "jdam-bomb",
      countermeasure: "ir-flares1",
      upgrade: "belt-feeder",
    },
  ],
]);

/** The class of vehicles with the parts chosen for it; as issued where none are. */
export function vehiclePreset(vehicleClassId: string): VehicleLoadout {
  return { game: "bf4", vehicleClassId, parts: { ...PRESETS.get(vehicleClassId) } };
}
