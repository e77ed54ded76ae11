import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { Button } from "#web/components/ui/button.tsx";
import type { WeaponAnswer } from "#web/features/loadout/answers.ts";
import { killAt } from "#web/features/loadout/editor/figures/kill/kill.ts";
import { getTarget } from "./aim.ts";
import { getBuild } from "./build-of.ts";
import type { Watch } from "./live-figures.tsx";

type SummaryBarProps = {
  loadout: Loadout;
  answers: ReadonlyMap<string, WeaponAnswer>;
  combat: Combat;
  watch: Watch;
  /** The figures themselves, opened below the bar. */
  children: ReactNode;
};

/** Where one pane has to do: the headline figures stay in sight, the rest unfolds below them. */
export function SummaryBar({ loadout, answers, combat, watch, children }: SummaryBarProps) {
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <div className="sticky top-(--bar-h) z-2 border border-line-strong bg-surface-1">
      <div className="flex items-center gap-3 py-1 pr-1 pl-3">
        <p className="num min-w-0 grow text-0 font-semibold">{getHeadline(loadout, answers, combat, watch)}</p>
        <Button
          kind="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls="folded-figures"
          onClick={() => setOpen(!isOpen)}
        >
          Figures
          <Chevron aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <section
        id="folded-figures"
        aria-label="Figures of this loadout"
        hidden={!isOpen}
        className={isOpen ? "grid max-h-[65dvh] gap-5 overflow-y-auto border-t border-line p-3" : ""}
      >
        {isOpen && children}
      </section>
    </div>
  );
}

function getHeadline(
  loadout: Loadout,
  answers: SummaryBarProps["answers"],
  combat: Combat,
  { slot, aim }: Watch,
): string {
  if (isVehicleLoadout(loadout)) return "No public figures for vehicles";
  const carried = loadout[slot];
  const answer = answers.get(carried.weaponId ?? "");
  if (!answer) return carried.weaponId === null ? "No weapon chosen" : "Loading its figures…";
  const build = getBuild(answer, carried);
  const { time, hits } = build ? killAt(build, getTarget(aim, combat)) : { time: null, hits: null };
  if (!time || hits === null) return `${answer.weapon.name}: no public time to kill`;
  const needed = time.mean === 0 ? "" : `, ${hits} hits`;
  return `${answer.weapon.name}: ${formatTtk(time.mean)} at ${aim.rangeM} m${needed}`;
}
