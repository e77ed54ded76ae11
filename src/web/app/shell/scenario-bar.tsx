// What times to kill are worked out for: the same bar on every screen.
import type { ReactNode } from "react";
import type { Layer } from "#domain/game-data/patch.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { RANGE_M, type Scenario } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { describeScenario } from "#messages/game/scenario-words.ts";
import { classes } from "#web/ui/class-names.ts";
import { DisclosurePanel } from "#web/ui/disclosure-panel.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";

const ScenarioFields = lazyNamed(() => import("./scenario-fields.tsx"), "ScenarioFields");

type ScenarioBarProps = {
  scenario: Scenario;
  /** The layer of figures, named on the button where it is not the shown one. */
  patch?: Layer;
  combat: Combat;
  onChange: (change: Partial<Scenario>) => void;
  /** The range, where a screen moves it by itself. */
  range?: ReactNode;
  /** On a phone the range is in the panel, and named on the button. */
  isCompact?: boolean;
  className?: string;
  /** Further fields of the panel: the patch. */
  children?: ReactNode;
};

/** The range, and a button that names the other conditions and opens their fields. */
export function ScenarioBar(props: ScenarioBarProps) {
  const { scenario, patch, combat, onChange, range, isCompact = false, className = "", children } = props;
  const slider = {
    label: m.common_range(),
    ...RANGE_M,
    value: scenario.rangeM,
    unit: m.unit_m(),
    onChange: (rangeM: number) => onChange({ rangeM }),
  };
  return (
    <div className={classes("flex items-center gap-2", !isCompact && "flex-wrap", className)}>
      {range ?? <RangeSlider {...slider} inLine className={classes("min-w-32 grow", isCompact && "max-md:hidden")} />}
      <DisclosurePanel
        label={
          <>
            {isCompact && (
              <span className="md:hidden">{m.unit_quantity({ number: scenario.rangeM, unit: m.unit_m() })}</span>
            )}
            {describeScenario(scenario, patch)}
          </>
        }
        legend={m.app_scenario()}
        align="right"
      >
        {isCompact && (
          <div className="md:hidden">
            <RangeSlider {...slider} />
          </div>
        )}
        <ScenarioFields scenario={scenario} combat={combat} onChange={onChange} />
        {children}
      </DisclosurePanel>
    </div>
  );
}
