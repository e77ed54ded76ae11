import { type VehicleClass, vehicleSlotTitle } from "#domain/loadout/armoury.ts";
import type { VehicleLoadout } from "#domain/loadout/loadout.ts";
import { targetId } from "#domain/progress/targets/target.ts";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { type EditorContext, listOptions } from "#web/features/loadout/editor/editor-context.ts";
import { SlotField, SlotGroup, slotPlace, Violations } from "#web/features/loadout/editor/fields/slot-field.tsx";

type FieldsProps = { loadout: VehicleLoadout; context: EditorContext };

/** The slots of a class of Battlefield 4 vehicles, each beginning with the part as issued. */
export function VehicleFields({ loadout, context }: FieldsProps) {
  const { vehicleClassId } = loadout;
  const classes = context.armoury.game === "bf4" ? context.armoury.vehicleLoadouts : new Map<string, VehicleClass>();
  const vehicle = classes.get(vehicleClassId);
  const shown = new Set(vehicle?.slots.map(({ slot }) => slot));
  const elsewhere = context.violations.filter((violation) => !("slot" in violation && shown.has(violation.slot)));
  const choices = [...classes.values()].filter(({ id, slots }) => slots.length > 0 || id === vehicleClassId);
  return (
    <SlotGroup title={vehicle?.name ?? "Vehicle"}>
      <div id={slotPlace("vehicleClass")}>
        <NativeSelect
          label="Vehicle"
          value={vehicleClassId}
          choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => context.change({ ...loadout, vehicleClassId: id, parts: {} })}
        />
      </div>
      {elsewhere.length > 0 && (
        <p className="text-0 text-danger">
          <Violations violations={elsewhere} context={context} />
        </p>
      )}
      {vehicle?.slots.length === 0 && (
        <p className="text-0 text-ink-2">There is nothing to choose for these vehicles.</p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {vehicle?.slots.map((place) => (
          <PartField key={place.slot} place={place} loadout={loadout} context={context} />
        ))}
      </div>
    </SlotGroup>
  );
}

type PartFieldProps = FieldsProps & { place: VehicleClass["slots"][number] };

function PartField({ place: { slot, options }, loadout, context }: PartFieldProps) {
  const issuedId = options[0]?.id ?? null;
  const mountedId = loadout.parts[slot] ?? null;
  const mounting = (id: string): VehicleLoadout => {
    const { [slot]: _, ...others } = loadout.parts;
    return { ...loadout, parts: id === issuedId ? others : { ...others, [slot]: id } };
  };
  const choices = options.map(({ id, name }) => ({ id, name, ...(id === issuedId && { note: "as issued" }) }));
  return (
    <SlotField
      label={vehicleSlotTitle(slot)}
      slot={slot}
      value={mountedId ?? issuedId}
      targetId={mountedId && targetId.option(loadout.vehicleClassId, mountedId)}
      options={listOptions(choices, context, mounting)}
      onChange={(id) => context.change(mounting(id))}
      context={context}
    />
  );
}
