import { useMemo } from "react";
import { Combobox } from "#web/components/fields/combobox.tsx";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { COMPARED, type Terms } from "#web/features/arsenal/terms.ts";
import type { TermsChange } from "#web/features/arsenal/use-terms.ts";
import { classOfOne } from "#web/features/arsenal/words.ts";

type AddWeaponProps = Pick<Terms, "compared"> & {
  weapons: readonly ListedWeapon[];
  onChange: (change: TermsChange) => void;
};

/** A picker of one more weapon, until there are four. */
export function AddWeapon({ weapons, compared, onChange }: AddWeaponProps) {
  const options = useMemo(
    () =>
      [...weapons]
        .filter(({ id }) => !compared.includes(id))
        .sort((a, b) => a.nameRank - b.nameRank)
        .map((weapon) => ({ value: weapon.id, label: weapon.name, note: classOfOne(weapon.class) })),
    [weapons, compared],
  );
  if (compared.length >= COMPARED.most) return <p className="text-0 text-ink-2">Four weapons are the most.</p>;
  return (
    <Combobox
      label="Add a weapon"
      value={null}
      options={options}
      placeholder="Name"
      onChange={(id) => onChange({ compared: [...compared, id] })}
    />
  );
}
