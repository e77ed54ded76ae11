import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { describeLoadout, getGroups } from "#messages/loadout/describe.ts";
import { describeInSentence } from "#messages/loadout/violation.ts";
import { useCatalogue, useWeaponData, type WeaponData } from "#web/features/loadout/editor/use-weapon-data.ts";

type LoadoutWordsProps = { loadout: Loadout; armoury: Armoury; heading: "h2" | "h3" | "h4"; className?: string };

/** A loadout in words, slot by slot: a group for the soldier, for each weapon, for the rest. */
export function LoadoutWords({ loadout, armoury, heading: Heading, className = "grid gap-5" }: LoadoutWordsProps) {
  return (
    <div className={className}>
      {getGroups(describeLoadout(loadout, armoury)).map(({ title, lines }) => (
        <section key={title}>
          <Heading className="mb-1 font-cond text-2 font-bold normal-case">{title}</Heading>
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

export type Words = WeaponData & {
  combat: Combat;
  /** What the rules have against it, a sentence each; empty until they may speak. */
  complaints: readonly string[];
};

/** What it takes to say a loadout in words, and what the rules say of it. */
export function useWords(loadout: Loadout): Words {
  const catalogue = useCatalogue(loadout.game);
  const weaponIds = isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId];
  const knowledge = useWeaponData(loadout.game, catalogue, weaponIds);
  const { armoury, isComplete } = knowledge;
  const violations = isComplete ? findViolations(loadout, armoury) : [];
  const complaints = [...new Set(violations.map((violation) => describeInSentence(violation, armoury)))];
  return { ...knowledge, combat: catalogue.combat, complaints };
}
