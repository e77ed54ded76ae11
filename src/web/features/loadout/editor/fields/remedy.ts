// A remedy is a change that makes a forbidden choice legal, with its texts.

import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { findFix } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { diffLoadouts, type SlotChange } from "#messages/loadout/changes.ts";
import { withKit } from "./kit-field.tsx";

/** A change that makes a forbidden choice legal without replacing the choice. */
export type Remedy = {
  loadout: Loadout;
  label: string;
  /** Returns the label with the chosen item. */
  labelFor: (item: string) => string;
  /** Returns the name of the undo step. */
  getStep: (item: string) => string;
  /** Returns the announcement after the change. */
  getDone: (item: string) => string;
};

/** Returns the remedy for a choice's violation; null if no single change makes the choice legal. */
export function findRemedy(
  broken: Violation,
  changed: Loadout,
  armoury: Armoury,
  holds: (loadout: Loadout) => boolean,
): Remedy | null {
  if ("kitId" in broken) return isVehicleLoadout(changed) ? null : findKitRemedy(broken, changed, armoury, holds);
  const loadout = findFix(broken, changed, armoury, holds);
  const change = loadout && diffLoadouts(changed, loadout, armoury).find((slotChange) => slotChange.changed);
  if (!loadout || !change) return null;
  const { a, b, hasDefaultInB } = change;
  return { loadout, ...getRemedyWords({ ...change, a: a ?? "", b: hasDefaultInB ? null : b }) };
}

type RemedyChange = Pick<SlotChange, "label" | "part" | "b"> & { a: string };

/** Returns the texts for a change of a slot; `b` is null if a part is removed. */
function getRemedyWords({ label: slot, part, a, b }: RemedyChange): Omit<Remedy, "loadout"> {
  if (b === null) {
    return {
      label: m.loadout_remedy_take_off({ part: a }),
      labelFor: (item) => m.loadout_remedy_take_off_for({ part: a, item }),
      getStep: (item) => m.loadout_remedy_take_off_step({ part: a, item }),
      getDone: (item) => m.loadout_remedy_take_off_done({ part: a, item }),
    };
  }
  if (part) {
    return {
      label: m.loadout_remedy_mount({ part: b }),
      labelFor: (item) => m.loadout_remedy_mount_for({ part: b, item }),
      getStep: (item) => m.loadout_remedy_mount_step({ part: b, item }),
      getDone: (item) => m.loadout_remedy_mount_done({ part: b, item }),
    };
  }
  return {
    label: m.loadout_remedy_switch({ slot, next: b }),
    labelFor: (item) => m.loadout_remedy_switch_for({ slot, next: b, item }),
    getStep: (item) => m.loadout_remedy_switch_step({ slot, next: b, item }),
    getDone: (item) => m.loadout_remedy_switch_done({ slot, next: b, item }),
  };
}

type KitViolation = Extract<Violation, { kitId: KitId }>;

function findKitRemedy(
  { slot, kitId }: KitViolation,
  changed: Exclude<Loadout, { vehicleClassId: string }>,
  armoury: Armoury,
  holds: (loadout: Loadout) => boolean,
): Remedy | null {
  const owner = KIT_IDS.find((id) => {
    const withOtherKit: Loadout = changed.game === "bf4" ? { ...changed, kitId: id } : { ...changed, classId: id };
    return (
      id !== kitId && !findViolations(withOtherKit, armoury).some((other) => "slot" in other && other.slot === slot)
    );
  });
  if (!owner) return null;
  const { loadout, replaced } = withKit(changed, owner, armoury);
  if (!holds(loadout)) return null;
  const slots = formatList(replaced.map(({ label }) => label));
  const kit = KIT_TITLES[owner];
  return {
    loadout,
    label: m.loadout_remedy_kit({ kit }),
    labelFor: (item) => m.loadout_remedy_kit_for({ kit, item }),
    getStep: (item) =>
      slots ? m.loadout_remedy_kit_with_others_step({ kit, item, slots }) : m.loadout_remedy_kit_step({ kit, item }),
    getDone: (item) =>
      slots ? m.loadout_remedy_kit_with_others_done({ kit, item, slots }) : m.loadout_remedy_kit_done({ kit, item }),
  };
}
