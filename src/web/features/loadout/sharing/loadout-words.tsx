import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { describeLoadout, getGroups } from "#messages/loadout/describe.ts";
import { describeViolation } from "#messages/loadout/violation.ts";
import { useCatalogue, useWeaponData, type WeaponData } from "#web/features/loadout/editor/use-weapon-data.ts";

type LoadoutWordsProps = { loadout: Loadout; armoury: Armoury };

/** A loadout as text: a group for the soldier, for each weapon, and for other equipment. */
export function LoadoutWords({ loadout, armoury }: LoadoutWordsProps) {
  return (
    <div className="grid gap-5">
      {getGroups(describeLoadout(loadout, armoury)).map(({ title, lines }) => (
        <section key={title}>
          <h4 className="mb-1 font-cond text-2 font-bold normal-case">{title}</h4>
          <dl className="border-t border-line">
            {lines.map(({ label, value }) => (
              <div key={label} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5">
                <dt className="font-cond text-0 text-ink-2">{label}</dt>
                <dd className="font-cond text-1 font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

export type LoadoutDetails = WeaponData & {
  combat: Combat;
  /** The violations as sentences; empty until the weapons' parts are loaded. */
  violationTexts: readonly string[];
};

/** Loads the data to show a loadout as text, and returns its violations. */
export function useLoadoutDetails(loadout: Loadout): LoadoutDetails {
  const catalogue = useCatalogue(loadout.game);
  const weaponIds = isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId];
  const weaponData = useWeaponData(loadout.game, catalogue, weaponIds);
  const { armoury, isComplete } = weaponData;
  const violations = isComplete ? findViolations(loadout, armoury) : [];
  const violationTexts = [...new Set(violations.map((violation) => describeViolation(violation, armoury)))];
  return { ...weaponData, combat: catalogue.combat, violationTexts };
}
