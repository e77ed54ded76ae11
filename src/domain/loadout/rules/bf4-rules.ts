// The rules of Battlefield 4: the items of each kit, and which parts fit together, as in Battlelog's editor (April 2015).
import { getEnglishName } from "#domain/game-data/english-name.ts";
import { type KitSlot, PART_SLOTS, type PartSlot } from "#domain/game-data/slot.ts";
import type { Bf4Armoury } from "#domain/loadout/armoury.ts";
import type { Bf4Carried, Bf4Loadout } from "#domain/loadout/loadout.ts";
import type { Violation } from "./violation.ts";

/** Returns every rule that the loadout breaks, in the order of the screen. */
export function findBf4Violations(loadout: Bf4Loadout, armoury: Bf4Armoury): readonly Violation[] {
  return [
    ...findWeaponViolations("primary", loadout, armoury),
    ...findWeaponViolations("sidearm", loadout, armoury),
    ...findItemViolations("gadget1", loadout.gadget1Id, loadout, armoury),
    ...findItemViolations("gadget2", loadout.gadget2Id, loadout, armoury),
    ...findPairViolations(loadout, armoury),
    ...findItemViolations("grenade", loadout.grenadeId, loadout, armoury),
    ...findItemViolations("melee", loadout.meleeId, loadout, armoury),
    ...findItemViolations("fieldUpgrade", loadout.fieldUpgradeId, loadout, armoury),
  ];
}

function findWeaponViolations(slot: "primary" | "sidearm", loadout: Bf4Loadout, armoury: Bf4Armoury): Violation[] {
  const { weaponId } = loadout[slot];
  if (weaponId === null) return [{ rule: "empty-slot", slot }];
  const weapon = armoury.weapons.get(weaponId);
  if (!weapon) return [{ rule: "unknown-weapon", slot, weaponId }];
  const { kitId } = loadout;
  const parts = findPartViolations(slot, weaponId, loadout[slot], armoury);
  if (armoury.kits.get(kitId)?.slots[slot].includes(weaponId)) return parts;
  if (!weapon.slots.includes(slot)) return [{ rule: "weapon-not-for-slot", slot, weaponId }, ...parts];
  return [{ rule: "weapon-not-for-kit", slot, weaponId, kitId }, ...parts];
}

type PlainSlot = "gadget1" | "gadget2" | "grenade" | "melee" | "fieldUpgrade";

function findItemViolations(
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

/** Checks that the two gadgets differ and belong to different categories. */
function findPairViolations({ gadget1Id, gadget2Id }: Bf4Loadout, { compatibility }: Bf4Armoury): Violation[] {
  if (gadget1Id === null || gadget2Id === null) return [];
  const [first, second] = [compatibility.get(gadget1Id), compatibility.get(gadget2Id)];
  if (first?.kind === "category" && second?.kind === "category" && first.category === second.category) {
    const { category } = first;
    return [{ rule: "one-per-category", slot: "gadget2", itemIds: [gadget1Id, gadget2Id], category }];
  }
  return gadget1Id === gadget2Id ? [{ rule: "same-gadget-twice", slot: "gadget2", itemId: gadget1Id }] : [];
}

function findPartViolations(
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
  // A part that does not fit is reported once, so it is excluded from the checks of combinations.
  const mounted = slots.flatMap(({ slot: partSlot, options }) => {
    const issued = options.find(({ isDefault }) => isDefault) ?? options[0];
    const partId = attachments[partSlot] ?? issued?.id;
    return options.some(({ id }) => id === partId) ? [{ partSlot, partId: partId ?? "" }] : [];
  });
  return [...misfits, ...findCombinationViolations({ slot, weaponId }, mounted, attachments, armoury)];
}

/**
 * Battlelog forbids most pairs twice: the optic excludes the accessory, and the accessory needs other optics. With a chosen
 * optic, the pair is reported; with the default optic, the optics that the accessory needs.
 */
function findCombinationViolations(
  place: { slot: "primary" | "sidearm"; weaponId: string },
  mounted: readonly { partSlot: PartSlot; partId: string }[],
  chosen: Bf4Carried["attachments"],
  { compatibility }: Bf4Armoury,
): Violation[] {
  const partIds = mounted.map(({ partId }) => partId);
  const opticId = mounted.find(({ partSlot }) => partSlot === "optic")?.partId;
  const needsOtherOptic = (partId: string) => chosen.optic === undefined && compatibility.get(partId)?.kind === "needs";
  const excludedPairs = partIds.flatMap((partId) => {
    const rule = compatibility.get(partId);
    if (rule?.kind !== "excludes") return [];
    const others = partIds.filter((other) => rule.partIds.includes(other) && !needsOtherOptic(other));
    return others.map((other): [string, string] => [partId, other]);
  });
  const missingOptics = partIds.flatMap((partId): Violation[] => {
    const rule = compatibility.get(partId);
    if (rule?.kind !== "needs" || opticId === undefined || rule.partIds.includes(opticId)) return [];
    if (excludedPairs.some((pair) => pair.includes(partId))) return [];
    return [{ rule: "part-needs-optic", ...place, partId, opticIds: rule.partIds }];
  });
  return [
    ...excludedPairs.map((pair): Violation => ({ rule: "parts-exclude-each-other", ...place, partIds: pair })),
    ...missingOptics,
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

/** Yields changed loadouts that may fix the violation, smallest change first. They are not checked yet. */
export function* listBf4Fixes(violation: Violation, loadout: Bf4Loadout, armoury: Bf4Armoury): Generator<Bf4Loadout> {
  switch (violation.rule) {
    case "part-does-not-fit":
    case "parts-exclude-each-other":
    case "part-needs-optic":
      for (const weaponChoice of listPartFixes(violation, loadout[violation.slot], armoury)) {
        yield { ...loadout, [violation.slot]: weaponChoice };
      }
      return;
    case "one-per-category":
    case "same-gadget-twice":
      yield* listItemFixes("gadget2", loadout, armoury);
      yield* listItemFixes("gadget1", loadout, armoury);
      return;
    default:
      if ("slot" in violation) yield* listSlotFixes(violation.slot, loadout, armoury);
  }
}

function* listSlotFixes(slot: string, loadout: Bf4Loadout, armoury: Bf4Armoury): Generator<Bf4Loadout> {
  if (slot === "primary" || slot === "sidearm") yield* listWeaponFixes(slot, loadout, armoury);
  else if (isItemSlot(slot)) yield* listItemFixes(slot, loadout, armoury);
}

const isItemSlot = (slot: string): slot is keyof typeof ITEM_KEYS => slot in ITEM_KEYS;

/** Yields the loadout with each weapon of the kit, those of the current weapon's class first. */
function* listWeaponFixes(slot: WeaponSlot, loadout: Bf4Loadout, armoury: Bf4Armoury): Generator<Bf4Loadout> {
  const { weapons } = armoury;
  const currentClass = weapons.get(loadout[slot].weaponId ?? "")?.class;
  const offered = armoury.kits.get(loadout.kitId)?.slots[slot] ?? [];
  const sameClassIds = offered.filter((id) => currentClass !== undefined && weapons.get(id)?.class === currentClass);
  for (const weaponId of new Set([...sameClassIds, ...offered]))
    yield { ...loadout, [slot]: { weaponId, attachments: {} } };
}

/** Yields the loadout with each item of the kit, those of the current item's category first. */
function* listItemFixes(
  slot: keyof typeof ITEM_KEYS,
  loadout: Bf4Loadout,
  { kits, compatibility }: Bf4Armoury,
): Generator<Bf4Loadout> {
  const key = ITEM_KEYS[slot];
  const getCategory = (id: string | null) => {
    const rule = compatibility.get(id ?? "");
    return rule?.kind === "category" ? rule.category : null;
  };
  const currentCategory = getCategory(loadout[key]);
  const offered = kits.get(loadout.kitId)?.slots[slot] ?? [];
  const sameCategoryIds = offered.filter((id) => currentCategory !== null && getCategory(id) === currentCategory);
  for (const id of new Set([...sameCategoryIds, ...offered])) yield { ...loadout, [key]: id };
}

type PartViolation = Extract<
  Violation,
  { rule: "part-does-not-fit" | "parts-exclude-each-other" | "part-needs-optic" }
>;

function* listPartFixes(
  violation: PartViolation,
  weaponChoice: Bf4Carried,
  armoury: Bf4Armoury,
): Generator<Bf4Carried> {
  switch (violation.rule) {
    case "part-does-not-fit": {
      const partSlot = PART_SLOTS.find((slot) => slot === violation.partSlot);
      if (!partSlot) return;
      const options = getSlotOptions(violation.weaponId, partSlot, armoury);
      const namesake = getNamesake(violation.partId, options, armoury);
      if (namesake) yield mountPart(weaponChoice, partSlot, namesake);
      yield resetSlot(weaponChoice, partSlot);
      yield* options.map(({ id }) => mountPart(weaponChoice, partSlot, id));
      return;
    }
    case "parts-exclude-each-other":
      // The accessory depends on the other part, so its removal is tried first.
      for (const partId of violation.partIds.toReversed()) yield removePart(weaponChoice, partId);
      // With the optic removed, the accessory may need an optic other than the default one.
      for (const partId of violation.partIds) {
        const rule = armoury.compatibility.get(partId);
        if (rule?.kind === "needs") yield* rule.partIds.map((opticId) => mountPart(weaponChoice, "optic", opticId));
      }
      return;
    case "part-needs-optic": {
      const optics = violation.opticIds.map((opticId) => mountPart(weaponChoice, "optic", opticId));
      if (weaponChoice.attachments.optic === undefined) yield* optics;
      yield removePart(weaponChoice, violation.partId);
      yield* optics;
    }
  }
}

type Named = { readonly id: string; readonly name: string; readonly englishName?: string | undefined };

const getSlotOptions = (weaponId: string, partSlot: PartSlot, { attachments }: Bf4Armoury): readonly Named[] =>
  attachments.get(weaponId)?.slots.find(({ slot }) => slot === partSlot)?.options ?? [];

/** Returns the id of the option with the same name as the part. */
function getNamesake(partId: string, own: readonly Named[], { attachments }: Bf4Armoury): string | undefined {
  for (const { slots } of attachments.values()) {
    for (const { options } of slots) {
      const part = options.find(({ id }) => id === partId);
      if (part) return own.find((option) => getEnglishName(option) === getEnglishName(part))?.id;
    }
  }
  return undefined;
}

const mountPart = (weaponChoice: Bf4Carried, partSlot: PartSlot, partId: string): Bf4Carried => ({
  ...weaponChoice,
  attachments: { ...weaponChoice.attachments, [partSlot]: partId },
});

function resetSlot(weaponChoice: Bf4Carried, partSlot: PartSlot): Bf4Carried {
  const { [partSlot]: _, ...attachments } = weaponChoice.attachments;
  return { ...weaponChoice, attachments };
}

/** Returns the weapon with the default part in the slots of the part. */
function removePart(weaponChoice: Bf4Carried, partId: string): Bf4Carried {
  const remaining = Object.entries(weaponChoice.attachments).filter(([, id]) => id !== partId);
  return { ...weaponChoice, attachments: Object.fromEntries(remaining) };
}
