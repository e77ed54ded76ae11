import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { type ListedSoldier, NO_SOLDIER } from "#web/data/stores/chosen-soldier.ts";

type SoldierChoiceProps = {
  soldiers: readonly ListedSoldier[];
  /** Null: ticks by hand alone. */
  chosen: string | null;
  onChoose: (id: string) => void;
};

/** Whose progress is shown. */
export function SoldierChoice({ soldiers, chosen, onChoose }: SoldierChoiceProps) {
  return (
    <NativeSelect
      label="Soldier"
      value={chosen ?? NO_SOLDIER}
      choices={[
        ...soldiers.map(({ id, name, relation }) => ({
          value: id,
          label: relation === "sample" ? `${name} (invented)` : name,
        })),
        { value: NO_SOLDIER, label: "None: what I tick alone" },
      ]}
      onChange={onChoose}
      className="w-64 max-w-full max-sm:w-full"
    />
  );
}
