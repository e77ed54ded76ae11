import type { ReactNode } from "react";
import type { KitId } from "#domain/game-data/kit-id.ts";
import type { PartSlot } from "#domain/game-data/slot.ts";
import { type Bf4Loadout, isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { targetId } from "#domain/progress/target.ts";
import { getSubject } from "#domain/weapons/figures.ts";
import { m } from "#messages";
import { KIT_SLOT_TITLES, PART_SLOT_TITLES } from "#messages/game/titles.ts";
import { getPartLabel } from "#messages/loadout/describe.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import {
  getDrawnItem,
  getItemName,
  getWeaponClassTitle,
  listItemChoices,
  listPartEffects,
  listWeaponChoices,
} from "#web/features/loadout/editor/fields/choices.ts";
import { KitField } from "#web/features/loadout/editor/fields/kit-field.tsx";
import { EmptyTile, SlotField, SlotGroup, TILES } from "#web/features/loadout/editor/fields/slot-field.tsx";
import { getResponseBuild } from "#web/features/loadout/editor/figures/response-build.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import { isOpeningWeapon, WithoutParts } from "./plus-board.tsx";

type FieldsProps = { loadout: Bf4Loadout; context: EditorContext };
type WeaponSlot = "primary" | "sidearm";

const ITEMS = [
  ["gadget1", "gadget1Id"],
  ["gadget2", "gadget2Id"],
  ["grenade", "grenadeId"],
  ["melee", "meleeId"],
  ["fieldUpgrade", "fieldUpgradeId"],
] as const;

const isSoldier = (loadout: Loadout): loadout is Bf4Loadout => loadout.game === "bf4" && !isVehicleLoadout(loadout);

/** The slots of a Battlefield 4 kit: each weapon with its attachments, then the other items. */
export function Bf4Fields({ loadout, context }: FieldsProps) {
  return (
    <>
      <WeaponFields slot="primary" loadout={loadout} context={context} />
      <KitField loadout={loadout} context={context} />
      <WeaponFields slot="sidearm" loadout={loadout} context={context} />
      <SlotGroup title={m.common_gear()}>
        <div className={TILES}>
          {ITEMS.map(([slot, key]) => (
            <ItemField key={slot} slot={slot} field={key} loadout={loadout} context={context} />
          ))}
        </div>
      </SlotGroup>
    </>
  );
}

function WeaponFields({ slot, loadout, context }: FieldsProps & { slot: WeaponSlot }) {
  const { weaponId } = loadout[slot];
  const weapon = context.weapons.find(({ id }) => id === weaponId);
  const choose = (id: string): Bf4Loadout => ({ ...loadout, [slot]: { weaponId: id, attachments: {} } });
  return (
    <SlotGroup title={KIT_SLOT_TITLES[slot]}>
      <SlotField
        label={m.loadout_slot_weapon({ slot: KIT_SLOT_TITLES[slot] })}
        title={m.common_weapon()}
        icon={slot}
        {...{ slot, context, choose }}
        value={weaponId}
        chosen={weapon?.name ?? weaponId}
        detail={weapon && getWeaponClassTitle(weapon)}
        list={(target) => listWeaponChoices(context, slot, loadout[slot], target)}
        holds={(other, id) => isSoldier(other) && other[slot].weaponId === id}
        targets={{ kind: "weapon" }}
        targetOf={targetId.item}
        preview={(id) => (id === weaponId ? loadout : choose(id))[slot]}
      />
      <PartFields slot={slot} loadout={loadout} context={context} />
    </SlotGroup>
  );
}

type ItemFieldProps = FieldsProps & { slot: (typeof ITEMS)[number][0]; field: (typeof ITEMS)[number][1] };

function ItemField({ slot, field, loadout, context }: ItemFieldProps) {
  const { armoury } = context;
  const value = loadout[field];
  return (
    <SlotField
      label={KIT_SLOT_TITLES[slot]}
      drawn={value === null ? null : getDrawnItem(armoury, value)}
      {...{ slot, value, context }}
      chosen={value && getItemName(armoury, value)}
      list={() => listItemChoices(armoury, loadout.kitId, (kit) => getOffered(armoury, kit, slot))}
      choose={(id) => ({ ...loadout, [field]: id })}
      holds={(other, id) => isSoldier(other) && other[field] === id}
      targets={{ kind: "gadget" }}
      targetOf={targetId.item}
    />
  );
}

const getOffered = (
  armoury: EditorContext["armoury"],
  kit: KitId,
  slot: (typeof ITEMS)[number][0],
): readonly string[] => (armoury.game === "bf4" ? (armoury.kits.get(kit)?.slots[slot] ?? []) : []);

type PartFieldsProps = FieldsProps & { slot: WeaponSlot };

/** A weapon's drawing with its attachments, and the tiles of its slots above and below. */
function PartFields({ slot, loadout, context }: PartFieldsProps) {
  const weaponChoice = loadout[slot];
  const response = context.responses.get(weaponChoice.weaponId ?? "");
  const isPrimary = slot === "primary";
  const picture = (
    <CarriedSilhouette
      weapon={weaponChoice}
      className={`w-full justify-self-center ${isPrimary ? "max-w-xl" : "max-w-60"}`}
    />
  );
  if (weaponChoice.weaponId === null) return null;
  const tiles = listTiles({ slot, loadout, context }, response);
  if (!tiles) return <WithoutParts {...{ picture, weaponChoice, context }} />;
  const half = isPrimary ? Math.ceil(tiles.length / 2) : 0;

  // On a narrow screen the drawing is above all slots; that of the primary weapon is with the verdict.
  return (
    <div className="flex flex-col items-stretch gap-2">
      {half > 0 && <div className={`order-1 ${TILES}`}>{tiles.slice(0, half)}</div>}
      <div className={`order-0 grid @xl:order-1 ${isPrimary ? "max-lg:hidden" : ""}`}>{picture}</div>
      <div className={`order-1 ${TILES}`}>{tiles.slice(half)}</div>
      {!response && (
        <p role="status" className="sr-only">
          {m.loadout_loading_attachments()}
        </p>
      )}
    </div>
  );
}

/** The slots of almost all weapons. */
const USUAL_SLOTS = {
  primary: ["optic", "accessory", "barrel", "underbarrel"],
  sidearm: ["optic", "accessory", "barrel"],
} as const satisfies Record<WeaponSlot, readonly PartSlot[]>;

/** Returns the tiles of a weapon's parts, or their empty places until they are loaded; null if no source lists them. */
function listTiles(
  { slot, loadout, context }: PartFieldsProps,
  response: WeaponResponse | undefined,
): readonly ReactNode[] | null {
  if (isOpeningWeapon(loadout[slot].weaponId, context)) {
    return USUAL_SLOTS[slot].map((partSlot) => <EmptyTile key={partSlot} />);
  }
  if (response?.game !== "bf4" || !response.attachments) return null;
  return response.attachments.slots.map(({ slot: partSlot, options }) => (
    <PartField key={partSlot} {...{ slot, partSlot, loadout, context, response }} parts={options} />
  ));
}

type Part = NonNullable<Extract<WeaponResponse, { game: "bf4" }>["attachments"]>["slots"][number]["options"][number];

type PartFieldProps = PartFieldsProps & {
  partSlot: PartSlot;
  parts: readonly Part[];
  response: Extract<WeaponResponse, { game: "bf4" }>;
};

function PartField({ slot, partSlot, parts, response, loadout, context }: PartFieldProps) {
  const { weaponId, attachments } = loadout[slot];
  const issued = parts.find(({ isDefault }) => isDefault) ?? parts[0];
  const value = attachments[partSlot] ?? issued?.id ?? null;
  const present = parts.find(({ id }) => id === value);
  const choose = (partId: string): Bf4Loadout => {
    const { [partSlot]: _, ...others } = attachments;
    const mounted = partId === issued?.id ? others : { ...others, [partSlot]: partId };
    return { ...loadout, [slot]: { ...loadout[slot], attachments: mounted } };
  };
  return (
    <SlotField
      label={getPartLabel(slot, PART_SLOT_TITLES[partSlot])}
      title={PART_SLOT_TITLES[partSlot]}
      icon={partSlot}
      {...{ slot, partSlot, value, context, choose }}
      chosen={present?.name ?? value}
      isStock={value === issued?.id}
      list={(target) =>
        parts.map((part) => ({
          id: part.id,
          name: part.name,
          words: part.englishName,
          ...(part === issued && { detail: m.loadout_stock_detail() }),
          // The sources have no figure of the time to kill that a part changes.
          subject: getSubject(getResponseBuild(response, loadout[slot]), target),
          effects: listPartEffects(part, present, response),
        }))
      }
      holds={(other, id) =>
        isSoldier(other) &&
        other[slot].weaponId === weaponId &&
        (other[slot].attachments[partSlot] ?? issued?.id) === id
      }
      targets={weaponId === null ? null : { kind: "part", weaponId }}
      targetOf={(id) => targetId.part(weaponId ?? "", id)}
      preview={(id) => choose(id)[slot]}
    />
  );
}
