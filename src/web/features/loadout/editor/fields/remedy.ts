// What would make a choice legal that the rules forbid, and the words for it.

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

/** One change that makes a forbidden choice legal and leaves it chosen. */
export type Remedy = {
  loadout: Loadout;
  label: string;
  /** The label and the item that is chosen by it. */
  labelFor: (item: string) => string;
  /** What the step is called when it is taken back. */
  getStep: (item: string) => string;
  /** What is announced afterwards. */
  getDone: (item: string) => string;
};

/** What mends the violation of a choice without taking the choice back; null where no one change does. */
export function findRemedy(
  broken: Violation,
  changed: Loadout,
  armoury: Armoury,
  holds: (loadout: Loadout) => boolean,
): Remedy | null {
  if ("kitId" in broken) return isVehicleLoadout(changed) ? null : kitRemedy(broken, changed, armoury, holds);
  const loadout = findFix(broken, changed, armoury, holds);
  const change = loadout && diffLoadouts(changed, loadout, armoury).find((one) => one.changed);
  if (!loadout || !change) return null;
  const { a, b, isTakenOff } = change;
  return { loadout, ...getRemedyWords({ ...change, a: a ?? "", b: isTakenOff ? null : b }) };
}

type RemedyChange = Pick<SlotChange, "label" | "part" | "b"> & { a: string };

/** The words for a change of one slot; `b` is null where a part is taken off. */
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

function kitRemedy(
  { slot, kitId }: KitViolation,
  changed: Exclude<Loadout, { vehicleClassId: string }>,
  armoury: Armoury,
  holds: (loadout: Loadout) => boolean,
): Remedy | null {
  const owner = KIT_IDS.find((id) => {
    const moved: Loadout = changed.game === "bf4" ? { ...changed, kitId: id } : { ...changed, classId: id };
    return id !== kitId && !findViolations(moved, armoury).some((other) => "slot" in other && other.slot === slot);
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
