import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { WEAPON_CLASS_TITLES } from "#domain/game-data/weapon-class.ts";
import { getTarget, TARGET_KINDS, type Target, targetId } from "./target.ts";
import { killsNeed, type UnlockingOf } from "./unlock-ways.ts";

/** Weapons, and of each its attachments and battlepacks, weapon by weapon. */
export function weaponTargets(arsenal: Bf4Arsenal, unlockingOf: UnlockingOf): readonly Target[] {
  return [...arsenal.weapons.values()].flatMap(
    ({ id, name, class: weaponClass, unlocks, battlepackKills, sourceId }) => {
      const weapon = { id, name };
      const belongs = { group: WEAPON_CLASS_TITLES[weaponClass], weapon };
      const own = unlockingOf(unlocks);
      const item = getTarget({ ...belongs, id: targetId.item(id), kind: "weapon", name, ways: [], sourceId, ...own });
      const packs = battlepackKills.slice(0, 1).flatMap(({ value, sourceId }) =>
        value.map((kills) =>
          getTarget({
            ...belongs,
            id: targetId.battlepack(id, kills),
            kind: "battlepack",
            name: `${name} battlepack`,
            ways: [[killsNeed(weapon, kills)]],
            sourceId,
          }),
        ),
      );
      return [...(own ? [item] : []), ...partTargets(arsenal, belongs, unlockingOf), ...packs];
    },
  );
}

type Belongs = Pick<Target, "group"> & { weapon: NonNullable<Target["weapon"]> };

function partTargets({ attachments }: Bf4Arsenal, belongs: Belongs, unlockingOf: UnlockingOf): readonly Target[] {
  const { slots, sourceId } = attachments.get(belongs.weapon.id) ?? { slots: [], sourceId: "" };
  return slots.flatMap(({ options }) =>
    options.flatMap(({ id, name, unlocks }) => {
      const unlocking = unlockingOf(unlocks, belongs.weapon);
      return unlocking
        ? [
            getTarget({
              ...belongs,
              id: targetId.part(belongs.weapon.id, id),
              kind: "part",
              name,
              sourceId,
              ...unlocking,
            }),
          ]
        : [];
    }),
  );
}

/** What kits carry beside firearms; the twins the data keeps beside some of them, which no kit carries, are left out. */
export function gadgetTargets({ gadgets }: Bf4Arsenal, unlockingOf: UnlockingOf): readonly Target[] {
  return [...gadgets.values()].flatMap((gadget) => {
    const { id, name, slots, unlocks, sourceId } = gadget;
    const unlocking = slots.length > 0 ? unlockingOf(unlocks) : null;
    if (!unlocking) return [];
    return [
      getTarget({ id: targetId.item(id), kind: "gadget", name, group: getGroup(gadget), sourceId, ...unlocking }),
    ];
  });
}

function getGroup({ kitIds: [kitId, ...others] }: Bf4Gadget): string {
  return kitId && others.length === 0 ? KIT_TITLES[kitId] : TARGET_KINDS.gadget;
}

/** What classes of vehicles mount. */
export function optionTargets({ vehicleLoadouts }: Bf4Arsenal, unlockingOf: UnlockingOf): readonly Target[] {
  return [...vehicleLoadouts.values()].flatMap(({ id: classId, name: group, slots, sourceId }) =>
    slots.flatMap(({ options }) =>
      options.flatMap(({ id, name, unlocks }) => {
        const unlocking = unlockingOf(unlocks);
        const own = { id: targetId.option(classId, id), kind: "option", name, group, sourceId } as const;
        return unlocking ? [getTarget({ ...own, ...unlocking })] : [];
      }),
    ),
  );
}
