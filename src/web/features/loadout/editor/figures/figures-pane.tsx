import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { getSubject, readFigure } from "#domain/weapons/figures.ts";
import { isSure } from "#domain/weapons/lethality/at-range.ts";
import { getTarget } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { formatReading } from "#messages/game/figures.ts";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { useScenario } from "#web/app/shell/page/use-scenario.ts";
import { getErrorText } from "#web/data/problem.ts";
import type { Catalogue, WeaponData } from "#web/features/loadout/editor/use-weapon-data.ts";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { Button } from "#web/ui/button.tsx";
import { ChevronDown, ChevronUp } from "#web/ui/icons.tsx";
import { getAnswerBuild } from "./aim-controls.tsx";
import { useAnswersAt, useFiguresLayer } from "./figures-layer.tsx";
import { type BuildFiguresProps, LiveFigures, type Watch } from "./live-figures.tsx";

type FiguresPaneProps = {
  loadout: Loadout;
  knowledge: Pick<WeaponData, "answers" | "armoury">;
  catalogue: Pick<Catalogue, "combat">;
  /** Beside the slots; else folded under a bar above them. */
  isWide: boolean;
  /** Whether the charts over distance are open from the start. */
  isOpened?: boolean;
  Figures: ComponentType<BuildFiguresProps>;
};

/** The figures of the loadout as it stands. */
export function FiguresPane({ loadout, knowledge, catalogue, isWide, isOpened = false, Figures }: FiguresPaneProps) {
  const [slot, setSlot] = useState<Watch["slot"]>("primary");
  const [scenario, setScenario] = useScenario(loadout.game);
  const watch = { slot, scenario };
  const change = (next: Watch) => {
    setSlot(next.slot);
    setScenario(next.scenario);
  };
  const { armoury } = knowledge;
  const { layer } = useFiguresLayer(loadout.game);
  const { answers, error } = useAnswersAt(layer, knowledge.answers);
  const { combat } = catalogue;
  const figures = isVehicleLoadout(loadout) ? (
    <VehicleFigures loadout={loadout} armoury={armoury} />
  ) : (
    <>
      {error !== null && <p role="alert">{getErrorText(error)}</p>}
      <LiveFigures {...{ loadout, answers, combat, watch, isOpened, Figures }} onWatch={change} />
    </>
  );
  if (!isWide) return <SummaryBar {...{ loadout, answers, combat, watch }}>{figures}</SummaryBar>;
  return (
    <section
      ref={stickInFull}
      aria-labelledby="live-figures"
      className="panel sticky top-[min(calc(var(--bar-h)+1rem),calc(100dvh-var(--pane-h,0px)-6rem))] grid gap-5 p-5"
    >
      <h3 id="live-figures" className="text-2">
        {m.loadout_figures_of_this_loadout()}
      </h3>
      {figures}
    </section>
  );
}

/** A pane higher than the window scrolls with the page until its end is in sight, above the bar that saves. */
function stickInFull(pane: HTMLElement | null) {
  if (!pane) return;
  const observer = new ResizeObserver(() => pane.style.setProperty("--pane-h", `${pane.offsetHeight}px`));
  observer.observe(pane);
  return () => observer.disconnect();
}

type SummaryBarProps = {
  loadout: Loadout;
  answers: ReadonlyMap<string, WeaponAnswer>;
  combat: Combat;
  watch: Watch;
  /** The figures themselves, opened below the bar. */
  children: ReactNode;
};

/** Where one pane has to do: the headline figures stay in sight, the rest unfolds below them. */
function SummaryBar({ loadout, answers, combat, watch, children }: SummaryBarProps) {
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
          {m.common_figures()}
          <Chevron aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <section
        id="folded-figures"
        aria-label={m.loadout_figures_of_this_loadout()}
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
  { slot, scenario }: Watch,
): string {
  if (isVehicleLoadout(loadout)) return m.loadout_no_public_figures_for_vehicles();
  const weaponChoice = loadout[slot];
  const answer = answers.get(weaponChoice.weaponId ?? "");
  if (!answer) return weaponChoice.weaponId === null ? m.loadout_no_weapon_chosen() : m.loadout_loading_its_figures();
  const target = getTarget(scenario, combat);
  const subject = getSubject(getAnswerBuild(answer, weaponChoice), target);
  const time = formatReading("ttk", subject);
  if (time === null) return m.loadout_headline_no_public_time({ name: answer.weapon.name });
  const figures = { name: answer.weapon.name, time, range: scenario.rangeM };
  const hits = readFigure("shots", subject);
  return readFigure("ttk", subject) === 0 || hits === null || !isSure(target)
    ? m.loadout_headline_one_hit(figures)
    : m.loadout_headline({ ...figures, count: hits });
}

/** What is known of a vehicle's loadout: its items. Their effects are unpublished. */
function VehicleFigures({ loadout, armoury }: { loadout: VehicleLoadout; armoury: Armoury }) {
  return (
    <>
      <p className="text-0 text-ink-2">{m.loadout_vehicle_figures_not_public()}</p>
      <dl className="grid gap-2">
        {describeLoadout(loadout, armoury).map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-1">
            <dt className="text-0 text-ink-2">{label}</dt>
            <dd className="font-cond text-1 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const WIDE = "(width >= 64rem)";

function listen(onChange: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether two panes have room beside each other. */
export const useWide = (): boolean => useSyncExternalStore(listen, () => matchMedia(WIDE).matches);
