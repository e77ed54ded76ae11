// A second implementation of the loadout rules, on the raw files of data/ and without code of the domain, to compare the domain's
// rules with.
import { readFileSync } from "node:fs";
import type { Loadout } from "#domain/loadout/loadout.ts";

const readData = <T>(path: string): T => JSON.parse(readFileSync(`data/${path}.json`, "utf8"));

type Rule = { kind: string; itemId: string; partIds?: string[]; category?: string };
type Slots = { slot: string; options: { id: string; isDefault?: boolean }[] }[];
type Bf2042Kit = { id: string; gadgetIds: string[]; throwableIds: string[]; specialistIds: string[] };

const BF4 = {
  kits: readData<{ id: string; slots: Record<string, string[]> }[]>("bf4/kits"),
  parts: new Map(
    readData<{ weapons: { weaponId: string; slots: Slots }[] }>("bf4/attachments").weapons.map((each) => [
      each.weaponId,
      each.slots,
    ]),
  ),
  rules: new Map(readData<{ compatibility: Rule[] }>("bf4/rules").compatibility.map((rule) => [rule.itemId, rule])),
  vehicles: new Map(
    readData<{ loadouts: { id: string; slots: Slots }[] }>("bf4/vehicles").loadouts.map(({ id, slots }) => [id, slots]),
  ),
};

const BF2042 = {
  kits: readData<Bf2042Kit[]>("bf2042/kits"),
  weapons: new Map(
    readData<{ weapons: { id: string; class: string; allOutWarfare: boolean }[] }>("bf2042/weapons").weapons.map(
      (each) => [each.id, each],
    ),
  ),
  parts: new Map(
    readData<{ weapons: { weaponId: string; options: { id: string; slot: string | null }[] }[] }>(
      "bf2042/attachments",
    ).weapons.map(({ weaponId, options }) => [weaponId, options]),
  ),
};

/** Returns the slots whose content the game would reject; empty for a legal loadout. */
export function findRefusedSlots(loadout: Loadout): readonly string[] {
  if ("vehicleClassId" in loadout) return checkVehicle(loadout.vehicleClassId, loadout.parts);
  const slots = "kitId" in loadout ? checkBf4(loadout) : checkBf2042(loadout);
  return Object.keys(slots).filter((slot) => slots[slot]);
}

function checkVehicle(vehicleClassId: string, parts: Readonly<Record<string, string>>): string[] {
  const slots = BF4.vehicles.get(vehicleClassId);
  if (!slots) return ["vehicleClass"];
  const offers = new Set(slots.flatMap(({ slot, options }) => options.map(({ id }) => `${slot} ${id}`)));
  return Object.keys(parts).filter((slot) => !offers.has(`${slot} ${parts[slot]}`));
}

function checkBf4(loadout: Extract<Loadout, { kitId: string }>): Record<string, boolean> {
  const kit = BF4.kits.find(({ id }) => id === loadout.kitId)?.slots ?? {};
  const strange = (slot: string, id: string | null) => id === null || !kit[slot]?.includes(id);
  const { gadget1Id, gadget2Id } = loadout;
  const [first, second] = [gadget1Id, gadget2Id].map((id) => BF4.rules.get(id ?? "")?.category);
  const isDuplicate = gadget1Id !== null && (gadget1Id === gadget2Id || (first !== undefined && first === second));
  const isGunRefused = (slot: "primary" | "sidearm") =>
    strange(slot, loadout[slot].weaponId) || !fitTogether(loadout[slot].weaponId ?? "", loadout[slot].attachments);
  return {
    primary: isGunRefused("primary"),
    sidearm: isGunRefused("sidearm"),
    gadget1: strange("gadget1", gadget1Id),
    gadget2: strange("gadget2", gadget2Id) || isDuplicate,
    grenade: strange("grenade", loadout.grenadeId),
    melee: strange("melee", loadout.meleeId),
    fieldUpgrade: strange("fieldUpgrade", loadout.fieldUpgradeId),
  };
}

function fitTogether(weaponId: string, chosen: Readonly<Partial<Record<string, string>>>): boolean {
  const slots = BF4.parts.get(weaponId) ?? [];
  const areListed = Object.keys(chosen).every((slot) =>
    slots.some((place) => place.slot === slot && place.options.some(({ id }) => id === chosen[slot])),
  );
  const mounted = slots.map(({ slot, options }) => ({
    slot,
    id: chosen[slot] ?? options.find(({ isDefault }) => isDefault)?.id ?? options[0]?.id ?? "",
  }));
  const ids = mounted.map(({ id }) => id);
  const optic = mounted.find(({ slot }) => slot === "optic")?.id;
  const areRulesMet = ids.every((id) => {
    const rule = BF4.rules.get(id);
    if (rule?.kind === "excludes") return !ids.some((other) => rule.partIds?.includes(other));
    return rule?.kind !== "needs" || optic === undefined || rule.partIds?.includes(optic) === true;
  });
  return areListed && areRulesMet;
}

function checkBf2042(loadout: Extract<Loadout, { classId: string }>): Record<string, boolean> {
  const kit = BF2042.kits.find(({ id }) => id === loadout.classId);
  const strange = (ids: string[] | undefined, id: string | null) => id === null || !ids?.includes(id);
  const [first, second] = loadout.gadgetIds;
  return {
    specialist: strange(kit?.specialistIds, loadout.specialistId),
    primary: !canCarry("primary", loadout.primary),
    sidearm: !canCarry("sidearm", loadout.sidearm),
    gadget1: strange(kit?.gadgetIds, first),
    gadget2: strange(kit?.gadgetIds, second) || first === second,
    throwable: strange(kit?.throwableIds, loadout.throwableId),
  };
}

type WeaponChoice = Extract<Loadout, { classId: string }>["primary"];

function canCarry(slot: "primary" | "sidearm", { weaponId, board }: WeaponChoice): boolean {
  const weapon = BF2042.weapons.get(weaponId ?? "");
  if (!weapon?.allOutWarfare || (slot === "sidearm") !== (weapon.class === "sidearm")) return false;
  const options = BF2042.parts.get(weapon.id) ?? [];
  return Object.entries(board).every(
    ([place, ids]) =>
      ids.length <= 3 &&
      new Set(ids).size === ids.length &&
      ids.every((id) => options.some((option) => option.id === id && option.slot === place)),
  );
}
