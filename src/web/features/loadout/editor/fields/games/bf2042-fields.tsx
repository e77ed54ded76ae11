import type { KitId } from "#domain/game-data/kit-id.ts";
import { CLASS_SLOT_TITLES } from "#domain/game-data/slot.ts";
import type { Bf2042Loadout } from "#domain/loadout/loadout.ts";
import { emptyBoard } from "#domain/loadout/starter.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { type EditorContext, listOptions } from "#web/features/loadout/editor/editor-context.ts";
import { KitField } from "#web/features/loadout/editor/fields/kit-field.tsx";
import { itemChoices, SlotField, SlotGroup, weaponChoices } from "#web/features/loadout/editor/fields/slot-field.tsx";
import { PlusBoard } from "./plus-board.tsx";

type FieldsProps = { loadout: Bf2042Loadout; context: EditorContext };

/** The slots of a Battlefield 2042 class, each weapon with its Plus board. */
export function Bf2042Fields({ loadout, context }: FieldsProps) {
  const [first, second] = loadout.gadgetIds;
  return (
    <>
      <KitField loadout={loadout} context={context} />
      <SlotGroup title="Specialist">
        <ItemField
          slot="specialist"
          value={loadout.specialistId}
          holding={(specialistId) => ({ ...loadout, specialistId })}
          {...{ loadout, context }}
        />
      </SlotGroup>
      <WeaponFields slot="primary" loadout={loadout} context={context} />
      <WeaponFields slot="sidearm" loadout={loadout} context={context} />
      <SlotGroup title="Equipment">
        <div className="grid gap-4 sm:grid-cols-2">
          <ItemField
            slot="gadget1"
            value={first}
            holding={(id) => ({ ...loadout, gadgetIds: [id, second] })}
            {...{ loadout, context }}
          />
          <ItemField
            slot="gadget2"
            value={second}
            holding={(id) => ({ ...loadout, gadgetIds: [first, id] })}
            {...{ loadout, context }}
          />
          <ItemField
            slot="throwable"
            value={loadout.throwableId}
            holding={(throwableId) => ({ ...loadout, throwableId })}
            {...{ loadout, context }}
          />
        </div>
      </SlotGroup>
    </>
  );
}

function WeaponFields({ slot, loadout, context }: FieldsProps & { slot: "primary" | "sidearm" }) {
  const carrying = (weaponId: string): Bf2042Loadout => ({ ...loadout, [slot]: { weaponId, board: emptyBoard() } });
  const title = CLASS_SLOT_TITLES[slot];
  return (
    <SlotGroup title={title}>
      <CarriedSilhouette carried={loadout[slot]} className="-my-2 w-full max-w-md justify-self-center" />
      <SlotField
        label={`${title} weapon`}
        slot={slot}
        value={loadout[slot].weaponId}
        options={listOptions(weaponChoices(context.weapons, context.armoury, slot), context, carrying)}
        onChange={(weaponId) => weaponId !== loadout[slot].weaponId && context.change(carrying(weaponId))}
        context={context}
      />
      <PlusBoard slot={slot} loadout={loadout} context={context} />
    </SlotGroup>
  );
}

type ItemSlot = "specialist" | "gadget1" | "gadget2" | "throwable";

type ItemFieldProps = FieldsProps & {
  slot: ItemSlot;
  value: string | null;
  holding: (id: string) => Bf2042Loadout;
};

function ItemField({ slot, value, holding, loadout, context }: ItemFieldProps) {
  const choices = itemChoices(context.armoury, loadout.classId, (kit) => getOffered(context.armoury, kit, slot));
  return (
    <SlotField
      label={CLASS_SLOT_TITLES[slot]}
      slot={slot}
      value={value}
      options={listOptions(choices, context, holding)}
      onChange={(id) => context.change(holding(id))}
      context={context}
    />
  );
}

function getOffered(armoury: EditorContext["armoury"], kitId: KitId, slot: ItemSlot): readonly string[] {
  const kit = armoury.game === "bf2042" ? armoury.kits.get(kitId) : undefined;
  if (!kit) return [];
  if (slot === "specialist") return kit.specialistIds;
  return slot === "throwable" ? kit.throwableIds : kit.gadgetIds;
}
