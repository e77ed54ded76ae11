import { useMemo } from "react";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { KIT_SLOT_TITLES } from "#domain/game-data/slot.ts";
import type { Bf4Loadout } from "#domain/loadout/loadout.ts";
import { targetId } from "#domain/progress/targets/target.ts";
import { type EditorContext, listOptions } from "#web/features/loadout/editor/editor-context.ts";
import { KitField } from "#web/features/loadout/editor/fields/kit-field.tsx";
import { SlotField } from "#web/features/loadout/editor/fields/slot-field.tsx";
import { SlotGroup } from "#web/features/loadout/editor/fields/slot-group.tsx";
import { itemChoices, weaponChoices } from "#web/features/loadout/editor/fields/weapon-choices.ts";
import { Bf4PartFields } from "./bf4-part-fields.tsx";

type FieldsProps = { loadout: Bf4Loadout; desk: EditorContext };

const ITEMS = [
  ["gadget1", "gadget1Id"],
  ["gadget2", "gadget2Id"],
  ["grenade", "grenadeId"],
  ["melee", "meleeId"],
  ["fieldUpgrade", "fieldUpgradeId"],
] as const;

/** The slots of a Battlefield 4 kit. */
export function Bf4Fields({ loadout, desk }: FieldsProps) {
  return (
    <>
      <KitField loadout={loadout} desk={desk} />
      <WeaponFields slot="primary" loadout={loadout} desk={desk} />
      <WeaponFields slot="sidearm" loadout={loadout} desk={desk} />
      <SlotGroup title="Equipment">
        <div className="grid gap-4 sm:grid-cols-2">
          {ITEMS.map(([slot, key]) => (
            <ItemField key={slot} slot={slot} field={key} loadout={loadout} desk={desk} />
          ))}
        </div>
      </SlotGroup>
    </>
  );
}

function WeaponFields({ slot, loadout, desk }: FieldsProps & { slot: "primary" | "sidearm" }) {
  const carrying = (weaponId: string): Bf4Loadout => ({ ...loadout, [slot]: { weaponId, attachments: {} } });
  const options = listOptions(weaponChoices(desk.weapons, desk.armoury, slot), desk, carrying);
  return (
    <SlotGroup title={KIT_SLOT_TITLES[slot]}>
      <SlotField
        label={`${KIT_SLOT_TITLES[slot]} weapon`}
        slot={slot}
        value={loadout[slot].weaponId}
        targetId={loadout[slot].weaponId && targetId.item(loadout[slot].weaponId)}
        options={options}
        onChange={(weaponId) => weaponId !== loadout[slot].weaponId && desk.change(carrying(weaponId))}
        desk={desk}
      />
      <Bf4PartFields slot={slot} loadout={loadout} desk={desk} />
    </SlotGroup>
  );
}

type ItemFieldProps = FieldsProps & { slot: (typeof ITEMS)[number][0]; field: (typeof ITEMS)[number][1] };

function ItemField({ slot, field, loadout, desk }: ItemFieldProps) {
  const { armoury } = desk;
  const choices = useMemo(
    () => itemChoices(armoury, loadout.kitId, (kit) => getOffered(armoury, kit, slot)),
    [armoury, loadout.kitId, slot],
  );
  const holding = (id: string): Bf4Loadout => ({ ...loadout, [field]: id });
  return (
    <SlotField
      label={KIT_SLOT_TITLES[slot]}
      slot={slot}
      value={loadout[field]}
      targetId={loadout[field] && targetId.item(loadout[field])}
      options={listOptions(choices, desk, holding)}
      onChange={(id) => desk.change(holding(id))}
      desk={desk}
    />
  );
}

const getOffered = (
  armoury: EditorContext["armoury"],
  kit: KitId,
  slot: (typeof ITEMS)[number][0],
): readonly string[] => (armoury.game === "bf4" ? (armoury.kits.get(kit)?.slots[slot] ?? []) : []);
