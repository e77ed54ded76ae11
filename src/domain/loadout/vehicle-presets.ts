// The presets of new vehicle loadouts, chosen by hand from memory (grade M in docs/data.md).
import type { VehicleLoadout } from "./loadout.ts";

/** The parts of each vehicle class by slot; an omitted slot has the default part. */
const PRESETS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    // Both guns do much damage to armour, and the protection stops the first missile; the gunner spots nearby enemies.
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
    // TOW missiles against armour, the cannon against infantry.
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
    // Radar to see aircraft, missiles that need no held lock, and protection against their missiles.
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
    // TOW missiles against other boats, and faster self-repair between fights.
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
    // The cannon that needs the fewest hits against other jets; a lock on the jet takes longer.
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
    // Bombs against armour, which gets no lock warning; flares against missiles.
    "vehicleattackjet",
    {
      primary: "30mm-gau-cannon",
      secondary: "jdam-bomb",
      countermeasure: "ir-flares1",
      upgrade: "belt-feeder",
    },
  ],
]);

/** Returns the preset of a vehicle class; default parts if the class has none. */
export function getVehiclePreset(vehicleClassId: string): VehicleLoadout {
  return { game: "bf4", vehicleClassId, parts: { ...PRESETS.get(vehicleClassId) } };
}
