import { useState } from "react";
import { BOARD_SLOTS, PART_SLOTS } from "#domain/game-data/slot.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import {
  type Bf4Loadout,
  type Bf2042Loadout,
  isVehicleLoadout,
  type Loadout,
  type VehicleLoadout,
} from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { BOARD_SLOT_TITLES, CLASS_SLOT_TITLES, KIT_SLOT_TITLES, PART_SLOT_TITLES } from "#messages/game/titles.ts";
import { diffLoadouts, type SlotChange } from "#messages/loadout/changes.ts";
import { getPartLabel } from "#messages/loadout/describe.ts";
import { withKit } from "#web/features/loadout/editor/fields/kit-field.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ArrowLeft } from "#web/ui/icons.tsx";

type DiffRowsProps = {
  a: Loadout;
  b: Loadout;
  armoury: Armoury;
  /** Copies a slot of B; if it is missing, no slot can be copied. */
  onCopy: ((loadout: Loadout, slot: string) => void) | undefined;
};

/** The slots of both loadouts, changed slots first and labelled as changed. */
export function DiffRows({ a, b, armoury, onCopy }: DiffRowsProps) {
  const [isShort, setShort] = useState(false);
  const all = diffLoadouts(a, b, armoury);
  const changed = all.filter((slotChange) => slotChange.changed);
  const shown = isShort ? changed : all;
  return (
    <section aria-labelledby="diff-slots" className="panel grid gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="diff-slots" className="text-2">
          {m.loadout_slots()}
        </h3>
        <Switch label={m.loadout_only_changes()} checked={isShort} onChange={setShort} />
      </div>
      <p role="status" className="text-0 text-ink-2">
        {formatCount(changed.length, all.length)}
      </p>
      {shown.length > 0 && (
        <table className="w-full table-fixed text-0">
          <thead>
            <tr className="border-b border-line-strong text-left text-ink-2">
              <th scope="col" className="w-[34%] py-1 pr-2 md:w-1/4">
                {m.loadout_slot()}
              </th>
              <th scope="col" className="px-1 py-1 md:px-2">
                A
              </th>
              <th scope="col" className="px-1 py-1 md:px-2">
                B
              </th>
              {onCopy && (
                <th scope="col" className="w-11 py-1">
                  <span className="sr-only">{m.loadout_copy_to_a()}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={row.label}
                row={row}
                copied={row.changed ? copySlot(row.label, a, b, armoury) : null}
                onCopy={onCopy}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function formatCount(changed: number, all: number): string {
  if (changed === 0) return m.loadout_both_builds_are_the_same();
  return m.loadout_slots_differ({ count: changed, all });
}

type RowProps = Pick<DiffRowsProps, "onCopy"> & { row: SlotChange; copied: Loadout | null };

function Row({ row: { label, a, b, changed }, copied, onCopy }: RowProps) {
  return (
    <tr className={`border-b border-line align-top ${changed ? "bg-tint" : ""}`}>
      <th scope="row" className="py-2 pr-1 pl-1 text-left font-semibold break-words">
        <span>{label}</span>
        {changed && <span className="block text-00 font-normal text-ink-2">{m.loadout_slot_is_changed()}</span>}
      </th>
      <td className="px-1 py-2 font-cond text-0 break-words md:px-2 md:text-1">{a ?? <Unknown />}</td>
      <td className="px-1 py-2 font-cond text-0 break-words md:px-2 md:text-1">{b ?? <Unknown />}</td>
      {onCopy && (
        <td className="text-right">
          {copied && (
            <IconButton label={m.loadout_copy_slot_to_a({ slot: label })} onClick={() => onCopy(copied, label)}>
              <ArrowLeft aria-hidden="true" className="size-5" />
            </IconButton>
          )}
        </td>
      )}
    </tr>
  );
}

// Copies a slot from one loadout to another by its label.

/**
 * Returns `a` with the slot of this label copied from `b`. A weapon is copied with its parts; with a new kit, the allowed items of
 * `a` remain. Returns null if the slot cannot be copied on its own, such as a part of another weapon.
 */
export function copySlot(label: string, a: Loadout, b: Loadout, armoury: Armoury): Loadout | null {
  if (isVehicleLoadout(a)) return isVehicleLoadout(b) ? copyVehicleSlot(label, a, b, armoury) : null;
  if (isVehicleLoadout(b)) return null;
  if (a.game === "bf4" && b.game === "bf4") return copyBf4Slot(label, a, b, armoury);
  return a.game === "bf2042" && b.game === "bf2042" ? copyBf2042Slot(label, a, b, armoury) : null;
}

const GUNS = ["primary", "sidearm"] as const;

function copyBf4Slot(label: string, a: Bf4Loadout, b: Bf4Loadout, armoury: Armoury): Loadout | null {
  const items: Record<string, Partial<Bf4Loadout>> = {
    [KIT_SLOT_TITLES.primary]: { primary: b.primary },
    [KIT_SLOT_TITLES.sidearm]: { sidearm: b.sidearm },
    [KIT_SLOT_TITLES.gadget1]: { gadget1Id: b.gadget1Id },
    [KIT_SLOT_TITLES.gadget2]: { gadget2Id: b.gadget2Id },
    [KIT_SLOT_TITLES.grenade]: { grenadeId: b.grenadeId },
    [KIT_SLOT_TITLES.melee]: { meleeId: b.meleeId },
    [KIT_SLOT_TITLES.fieldUpgrade]: { fieldUpgradeId: b.fieldUpgradeId },
  };
  if (label === m.build_kit()) return withKit(a, b.kitId, armoury).loadout;
  if (items[label]) return { ...a, ...items[label] };
  for (const gun of GUNS) {
    const partSlot = PART_SLOTS.find((slot) => label === getPartLabel(gun, PART_SLOT_TITLES[slot]));
    if (!partSlot || a[gun].weaponId !== b[gun].weaponId) continue;
    const { [partSlot]: _, ...others } = a[gun].attachments;
    const partId = b[gun].attachments[partSlot];
    return { ...a, [gun]: { ...a[gun], attachments: partId ? { ...others, [partSlot]: partId } : others } };
  }
  return null;
}

function copyBf2042Slot(label: string, a: Bf2042Loadout, b: Bf2042Loadout, armoury: Armoury): Loadout | null {
  const [first, second] = a.gadgetIds;
  const items: Record<string, Partial<Bf2042Loadout>> = {
    [CLASS_SLOT_TITLES.specialist]: { specialistId: b.specialistId },
    [KIT_SLOT_TITLES.primary]: { primary: b.primary },
    [KIT_SLOT_TITLES.sidearm]: { sidearm: b.sidearm },
    [KIT_SLOT_TITLES.gadget1]: { gadgetIds: [b.gadgetIds[0], second] },
    [KIT_SLOT_TITLES.gadget2]: { gadgetIds: [first, b.gadgetIds[1]] },
    [CLASS_SLOT_TITLES.throwable]: { throwableId: b.throwableId },
  };
  if (label === m.build_class()) return withKit(a, b.classId, armoury).loadout;
  if (items[label]) return { ...a, ...items[label] };
  for (const gun of GUNS) {
    const slot = BOARD_SLOTS.find((boardSlot) => label === getPartLabel(gun, BOARD_SLOT_TITLES[boardSlot]));
    if (!slot || a[gun].weaponId !== b[gun].weaponId) continue;
    return { ...a, [gun]: { ...a[gun], board: { ...a[gun].board, [slot]: b[gun].board[slot] } } };
  }
  return null;
}

function copyVehicleSlot(label: string, a: VehicleLoadout, b: VehicleLoadout, armoury: Armoury): Loadout | null {
  if (label === m.build_vehicle()) return b;
  if (a.vehicleClassId !== b.vehicleClassId || armoury.game !== "bf4") return null;
  const slots = armoury.vehicleLoadouts.get(a.vehicleClassId)?.slots.map(({ slot }) => slot) ?? [];
  const slot = [...slots, ...Object.keys(b.parts)].find((slotId) => m.game_vehicle_slot({ slot: slotId }) === label);
  if (!slot) return null;
  const { [slot]: _, ...others } = a.parts;
  const partId = b.parts[slot];
  return { ...a, parts: partId ? { ...others, [slot]: partId } : others };
}
