import type { KitId } from "#domain/game-data/kit-id.ts";
import type { Bf2042Loadout, Loadout } from "#domain/loadout/loadout.ts";
import { createEmptyBoard } from "#domain/loadout/starter.ts";
import { m } from "#messages";
import { CLASS_SLOT_TITLES } from "#messages/game/titles.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import {
  getDrawnItem,
  getItemName,
  getWeaponClassTitle,
  listItemChoices,
  listWeaponChoices,
} from "#web/features/loadout/editor/fields/choices.ts";
import { KitField } from "#web/features/loadout/editor/fields/kit-field.tsx";
import { SlotField, SlotGroup } from "#web/features/loadout/editor/fields/slot-field.tsx";
import { PlusBoard } from "./plus-board.tsx";

type FieldsProps = { loadout: Bf2042Loadout; context: EditorContext };

/** The slots of a Battlefield 2042 class, each weapon with its Plus board. */
export function Bf2042Fields({ loadout, context }: FieldsProps) {
  const [first, second] = loadout.gadgetIds;
  return (
    <>
      <WeaponFields slot="primary" loadout={loadout} context={context} />
      <KitField loadout={loadout} context={context} />
      <WeaponFields slot="sidearm" loadout={loadout} context={context} />
      <SlotGroup title={m.loadout_specialist_and_gear()}>
        <div className="grid gap-2 @xs:grid-cols-2 @3xl:grid-cols-4">
          <ItemField
            slot="specialist"
            choose={(specialistId) => ({ ...loadout, specialistId })}
            read={({ specialistId }) => specialistId}
            {...{ loadout, context }}
          />
          <ItemField
            slot="throwable"
            choose={(throwableId) => ({ ...loadout, throwableId })}
            read={({ throwableId }) => throwableId}
            {...{ loadout, context }}
          />
          <ItemField
            slot="gadget1"
            choose={(id) => ({ ...loadout, gadgetIds: [id, second] })}
            read={({ gadgetIds }) => gadgetIds[0]}
            {...{ loadout, context }}
          />
          <ItemField
            slot="gadget2"
            choose={(id) => ({ ...loadout, gadgetIds: [first, id] })}
            read={({ gadgetIds }) => gadgetIds[1]}
            {...{ loadout, context }}
          />
        </div>
      </SlotGroup>
    </>
  );
}

function WeaponFields({ slot, loadout, context }: FieldsProps & { slot: "primary" | "sidearm" }) {
  const { weaponId } = loadout[slot];
  const weapon = context.weapons.find(({ id }) => id === weaponId);
  const choose = (id: string): Bf2042Loadout => ({ ...loadout, [slot]: { weaponId: id, board: createEmptyBoard() } });
  const title = CLASS_SLOT_TITLES[slot];
  return (
    <SlotGroup title={title}>
      <SlotField
        label={m.loadout_slot_weapon({ slot: title })}
        title={m.common_weapon()}
        icon={slot}
        {...{ slot, context, choose }}
        value={weaponId}
        chosen={weapon?.name ?? weaponId}
        detail={weapon && getWeaponClassTitle(weapon)}
        unlock={getUnlockText(context, weaponId)}
        list={(target) => listWeaponChoices(context, slot, loadout[slot], target)}
        comparison={m.loadout_compared_with_build({ item: weapon?.name ?? weaponId ?? "" })}
        holds={(other, id) => other.game === "bf2042" && other[slot].weaponId === id}
        preview={(id) => (id === weaponId ? loadout : choose(id))[slot]}
      />
      <PlusBoard slot={slot} loadout={loadout} context={context} />
    </SlotGroup>
  );
}

/** Returns what unlocks a weapon; undefined if no source gives it. */
function getUnlockText({ responses }: EditorContext, weaponId: string | null): string | undefined {
  const response = responses.get(weaponId ?? "");
  const unlock = response?.game === "bf2042" ? response.criteria.find(({ kind }) => kind === "weapon") : undefined;
  return unlock && m.loadout_unlocked_by({ criterion: unlock.sentence });
}

type ItemSlot = "specialist" | "gadget1" | "gadget2" | "throwable";

type ItemFieldProps = FieldsProps & {
  slot: ItemSlot;
  choose: (id: string) => Loadout;
  read: (loadout: Bf2042Loadout) => string | null;
};

function ItemField({ slot, choose, read, loadout, context }: ItemFieldProps) {
  const { armoury } = context;
  const value = read(loadout);
  return (
    <SlotField
      label={CLASS_SLOT_TITLES[slot]}
      drawn={value === null ? null : getDrawnItem(armoury, value)}
      {...{ slot, value, context, choose }}
      chosen={value && getItemName(armoury, value)}
      list={() => listItemChoices(armoury, loadout.classId, (kit) => getOffered(armoury, kit, slot))}
      holds={(other, id) => other.game === "bf2042" && read(other) === id}
    />
  );
}

function getOffered(armoury: EditorContext["armoury"], kitId: KitId, slot: ItemSlot): readonly string[] {
  const kit = armoury.game === "bf2042" ? armoury.kits.get(kitId) : undefined;
  if (!kit) return [];
  if (slot === "specialist") return kit.specialistIds;
  return slot === "throwable" ? kit.throwableIds : kit.gadgetIds;
}
