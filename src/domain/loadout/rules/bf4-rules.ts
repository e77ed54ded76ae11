// Battlefield 4: what each kit may carry, and which parts go together, as Battlelog's editor had it (April 2015).
import { PART_SLOTS, type PartSlot } from "#domain/game-data/slot.ts";
import type { Bf4Armoury } from "#domain/loadout/armoury.ts";
import type { Bf4Carried, Bf4Loadout } from "#domain/loadout/loadout.ts";
import type { Violation } from "./violation.ts";

/** Every rule the loadout breaks, in the order of the screen. */
export function findBf4Violations(loadout: Bf4Loadout, armoury: Bf4Armoury): readonly Violation[] {
  return [
    ...weaponViolations("primary", loadout, armoury),
    ...weaponViolations("sidearm", loadout, armoury),
    ...itemViolations("gadget1", loadout.gadget1Id, loadout, armoury),
    ...itemViolations("gadget2", loadout.gadget2Id, loadout, armoury),
    ...pairViolations(loadout, armoury),
    ...itemViolations("grenade", loadout.grenadeId, loadout, armoury),
    ...itemViolations("melee", loadout.meleeId, loadout, armoury),
    ...itemViolations("fieldUpgrade", loadout.fieldUpgradeId, loadout, armoury),
  ];
}

function weaponViolations(slot: "primary" | "sidearm", loadout: Bf4Loadout, armoury: Bf4Armoury): Violation[] {
  const { weaponId } = loadout[slot];
  if (weaponId === null) return [{ rule: "empty-slot", slot }];
  const weapon = armoury.weapons.get(weaponId);
  if (!weapon) return [{ rule: "unknown-weapon", slot, weaponId }];
  const { kitId } = loadout;
  const parts = partViolations(slot, weaponId, loadout[slot], armoury);
  if (armoury.kits.get(kitId)?.slots[slot].includes(weaponId)) return parts;
  if (!weapon.slots.includes(slot)) return [{ rule: "weapon-not-for-slot", slot, weaponId }, ...parts];
  return [{ rule: "weapon-not-for-kit", slot, weaponId, kitId }, ...parts];
}

type PlainSlot = "gadget1" | "gadget2" | "grenade" | "melee" | "fieldUpgrade";

function itemViolations(
  slot: PlainSlot,
  itemId: string | null,
  { kitId }: Bf4Loadout,
  armoury: Bf4Armoury,
): Violation[] {
  if (itemId === null) return [{ rule: "empty-slot", slot }];
  if (!armoury.gadgets.has(itemId) && !armoury.weapons.has(itemId)) return [{ rule: "unknown-item", slot, itemId }];
  const kits = [...armoury.kits.values()].filter(({ slots }) => slots[slot].includes(itemId));
  if (kits.length === 0) return [{ rule: "item-not-for-slot", slot, itemId }];
  return kits.some(({ id }) => id === kitId) ? [] : [{ rule: "item-not-for-kit", slot, itemId, kitId }];
}

/** A kit carries one item of a category, and nothing twice. */
function pairViolations({ gadget1Id, gadget2Id }: Bf4Loadout, { compatibility }: Bf4Armoury): Violation[] {
  if (gadget1Id === null || gadget2Id === null) return [];
  const [first, second] = [compatibility.get(gadget1Id), compatibility.get(gadget2Id)];
  if (first?.kind === "category" && second?.kind === "category" && first.category === second.category) {
    const { category } = first;
    return [{ rule: "one-per-category", slot: "gadget2", itemIds: [gadget1Id, gadget2Id], category }];
  }
  return gadget1Id === gadget2Id ? [{ rule: "same-gadget-twice", slot: "gadget2", itemId: gadget1Id }] : [];
}

function partViolations(
  slot: "primary" | "sidearm",
  weaponId: string,
  { attachments }: Bf4Carried,
  armoury: Bf4Armoury,
): Violation[] {
  const slots = armoury.attachments.get(weaponId)?.slots ?? [];
  const misfits = PART_SLOTS.flatMap((partSlot): Violation[] => {
    const partId = attachments[partSlot];
    if (partId === undefined) return [];
    const fits = slots.find((offered) => offered.slot === partSlot)?.options.some(({ id }) => id === partId);
    return fits ? [] : [{ rule: "part-does-not-fit", slot, weaponId, partSlot, partId }];
  });
  // A part that does not fit is reported only as that.
  const mounted = slots.flatMap(({ slot: partSlot, options }) => {
    const issued = options.find(({ isDefault }) => isDefault) ?? options[0];
    const partId = attachments[partSlot] ?? issued?.id;
    return options.some(({ id }) => id === partId) ? [{ partSlot, partId: partId ?? "" }] : [];
  });
  return [...misfits, ...togetherViolations({ slot, weaponId }, mounted, attachments, armoury)];
}

/**
 * Battlelog forbids most pairs from both sides: an optic excludes an accessory, and the accessory needs other optics.
 * For two chosen parts the pair is reported; for the sights a weapon is issued with, what the accessory needs.
 */
function togetherViolations(
  place: { slot: "primary" | "sidearm"; weaponId: string },
  mounted: readonly { partSlot: PartSlot; partId: string }[],
  chosen: Bf4Carried["attachments"],
  { compatibility }: Bf4Armoury,
): Violation[] {
  const partIds = mounted.map(({ partId }) => partId);
  const opticId = mounted.find(({ partSlot }) => partSlot === "optic")?.partId;
  const needy = (partId: string) => chosen.optic === undefined && compatibility.get(partId)?.kind === "needs";
  const clashes = partIds.flatMap((partId) => {
    const rule = compatibility.get(partId);
    if (rule?.kind !== "excludes") return [];
    const others = partIds.filter((other) => rule.partIds.includes(other) && !needy(other));
    return others.map((other): [string, string] => [partId, other]);
  });
  const lonely = partIds.flatMap((partId): Violation[] => {
    const rule = compatibility.get(partId);
    if (rule?.kind !== "needs" || opticId === undefined || rule.partIds.includes(opticId)) return [];
    if (clashes.some((pair) => pair.includes(partId))) return [];
    return [{ rule: "part-needs-optic", ...place, partId, opticIds: rule.partIds }];
  });
  return [
    ...clashes.map((pair): Violation => ({ rule: "parts-exclude-each-other", ...place, partIds: pair })),
    ...lonely,
  ];
}
