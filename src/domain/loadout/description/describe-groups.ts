// The lines of a loadout as a person reads them: by what they belong to.
import { KIT_SLOT_TITLES } from "#domain/game-data/slot.ts";
import type { LoadoutLine } from "./describe.ts";

export type LoadoutGroup = { title: string; lines: readonly LoadoutLine[] };

const WEAPONS = [KIT_SLOT_TITLES.primary, KIT_SLOT_TITLES.sidearm];
const OF_THE_SOLDIER = ["Kit", "Class", "Specialist"];

/**
 * The lines of `describeLoadout` in groups: the kit, each weapon with its parts, the rest; for a vehicle its class and
 * its mounts. Labels within a group omit the group's name, and empty groups are left out.
 */
export function getGroups(lines: readonly LoadoutLine[]): readonly LoadoutGroup[] {
  const [first, ...others] = lines;
  if (first?.label === "Vehicle") return filled([group("Vehicle", [first]), group("Mounted", others)]);
  const groups = new Map<string, LoadoutLine[]>(["Soldier", ...WEAPONS, "Equipment"].map((title) => [title, []]));
  for (const { label, value } of lines) {
    const weapon = WEAPONS.find((title) => label === title || label.startsWith(`${title}, `));
    if (weapon) groups.get(weapon)?.push({ label: label.slice(weapon.length + 2) || "Weapon", value });
    else groups.get(OF_THE_SOLDIER.includes(label) ? "Soldier" : "Equipment")?.push({ label, value });
  }
  return filled([...groups].map(([title, found]) => group(title, found)));
}

const group = (title: string, lines: readonly LoadoutLine[]): LoadoutGroup => ({ title, lines });

const filled = (groups: readonly LoadoutGroup[]) => groups.filter(({ lines }) => lines.length > 0);
