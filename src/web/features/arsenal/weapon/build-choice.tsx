import { m } from "#messages";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import type { Bf2042Response } from "./source-note.tsx";

/** The chosen parts; null is the stock part. */
export type Chosen = { barrel: string | null; ammunition: string | null };

type Configured = Bf2042Response["weapon"]["configurations"][number];

/** Returns the chosen parts without the stock ones. */
export const getMounted = ({ barrel, ammunition }: Chosen): { barrel?: string; ammunition?: string } => ({
  ...(barrel && { barrel }),
  ...(ammunition && { ammunition }),
});

type BuildChoiceProps = {
  response: Bf2042Response;
  base: { barrel: string; ammunition: string };
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  /** Whether the two fields are stacked, for a narrow column. */
  isNarrow?: boolean;
};

/** Renders the choice of barrel and ammunition of a Battlefield 2042 gun, named as in the stats sheet. */
export function BuildChoice({ response, base, chosen, onChange, isNarrow = false }: BuildChoiceProps) {
  const { configurations } = response.weapon;
  const barrels = getChoices(configurations, "barrel", base.barrel);
  const ammunition = getChoices(configurations, "ammunition", base.ammunition);
  const pick = (name: keyof Chosen, value: string) =>
    onChange({ ...chosen, [name]: value === base[name] ? null : value });
  return (
    <div className={isNarrow ? "grid gap-2" : "grid grid-cols-2 gap-3"}>
      <NativeSelect
        label={m.arsenal_barrel()}
        value={chosen.barrel ?? base.barrel}
        choices={barrels}
        onChange={(value) => pick("barrel", value)}
      />
      <NativeSelect
        label={m.arsenal_ammunition()}
        value={chosen.ammunition ?? base.ammunition}
        choices={ammunition}
        onChange={(value) => pick("ammunition", value)}
      />
    </div>
  );
}

function getChoices(configurations: readonly Configured[], name: keyof Chosen, issued: string) {
  const values = new Set([issued, ...configurations.map((line) => line[name])]);
  return [...values].map((value) => ({ value, label: value }));
}
