import type { Aim } from "#domain/progress/goals/goal.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { Combobox } from "#web/components/fields/combobox.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import type { Aims } from "./aims.ts";

type AimFieldsProps = { aims: readonly Aims[]; aim: Aim | null; onChange: (aim: Aim | null) => void };

const GROUPS: Record<Aims["group"], string> = {
  figure: "The soldier as a whole",
  weapons: "A weapon",
  vehicles: "A vehicle",
  classes: "A class or specialist",
  modes: "A mode",
  maps: "A map",
  gadgets: "A gadget",
};

const THINGS: Record<TableId, string> = {
  weapons: "Weapon",
  vehicles: "Vehicle",
  classes: "Class or specialist",
  modes: "Mode",
  maps: "Map",
  gadgets: "Gadget",
};

/** What a goal is about: which kind of thing, which one, and which figure of it. */
export function AimFields({ aims, aim, onChange }: AimFieldsProps) {
  const group = aim?.kind === "row" ? aim.table : "figure";
  const shown = aims.find((one) => one.group === group) ?? aims[0];
  if (!shown) return null;
  return (
    <>
      <NativeSelect
        label="About"
        value={group}
        choices={aims.map((one) => ({ value: one.group, label: GROUPS[one.group] }))}
        onChange={(next) => onChange(getFirst(aims.find((one) => one.group === next)))}
      />
      {shown.group !== "figure" && aim?.kind === "row" && (
        <Combobox
          label={THINGS[shown.group]}
          value={aim.rowId}
          options={shown.things.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(rowId) => onChange({ ...aim, rowId })}
        />
      )}
      <NativeSelect
        label="Figure"
        value={aim?.kind === "figure" ? aim.figureId : (aim?.columnId ?? "")}
        choices={[
          ...(aim ? [] : [{ value: "", label: "Choose" }]),
          ...shown.measures.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(id) => onChange(aim?.kind === "row" ? { ...aim, columnId: id } : { kind: "figure", figureId: id })}
      />
    </>
  );
}

/** Of a table the first thing and its first figure; of the soldier as a whole nothing yet. */
function getFirst(aims: Aims | undefined): Aim | null {
  if (!aims || aims.group === "figure") return null;
  const [[thing], [measure]] = [aims.things, aims.measures];
  return thing && measure ? { kind: "row", table: aims.group, rowId: thing.id, columnId: measure.id } : null;
}
