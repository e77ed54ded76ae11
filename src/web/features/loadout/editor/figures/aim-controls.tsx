import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getBuild } from "#domain/loadout/build.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import type { Ballistics } from "#domain/weapons/ballistics.ts";
import { getHealth, HEALTH_IDS } from "#domain/weapons/hit-zones.ts";
import type { Scenario } from "#domain/weapons/scenario.ts";
import { RangeField, ScenarioFields } from "#web/app/shell/scenario-fields.tsx";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

/** The figures of a weapon as this loadout carries it. */
export const getAnswerBuild = (answer: WeaponAnswer, weaponChoice: SoldierLoadout["primary"]): Ballistics | null =>
  getBuild(answer.weapon, answer.game === "bf2042" ? answer.attachments : null, weaponChoice);

type AimControlsProps = { scenario: Scenario; combat: Combat; onChange: (scenario: Scenario) => void };

/** What the figures of a build are worked out for. */
export function AimControls({ scenario, combat, onChange }: AimControlsProps) {
  const healths = HEALTH_IDS.filter((id) => getHealth(combat, id) !== null);
  const change = (part: Partial<Scenario>) => onChange({ ...scenario, ...part });
  return (
    <div className="grid grid-cols-2 items-end gap-x-5 gap-y-3">
      <RangeField scenario={scenario} onChange={change} />
      <ScenarioFields {...{ scenario, combat, healths }} onChange={change} />
    </div>
  );
}
