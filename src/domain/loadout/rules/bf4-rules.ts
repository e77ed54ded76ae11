// Battlefield 4: what each kit may carry, and which parts go together, as Battlelog's editor had it (April 2015).
import { type KitSlot, PART_SLOTS, type PartSlot } from "#domain/game-data/slot.ts";
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

type WeaponSlot = "primary" | "sidearm";

const ITEM_KEYS = {
  gadget1: "gadget1Id",
  gadget2: "gadget2Id",
  grenade: "grenadeId",
  melee: "meleeId",
  fieldUpgrade: "fieldUpgradeId",
} as const satisfies Record<Exclude<KitSlot, WeaponSlot>, keyof Bf4Loadout>;

/** Changes that may mend the violation, the nearest first; none of them is tried yet. */
export function* bf4Fixes(violation: Violation, loadout: Bf4Loadout, armoury: Bf4Armoury): Generator<Bf4Loadout> {
  switch (violation.rule) {
    case "part-does-not-fit":
    case "parts-exclude-each-other":
    case "part-needs-optic":
      for (const weaponChoice of carriedFixes(violation, loadout[violation.slot], armoury)) {
        yield { ...loadout, [violation.slot]: weaponChoice };
      }
      return;
    case "one-per-category":
    case "same-gadget-twice":
      yield* itemFixes("gadget2", loadout, armoury);
      yield* itemFixes("gadget1", loadout, armoury);
      return;
    default:
      if ("slot" in violation) yield* slotFixes(violation.slot, loadout, armoury);
  }
}

function* slotFixes(slot: string, loadout: Bf4Loadout, armoury: Bf4Armoury): Generator<Bf4Loadout> {
  if (slot === "primary" || slot === "sidearm") yield* weaponFixes(slot, loadout, armoury);
  else if (isItemSlot(slot)) yield* itemFixes(slot, loadout, armoury);
}

const isItemSlot = (slot: string): slot is keyof typeof ITEM_KEYS => slot in ITEM_KEYS;

/** The kit's own weapons, those of the same class first. */
function* weaponFixes(slot: WeaponSlot, loadout: Bf4Loadout, armoury: Bf4Armoury): Generator<Bf4Loadout> {
  const { weapons } = armoury;
  const present = weapons.get(loadout[slot].weaponId ?? "")?.class;
  const offered = armoury.kits.get(loadout.kitId)?.slots[slot] ?? [];
  const alike = offered.filter((id) => present !== undefined && weapons.get(id)?.class === present);
  for (const weaponId of new Set([...alike, ...offered])) yield { ...loadout, [slot]: { weaponId, attachments: {} } };
}

/** The kit's own items in their order; the category of the present one is the nearest. */
function* itemFixes(
  slot: keyof typeof ITEM_KEYS,
  loadout: Bf4Loadout,
  { kits, compatibility }: Bf4Armoury,
): Generator<Bf4Loadout> {
  const key = ITEM_KEYS[slot];
  const getCategory = (id: string | null) => {
    const rule = compatibility.get(id ?? "");
    return rule?.kind === "category" ? rule.category : null;
  };
  const present = getCategory(loadout[key]);
  const offered = kits.get(loadout.kitId)?.slots[slot] ?? [];
  const alike = offered.filter((id) => present !== null && getCategory(id) === present);
  for (const id of new Set([...alike, ...offered])) yield { ...loadout, [key]: id };
}

type PartViolation = Extract<
  Violation,
  { rule: "part-does-not-fit" | "parts-exclude-each-other" | "part-needs-optic" }
>;

function* carriedFixes(violation: PartViolation, weaponChoice: Bf4Carried, armoury: Bf4Armoury): Generator<Bf4Carried> {
  switch (violation.rule) {
    case "part-does-not-fit": {
      const partSlot = PART_SLOTS.find((slot) => slot === violation.partSlot);
      if (!partSlot) return;
      const own = ownParts(violation.weaponId, partSlot, armoury);
      const namesake = getNamesake(violation.partId, own, armoury);
      if (namesake) yield mounting(weaponChoice, partSlot, namesake);
      yield asIssued(weaponChoice, partSlot);
      yield* own.map(({ id }) => mounting(weaponChoice, partSlot, id));
      return;
    }
    case "parts-exclude-each-other":
      // The accessory is mounted onto the other, so it goes first.
      for (const partId of violation.partIds.toReversed()) yield without(weaponChoice, partId);
      // Without its optic the accessory may need another one than that of the weapon as issued.
      for (const partId of violation.partIds) {
        const rule = armoury.compatibility.get(partId);
        if (rule?.kind === "needs") yield* rule.partIds.map((opticId) => mounting(weaponChoice, "optic", opticId));
      }
      return;
    case "part-needs-optic": {
      const optics = violation.opticIds.map((opticId) => mounting(weaponChoice, "optic", opticId));
      if (weaponChoice.attachments.optic === undefined) yield* optics;
      yield without(weaponChoice, violation.partId);
      yield* optics;
    }
  }
}

type Named = { readonly id: string; readonly name: string };

const ownParts = (weaponId: string, partSlot: PartSlot, { attachments }: Bf4Armoury): readonly Named[] =>
  attachments.get(weaponId)?.slots.find(({ slot }) => slot === partSlot)?.options ?? [];

/** The weapon's own part of the same name. */
function getNamesake(partId: string, own: readonly Named[], { attachments }: Bf4Armoury): string | undefined {
  for (const { slots } of attachments.values()) {
    for (const { options } of slots) {
      const name = options.find(({ id }) => id === partId)?.name;
      if (name !== undefined) return own.find((option) => option.name === name)?.id;
    }
  }
  return undefined;
}

const mounting = (weaponChoice: Bf4Carried, partSlot: PartSlot, partId: string): Bf4Carried => ({
  ...weaponChoice,
  attachments: { ...weaponChoice.attachments, [partSlot]: partId },
});

function asIssued(weaponChoice: Bf4Carried, partSlot: PartSlot): Bf4Carried {
  const { [partSlot]: _, ...attachments } = weaponChoice.attachments;
  return { ...weaponChoice, attachments };
}

/** The slots of the part are back to what the weapon is issued with. */
function without(weaponChoice: Bf4Carried, partId: string): Bf4Carried {
  const remaining = Object.entries(weaponChoice.attachments).filter(([, id]) => id !== partId);
  return { ...weaponChoice, attachments: Object.fromEntries(remaining) };
}
