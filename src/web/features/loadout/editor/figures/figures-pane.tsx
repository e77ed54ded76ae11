import { type ComponentType, type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import type { GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout, type VehicleLoadout } from "#domain/loadout/loadout.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { type FigureSubject, getSubject } from "#domain/weapons/figures.ts";
import { getTarget } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { KIT_SLOT_TITLES } from "#messages/game/titles.ts";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { useScenario } from "#web/app/shell/page/use-scenario.ts";
import { ScenarioBar } from "#web/app/shell/scenario-bar.tsx";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { formatVerdict, Verdict } from "#web/features/loadout/editor/figures/kill/kill-figures.tsx";
import {
  type Catalogue,
  getResponseState,
  type WeaponData,
  type WeaponResponses,
} from "#web/features/loadout/editor/use-weapon-data.ts";
import { Button } from "#web/ui/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { ChevronDown, ChevronUp } from "#web/ui/icons.tsx";
import { LayerSelect, NotLoaded, useFiguresLayer, useWeaponsAt } from "./figures-layer.tsx";
import { type BuildFiguresProps, LiveFigures, type Watch } from "./live-figures.tsx";
import { getResponseBuild } from "./response-build.ts";

/** Returns the gun whose figures are shown and the scenario, and the setter of both. */
export function useWatch(game: GameId): [Watch, (next: Watch) => void] {
  const [slot, setSlot] = useState<Watch["slot"]>("primary");
  const [scenario, setScenario] = useScenario(game);
  const change = (next: Watch) => {
    setSlot(next.slot);
    setScenario(next.scenario);
  };
  return [{ slot, scenario }, change];
}

type FiguresPaneProps = {
  loadout: Loadout;
  weaponData: Pick<WeaponData, "responses" | "failures" | "armoury">;
  catalogue: Pick<Catalogue, "combat">;
  watch: Watch;
  onWatch: (watch: Watch) => void;
  /** Whether the pane is next to the slots; otherwise a button opens the figures other than the verdict. */
  isWide: boolean;
  /** Whether the charts over distance are open from the start. */
  isOpened?: boolean;
  Figures: ComponentType<BuildFiguresProps>;
  /** Actions below the verdict. */
  children?: ReactNode;
};

/** The figures of a loadout. The verdict on the chosen gun comes first, and beside the slots it stays in view. */
export function FiguresPane(props: FiguresPaneProps) {
  const { loadout, weaponData, catalogue, watch, onWatch, isWide, isOpened = false, Figures, children } = props;
  const [isOpen, setOpen] = useState(false);
  const { armoury } = weaponData;
  const { layer } = useFiguresLayer(loadout.game);
  const shown = useWeaponsAt(layer, weaponData);
  const { combat } = catalogue;
  const target = useMemo(() => getTarget(watch.scenario, combat), [watch.scenario, combat]);
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <section
      aria-labelledby="live-figures"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 self-stretch lg:gap-5"
    >
      <h3 id="live-figures" className="sr-only">
        {m.loadout_figures_of_this_loadout()}
      </h3>
      <div className="panel z-3 grid gap-3 p-3 lg:tall:sticky lg:tall:top-[calc(var(--bar-h)+0.5rem)]">
        {isVehicleLoadout(loadout) ? (
          <p className="text-0 text-ink-2">{m.loadout_vehicle_figures_not_public()}</p>
        ) : (
          <>
            <WeaponVerdict {...{ loadout, shown, armoury, target }} slot={watch.slot} />
            <div className="flex flex-wrap gap-2">
              <Segments
                legend={m.common_weapon()}
                name="watched-slot"
                value={watch.slot}
                choices={SLOT_CHOICES}
                onChange={(slot) => onWatch({ ...watch, slot })}
              />
              <ScenarioBar
                scenario={watch.scenario}
                patch={layer}
                combat={combat}
                onChange={(change) => onWatch({ ...watch, scenario: { ...watch.scenario, ...change } })}
                isCompact
                className="md:basis-full"
              >
                <LayerSelect game={loadout.game} />
              </ScenarioBar>
            </div>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {!isWide && (
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {m.common_figures()}
              <Chevron aria-hidden="true" className="size-4" />
            </Button>
          )}
          {children}
        </div>
      </div>
      {(isWide || isOpen) && (
        <div className="panel grid gap-5 p-4 lg:p-5">
          {isVehicleLoadout(loadout) ? (
            <VehicleItems loadout={loadout} armoury={armoury} />
          ) : (
            <LiveFigures {...{ loadout, shown, armoury, target, isOpened, Figures }} slot={watch.slot} />
          )}
        </div>
      )}
    </section>
  );
}

const SLOT_CHOICES = (["primary", "sidearm"] as const).map((slot) => ({ value: slot, label: KIT_SLOT_TITLES[slot] }));

type WeaponVerdictProps = {
  loadout: SoldierLoadout;
  shown: WeaponResponses;
  armoury: Armoury;
  slot: Watch["slot"];
  target: ReturnType<typeof getTarget>;
};

/** The drawing and name of a gun, and the verdict on it. */
function WeaponVerdict({ loadout, shown, armoury, slot, target }: WeaponVerdictProps) {
  const weaponChoice = loadout[slot];
  const { weaponId } = weaponChoice;
  const response = shown.responses.get(weaponId ?? "");
  const state = weaponId === null ? "unlisted" : getResponseState(weaponId, shown, armoury);
  const stock = useMemo(() => getSubject(response ? getBallistics(response.weapon) : null, target), [response, target]);
  const subject = getWatchedSubject(loadout, shown.responses, slot, target);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-x-3 max-[22rem]:grid-cols-1">
      <div className="grid gap-1">
        <p className="font-cond text-2 leading-tight font-bold">
          {weaponId === null ? m.loadout_no_weapon_chosen() : (armoury.weapons.get(weaponId)?.name ?? weaponId)}
        </p>
        <CarriedSilhouette weapon={weaponChoice} className="w-full" />
      </div>
      {state === "failed" ? (
        <NotLoaded error={shown.failures.get(weaponId ?? "")} className="text-0" />
      ) : (
        <Verdict {...{ subject, stock }} isPending={state === "loading"} className="gap-x-2" />
      )}
      <Announcement text={response ? formatVerdict(subject) : ""} />
    </div>
  );
}

/** Returns the figures of the chosen gun as the loadout carries it. */
export function getWatchedSubject(
  loadout: SoldierLoadout,
  responses: WeaponResponses["responses"],
  slot: Watch["slot"],
  target: WeaponVerdictProps["target"],
): FigureSubject {
  const response = responses.get(loadout[slot].weaponId ?? "");
  return getSubject(response ? getResponseBuild(response, loadout[slot]) : null, target);
}

/** The items of a vehicle's loadout, as their effects are not public. */
const VehicleItems = ({ loadout, armoury }: { loadout: VehicleLoadout; armoury: Armoury }) => (
  <dl className="grid gap-2">
    {describeLoadout(loadout, armoury).map(({ label, value }) => (
      <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-1">
        <dt className="text-0 text-ink-2">{label}</dt>
        <dd className="font-cond text-1 font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
);

const WIDE = "(width >= 64rem)";

function listen(onChange: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the window is wide enough for two columns. */
export const useWide = (): boolean => useSyncExternalStore(listen, () => matchMedia(WIDE).matches);
