import { KIT_SLOT_TITLES, PART_SLOT_TITLES, type PartSlot } from "#domain/game-data/slot.ts";
import type { Bf4Loadout } from "#domain/loadout/loadout.ts";
import { targetId } from "#domain/progress/targets/target.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { type EditorContext, listOptions } from "#web/features/loadout/editor/editor-context.ts";
import { SlotField } from "#web/features/loadout/editor/fields/slot-field.tsx";

type PartFieldsProps = { slot: "primary" | "sidearm"; loadout: Bf4Loadout; desk: EditorContext };

/** The places for parts on a Battlefield 4 weapon, each beginning with the part as issued. */
export function Bf4PartFields({ slot, loadout, desk }: PartFieldsProps) {
  const { weaponId } = loadout[slot];
  if (weaponId === null) return null;
  const answer = desk.answers.get(weaponId);
  if (!answer) return desk.armoury.weapons.has(weaponId) ? <Skeleton label="Loading attachments" rows={3} /> : null;
  if (answer.game !== "bf4" || !answer.attachments) {
    return <p className="text-0 text-ink-2">No source lists the attachments of this weapon; it stays as issued.</p>;
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {answer.attachments.slots.map(({ slot: partSlot, options }) => (
        <PartField key={partSlot} {...{ slot, partSlot, loadout, desk }} parts={options} />
      ))}
    </div>
  );
}

type PartFieldProps = PartFieldsProps & {
  partSlot: PartSlot;
  parts: readonly { id: string; name: string; isDefault: boolean }[];
};

function PartField({ slot, partSlot, parts, loadout, desk }: PartFieldProps) {
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
      options={listOptions(choices, desk, mounting)}
      onChange={(partId) => desk.change(mounting(partId))}
      desk={desk}
    />
  );
}
