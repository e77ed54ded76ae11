// The part of an arsenal the rules need, out of the answers the editor has.
import { KIT_SLOTS } from "#domain/game-data/slot.ts";
import type { Armoury, Bf4Armoury, Bf2042Armoury } from "#domain/loadout/armoury.ts";
import type { Equipment, Listed, WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

type Known<G extends string> = {
  weapons: readonly Listed[];
  equipment: Extract<Equipment, { game: G }>;
  answers: readonly Extract<WeaponAnswer, { game: G }>[];
};

/** Weapons of the whole game, and the parts of those in `answers`. */
export function getArmoury(
  weapons: readonly Listed[],
  equipment: Equipment,
  answers: readonly WeaponAnswer[],
): Armoury {
  if (equipment.game === "bf4") {
    return bf4Armoury({ weapons, equipment, answers: answers.filter((answer) => answer.game === "bf4") });
  }
  return bf2042Armoury({ weapons, equipment, answers: answers.filter((answer) => answer.game === "bf2042") });
}

function bf4Armoury({ weapons, equipment, answers }: Known<"bf4">): Bf4Armoury {
  const rules = [...equipment.compatibility, ...answers.flatMap(({ compatibility }) => compatibility)];
  return {
    game: "bf4",
    weapons: byId(
      weapons.map((weapon) => ({
        ...weapon,
        kitIds: [...weapon.kitIds],
        slots: KIT_SLOTS.filter((slot) => equipment.kits.some(({ slots }) => slots[slot].includes(weapon.id))),
      })),
    ),
    attachments: new Map(answers.flatMap(({ weapon, attachments }) => (attachments ? [[weapon.id, attachments]] : []))),
    compatibility: new Map(rules.map((rule) => [rule.itemId, rule])),
    kits: byId(equipment.kits),
    gadgets: byId(equipment.gadgets),
    vehicleLoadouts: byId(equipment.vehicleLoadouts),
  };
}

function bf2042Armoury({ weapons, equipment, answers }: Known<"bf2042">): Bf2042Armoury {
  return {
    game: "bf2042",
    weapons: byId(weapons.map((weapon) => ({ ...weapon, allOutWarfare: weapon.found === "loadout" }))),
    attachments: new Map(answers.flatMap(({ weapon, attachments }) => (attachments ? [[weapon.id, attachments]] : []))),
    kits: byId(equipment.kits),
    gadgets: byId(equipment.gadgets),
    specialists: byId(equipment.specialists),
  };
}

const byId = <T extends { id: string }>(records: readonly T[]): ReadonlyMap<T["id"], T> =>
  new Map(records.map((record) => [record.id, record]));
