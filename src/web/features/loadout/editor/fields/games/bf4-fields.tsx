import { useMemo } from "react";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { KIT_SLOT_TITLES, PART_SLOT_TITLES, type PartSlot } from "#domain/game-data/slot.ts";
import type { Bf4Loadout } from "#domain/loadout/loadout.ts";
import { targetId } from "#domain/progress/targets/target.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { type EditorContext, listOptions } from "#web/features/loadout/editor/editor-context.ts";
import { KitField } from "#web/features/loadout/editor/fields/kit-field.tsx";
import { itemChoices, SlotField, SlotGroup, weaponChoices } from "#web/features/loadout/editor/fields/slot-field.tsx";

type FieldsProps = { loadout: Bf4Loadout; context: EditorContext };

const ITEMS = [
  ["gadget1", "gadget1Id"],
  ["gadget2", "gadget2Id"],
  ["grenade", "grenadeId"],
  ["melee", "meleeId"],
  ["fieldUpgrade", "fieldUpgradeId"],
] as const;

/** The slots of a Battlefield 4 kit. */
export function Bf4Fields({ loadout, context }: FieldsProps) {
  return (
    <>
      <KitField loadout={loadout} context={context} />
      <WeaponFields slot="primary" loadout={loadout} context={context} />
      <WeaponFields slot="sidearm" loadout={loadout} context={context} />
      <SlotGroup title="Equipment">
        <div className="grid gap-4 sm:grid-cols-2">
          {ITEMS.map(([slot, key]) => (
            <ItemField key={slot} slot={slot} field={key} loadout={loadout} context={context} />
          ))}
        </div>
      </SlotGroup>
    </>
  );
}

function WeaponFields({ slot, loadout, context }: FieldsProps & { slot: "primary" | "sidearm" }) {
  const carrying = (weaponId: string): Bf4Loadout => ({ ...loadout, [slot]: { weaponId, attachments: {} } });
  const options = listOptions(weaponChoices(context.weapons, context.armoury, slot), context, carrying);
  return (
    <SlotGroup title={KIT_SLOT_TITLES[slot]}>
      <CarriedSilhouette carried={loadout[slot]} className="-my-2 w-full max-w-md justify-self-center" />
      <SlotField
        label={`${KIT_SLOT_TITLES[slot]} weapon`}
        slot={slot}
        value={loadout[slot].weaponId}
        targetId={loadout[slot].weaponId && targetId.item(loadout[slot].weaponId)}
        options={options}
        onChange={(weaponId) => weaponId !== loadout[slot].weaponId && context.change(carrying(weaponId))}
        context={context}
      />
      <Bf4PartFields slot={slot} loadout={loadout} context={context} />
    </SlotGroup>
  );
}

type ItemFieldProps = FieldsProps & { slot: (typeof ITEMS)[number][0]; field: (typeof ITEMS)[number][1] };

function ItemField({ slot, field, loadout, context }: ItemFieldProps) {
  const { armoury } = context;
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
      options={listOptions(choices, context, holding)}
      onChange={(id) => context.change(holding(id))}
      context={context}
    />
  );
}

const getOffered = (
  armoury: EditorContext["armoury"],
  kit: KitId,
  slot: (typeof ITEMS)[number][0],
): readonly string[] => (armoury.game === "bf4" ? (armoury.kits.get(kit)?.slots[slot] ?? []) : []);

type PartFieldsProps = { slot: "primary" | "sidearm"; loadout: Bf4Loadout; context: EditorContext };

/** The places for parts on a Battlefield 4 weapon, each beginning with the part as issued. */
function Bf4PartFields({ slot, loadout, context }: PartFieldsProps) {
  const { weaponId } = loadout[slot];
  if (weaponId === null) return null;
  const answer = context.answers.get(weaponId);
  if (!answer) return context.armoury.weapons.has(weaponId) ? <Skeleton label="Loading attachments" rows={3} /> : null;
  if (answer.game !== "bf4" || !answer.attachments) {
    return <p className="text-0 text-ink-2">No source lists the attachments of this weapon; it stays as issued.</p>;
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {answer.attachments.slots.map(({ slot: partSlot, options }) => (
        <PartField key={partSlot} {...{ slot, partSlot, loadout, context }} parts={options} />
      ))}
    </div>
  );
}

type PartFieldProps = PartFieldsProps & {
  partSlot: PartSlot;
  parts: readonly { id: string; name: string; isDefault: boolean }[];
};

function PartField({ slot, partSlot, parts, loadout, context }: PartFieldProps) {
  const { weaponId, attachments } = loadout[slot];
  const mountedId = attachments[partSlot] ?? null;
  const issuedId = (parts.find(({ isDefault }) => isDefault) ?? parts[0])?.id;
  const mounting = (partId: string): Bf4Loadout => {
    const { [partSlot]: _, ...others } = attachments;
    const mounted = partId === issuedId ? others : { ...others, [partSlot]: partId };
    return { ...loadout, [slot]: { ...loadout[slot], attachments: mounted } };
  };
  const choices = parts.map(({ id, name }) => ({ id, name, ...(id === issuedId && { note: "as issued" }) }));
  return (
    <SlotField
      label={`${KIT_SLOT_TITLES[slot]} ${PART_SLOT_TITLES[partSlot].toLowerCase()}`}
      slot={slot}
      partSlot={partSlot}
      value={mountedId ?? issuedId ?? null}
      targetId={weaponId && mountedId && targetId.part(weaponId, mountedId)}
      options={listOptions(choices, context, mounting)}
      onChange={(partId) => context.change(mounting(partId))}
      context={context}
    />
  );
}
