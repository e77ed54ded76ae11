// Which weapon or gadget a code of Battlefield 4's statistics counts the kills of.
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { normalizeText } from "#domain/text.ts";

/**
 * The arsenal's ids by the codes of criteria, e.g. "ace23" → "ace-23". A weapon's own code is the one its attachments are
 * counted by; any other stands for the weapon or gadget whose name a service star or a dog tag of that code carries,
 * where one alone bears it.
 */
export function countedCodes(arsenal: Bf4Arsenal): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const byName = idsByName(arsenal);
  for (const { group, name, criteria } of arsenal.awards.values()) {
    const [code] = criteria.map(({ x }) => x);
    const id = byName.get(normalizeText(name.replace(/ (service star|master dog tag)$/i, "")));
    if (code && id && (group === "star" || group === "dogtags")) codes.set(code, id);
  }
  for (const { weaponId, slots } of arsenal.attachments.values()) {
    for (const unlock of slots.flatMap(({ options }) => options.flatMap(({ unlocks }) => unlocks ?? []))) {
      if (unlock.kind === "kills") codes.set(unlock.statCode.replace(/^c_|__.*$/g, ""), weaponId);
    }
  }
  return codes;
}

const WEAPON_LIKE: ReadonlySet<Bf4Gadget["kind"]> = new Set(["launcher", "underslung", "explosive", "grenade"]);

/** Names one weapon or weapon-like gadget bears alone; a twin no kit carries does not count. */
function idsByName({ weapons, gadgets }: Bf4Arsenal): ReadonlyMap<string, string> {
  const bearers = new Map<string, (Bf4Weapon | Bf4Gadget)[]>();
  for (const item of [...weapons.values(), ...gadgets.values()]) {
    if (!("kind" in item) || WEAPON_LIKE.has(item.kind)) {
      bearers.set(normalizeText(item.name), [...(bearers.get(normalizeText(item.name)) ?? []), item]);
    }
  }
  const ids = new Map<string, string>();
  for (const [name, all] of bearers) {
    const carried = all.filter(({ slots }) => slots.length > 0);
    const [only, ...others] = carried.length > 0 ? carried : all;
    if (only && others.length === 0) ids.set(name, only.id);
  }
  return ids;
}
