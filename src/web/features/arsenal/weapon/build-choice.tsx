import type { Choice as BallisticChoice } from "#domain/weapons/ballistics.ts";
import { m } from "#messages";
import { getProperty } from "#web/data/problem.ts";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import type { Bf2042Answer } from "./source-note.tsx";

/** What is mounted; null is the part as issued. */
export type Chosen = { barrel: string | null; ammunition: string | null };

/** What is chosen for some weapons, by their ids. */
export type Mounted = Readonly<Record<string, Chosen>>;

const isPart = (part: unknown): part is string | null => part === null || typeof part === "string";

/** What was chosen on an earlier page; null for anything else. */
export function readMounted(value: unknown): Mounted | null {
  const isFit = (chosen: unknown) => isPart(getProperty(chosen, "barrel")) && isPart(getProperty(chosen, "ammunition"));
  return Object.values(Object(value)).every(isFit) ? Object(value) : null;
}

type Configured = Bf2042Answer["weapon"]["configurations"][number];

/** The choice in the words of the domain. */
export const getBallisticChoice = ({ barrel, ammunition }: Chosen): BallisticChoice => ({
  ...(barrel && { barrel }),
  ...(ammunition && { ammunition }),
});

type BuildChoiceProps = {
  answer: Bf2042Answer;
  base: { barrel: string; ammunition: string };
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  /** Both below each other, for a narrow column. */
  isNarrow?: boolean;
};

/** Barrel and ammunition of a Battlefield 2042 gun, as the sheet names them. */
export function BuildChoice({ answer, base, chosen, onChange, isNarrow = false }: BuildChoiceProps) {
  const { configurations } = answer.weapon;
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
