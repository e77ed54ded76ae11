import { GAME_TITLES } from "#domain/game.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { applyParts } from "#domain/weapons/handling.ts";
import { getTarget } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { KIT_SLOT_TITLES } from "#messages/game/titles.ts";
import { useScenario } from "#web/app/shell/page/use-scenario.ts";
import { ScenarioBar } from "#web/app/shell/scenario-bar.tsx";
import {
  LayerSelect,
  NotLoaded,
  useFiguresLayer,
  useWeaponsAt,
} from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { listMountedParts } from "#web/features/loadout/editor/figures/handling.ts";
import { getResponseBuild } from "#web/features/loadout/editor/figures/response-build.ts";
import { getWeaponIds } from "#web/features/loadout/editor/use-editor.ts";
import {
  type Catalogue,
  useCatalogue,
  useWeaponData,
  type WeaponData,
} from "#web/features/loadout/editor/use-weapon-data.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ArrowLeftRight } from "#web/ui/icons.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { DiffRows } from "./diff-rows.tsx";
import { type Gun, GunDiff } from "./gun-diff.tsx";

export type DiffSide = { name: string; loadout: Loadout };

type DiffViewProps = {
  a: DiffSide;
  b: DiffSide;
  onSwap?: (() => void) | undefined;
  /** Called with A's loadout after copying, and a description of what was copied. Omitted if A cannot be changed. */
  onCopy?: ((loadout: Loadout, what: string) => void) | undefined;
};

/** The comparison of two loadouts of any origin: slots, figures, charts. */
export function DiffView(props: DiffViewProps) {
  const { a, b } = props;
  if (a.loadout.game === b.loadout.game) return <Comparison {...props} />;
  return (
    <p className="panel p-5 text-ink-2">
      {m.loadout_two_games_cannot_be_compared({
        nameA: a.name,
        gameA: GAME_TITLES[a.loadout.game],
        nameB: b.name,
        gameB: GAME_TITLES[b.loadout.game],
      })}
    </p>
  );
}

function Comparison({ a, b, onSwap, onCopy }: DiffViewProps) {
  const catalogue = useCatalogue(a.loadout.game);
  const weaponData = useWeaponData(a.loadout.game, catalogue, [...getWeaponIds(a.loadout), ...getWeaponIds(b.loadout)]);
  const isSameKind = isVehicleLoadout(a.loadout) === isVehicleLoadout(b.loadout);
  const copy = isSameKind ? onCopy : undefined;
  if (weaponData.error !== null) return <NotLoaded error={weaponData.error} />;
  if (!weaponData.isComplete) return <Skeleton label={m.loadout_loading_both_builds()} rows={6} />;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 grow font-cond text-2 font-semibold break-words">
          <MarkupText
            message={m.loadout_sides}
            inputs={{ nameA: a.name, nameB: b.name }}
            markup={{ vs: ({ children }) => <span className="text-ink-3">{children}</span> }}
          />
        </p>
        {onSwap && (
          <Button size="small" onClick={onSwap}>
            <ArrowLeftRight aria-hidden="true" className="size-4" />
            {m.loadout_swap()}
          </Button>
        )}
        {copy && (
          <Button size="small" onClick={() => copy(b.loadout, m.loadout_step_all_of_loadout({ name: b.name }))}>
            {m.loadout_copy_all_to_a()}
          </Button>
        )}
      </div>
      {!isSameKind && <p className="text-0 text-ink-2">{m.loadout_soldier_against_vehicle()}</p>}
      <DiffRows
        a={a.loadout}
        b={b.loadout}
        armoury={weaponData.armoury}
        onCopy={copy && ((loadout, slot) => copy(loadout, m.loadout_step_slot_of_loadout({ slot, name: b.name })))}
      />
      <FiguresSection a={a.loadout} b={b.loadout} catalogue={catalogue} weaponData={weaponData} />
    </div>
  );
}

const SLOTS = ["primary", "sidearm"] as const;

type FiguresSectionProps = { a: Loadout; b: Loadout; catalogue: Catalogue; weaponData: WeaponData };

function FiguresSection({ a, b, catalogue: { combat }, weaponData }: FiguresSectionProps) {
  const [scenario, setScenario] = useScenario(a.game);
  const { layer } = useFiguresLayer(a.game);
  const { responses, failures } = useWeaponsAt(layer, weaponData);
  const isLoading = [...weaponData.responses.keys()].some((id) => !responses.has(id) && !failures.has(id));
  if (isVehicleLoadout(a) || isVehicleLoadout(b)) {
    return <p className="text-0 text-ink-2">{m.loadout_no_public_vehicle_figures()}</p>;
  }
  const target = getTarget(scenario, combat);
  return (
    <>
      <section aria-label={m.loadout_figures_at()} className="panel grid gap-4 p-4 md:p-5">
        <NotLoaded error={[...failures.values()][0]} />
        <ScenarioBar scenario={scenario} patch={layer} combat={combat} onChange={setScenario}>
          <LayerSelect game={a.game} />
        </ScenarioBar>
      </section>
      {isLoading && <Skeleton label={m.loadout_loading_both_builds()} rows={6} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {(isLoading ? [] : SLOTS).map((slot) => (
          <GunDiff
            key={slot}
            title={KIT_SLOT_TITLES[slot]}
            a={getGun(a[slot], responses)}
            b={getGun(b[slot], responses)}
            target={target}
          />
        ))}
      </div>
    </>
  );
}

function getGun(weaponChoice: SoldierLoadout["primary"], responses: ReadonlyMap<string, WeaponResponse>): Gun | null {
  const response = responses.get(weaponChoice.weaponId ?? "");
  if (!response) return null;
  const build = getResponseBuild(response, weaponChoice);
  const mechanics = response.game === "bf2042" ? response.weapon.mechanics : null;
  const parts =
    response.game === "bf2042" && "board" in weaponChoice ? listMountedParts(response, weaponChoice.board) : [];
  return {
    name: response.weapon.name,
    weaponChoice,
    response,
    build,
    mechanics: mechanics && applyParts(mechanics, parts).mechanics,
  };
}
