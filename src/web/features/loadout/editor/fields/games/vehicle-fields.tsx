import type { VehicleClass } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { targetId } from "#domain/progress/target.ts";
import { m } from "#messages";
import { EquipmentPicture } from "#web/data/equipment-pictures.tsx";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import {
  getSlotElementId,
  SlotField,
  SlotGroup,
  TILES,
  Violations,
} from "#web/features/loadout/editor/fields/slot-field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";

type FieldsProps = { loadout: VehicleLoadout; context: EditorContext };

/** The slots of a Battlefield 4 vehicle class; the default part is the first option of each. */
export function VehicleFields({ loadout, context }: FieldsProps) {
  const { vehicleClassId } = loadout;
  const classes = context.armoury.game === "bf4" ? context.armoury.vehicleLoadouts : new Map<string, VehicleClass>();
  const vehicle = classes.get(vehicleClassId);
  const shown = new Set(vehicle?.slots.map(({ slot }) => slot));
  const elsewhere = context.violations.filter((violation) => !("slot" in violation && shown.has(violation.slot)));
  const choices = [...classes.values()].filter(({ id, slots }) => slots.length > 0 || id === vehicleClassId);
  return (
    <SlotGroup title={vehicle?.name ?? m.loadout_vehicle()}>
      <div id={getSlotElementId("vehicleClass")}>
        <NativeSelect
          label={m.loadout_vehicle()}
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
      {vehicle?.slots.length === 0 && <p className="text-0 text-ink-2">{m.loadout_nothing_to_choose()}</p>}
      <EquipmentPicture
        of={{ game: "bf4", catalogue: "vehicle-loadouts", id: vehicleClassId }}
        className="w-full max-w-96 justify-self-center"
      />
      <div className={TILES}>
        {vehicle?.slots.map((place) => (
          <PartField key={place.slot} place={place} loadout={loadout} context={context} />
        ))}
      </div>
    </SlotGroup>
  );
}

type PartFieldProps = FieldsProps & { place: VehicleClass["slots"][number] };

function PartField({ place: { slot, options }, loadout, context }: PartFieldProps) {
  const { vehicleClassId, parts } = loadout;
  const issuedId = options[0]?.id ?? null;
  const value = parts[slot] ?? issuedId;
  const choose = (id: string): VehicleLoadout => {
    const { [slot]: _, ...others } = parts;
    return { ...loadout, parts: id === issuedId ? others : { ...others, [slot]: id } };
  };
  return (
    <SlotField
      label={m.game_vehicle_slot({ slot })}
      icon={slot === "primary" ? "shell" : slot}
      {...{ slot, value, context, choose }}
      chosen={options.find(({ id }) => id === value)?.name ?? value}
      isStock={value === issuedId}
      list={() =>
        options.map(({ id, name, englishName }) => ({
          id,
          name,
          words: englishName,
          ...(id === issuedId && { detail: m.loadout_stock_detail() }),
        }))
      }
      holds={(other, id) => isVehicleLoadout(other) && (other.parts[slot] ?? issuedId) === id}
      targets={{ kind: "option" }}
      targetOf={(id) => targetId.option(vehicleClassId, id)}
    />
  );
}
