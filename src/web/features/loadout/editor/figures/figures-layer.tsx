import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { getFiguresInput, LAYERS, type Layer, PATCHES, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { compareRecords, getRecord } from "#domain/loadout/record.ts";
import { m } from "#messages";
import { formatChanges } from "#messages/game/change-words.ts";
import { getLayerChoices } from "#messages/game/titles.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { useTRPC } from "#web/data/trpc.ts";
import {
  getLoadError,
  useLoadedWeapons,
  useReload,
  type WeaponResponses,
} from "#web/features/loadout/editor/use-weapon-data.ts";
import type { ListedWeapon } from "#web/features/loadout/loadout-search.ts";
import { Button } from "#web/ui/button.tsx";
import { CollapsedSection } from "#web/ui/collapsed-section.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";

/** Returns the layer of the shown figures, which is the URL's `patch`; Battlefield 4 has a single layer. */
export function useFiguresLayer(game: GameId): { layer: Layer; setLayer: (layer: Layer) => void } {
  const write = useWriteGameSearch(game);
  const layer = useGameSearch(
    ({ patch }) => (game === "bf2042" && LAYERS.find((each) => each === patch)) || SHOWN_PATCH,
  );
  const setLayer = useCallback(
    (next: Layer) => write((search) => ({ ...search, patch: next === SHOWN_PATCH ? "" : next }), "replace"),
    [write],
  );
  return { layer, setLayer };
}

/** Returns the data of the same weapons at this layer. */
export function useWeaponsAt(layer: Layer, base: WeaponResponses): WeaponResponses {
  const loaded = useLoadedWeapons("bf2042", layer === SHOWN_PATCH ? [] : [...base.responses.keys()], layer);
  return useMemo(
    () =>
      layer === SHOWN_PATCH
        ? base
        : { responses: loaded.responses, failures: new Map([...base.failures, ...loaded.failures]) },
    [layer, base, loaded],
  );
}

export type ShownFigures = WeaponResponses & {
  /** The weapons with their figures; null until they are loaded. */
  weapons: readonly ListedWeapon[] | null;
  /** The error of loading the weapons. */
  error: unknown;
};

/** Returns the weapons and responses with the figures of this layer. */
export function useFiguresAt(
  game: GameId,
  layer: Layer,
  { weapons, responses, failures }: WeaponResponses & { weapons: readonly ListedWeapon[] },
): ShownFigures {
  const trpc = useTRPC();
  const isOther = layer !== SHOWN_PATCH;
  const list = useQuery({ ...trpc.arsenal.list.queryOptions(getFiguresInput(game, layer)), enabled: isOther });
  const loaded = useWeaponsAt(
    layer,
    useMemo(() => ({ responses, failures }), [responses, failures]),
  );
  const listed = isOther ? (list.data?.weapons ?? null) : weapons;
  const error = isOther ? getLoadError(list) : null;
  return useMemo(() => ({ ...loaded, weapons: listed, error }), [loaded, listed, error]);
}

/** The error of data of the arsenal that could not be loaded, with a retry; renders nothing without an error. */
export function NotLoaded({ error, className }: { error: unknown; className?: string }) {
  const reload = useReload();
  return error == null ? null : <ErrorPanel error={error} onRetry={reload} isPart {...(className && { className })} />;
}

/** The choice of the layer; renders nothing for Battlefield 4. */
export function LayerSelect({ game }: { game: GameId }) {
  const { layer, setLayer } = useFiguresLayer(game);
  if (game !== "bf2042") return null;
  return <NativeSelect<Layer> label={m.common_patch()} value={layer} choices={getLayerChoices()} onChange={setLayer} />;
}

type FiguresChangedProps = {
  loadout: Loadout;
  base: WeaponResponses;
  /** Whether the notice is collapsed to its heading. */
  isFolded?: boolean;
  /** Further buttons. */
  children?: ReactNode;
};

/** The differences of the shown record from the one the loadout was made with; renders nothing if there are none. */
export function FiguresChanged({ loadout, base, isFolded = false, children }: FiguresChangedProps) {
  const { layer, setLayer } = useFiguresLayer(loadout.game);
  const record = getRecord(loadout);
  const shown = PATCHES.find((patch) => patch === layer);
  const isOther = record !== null && shown !== undefined && shown !== record;
  const { responses: before } = useWeaponsAt(isOther ? record : SHOWN_PATCH, base);
  const { responses: after } = useWeaponsAt(isOther ? shown : SHOWN_PATCH, base);
  if (loadout.game !== "bf2042" || !isOther) return null;
  const guns = [loadout.primary, loadout.sidearm].flatMap(({ weaponId, board }) => {
    const [old, now] = [before.get(weaponId ?? ""), after.get(weaponId ?? "")];
    if (old?.game !== "bf2042" || now?.game !== "bf2042") return [];
    const changes = compareRecords([old.weapon, now.weapon], now.attachments, board);
    return changes.length > 0 ? [{ name: now.weapon.name, changes }] : [];
  });
  if (guns.length === 0) return null;
  const title = m.loadout_figures_have_changed_since();
  const details = (
    <div className={`grid gap-2 ${isFolded ? "pb-2" : ""}`}>
      <p>{m.loadout_made_with_other_figures({ record, shown })}</p>
      <ul className="grid list-disc gap-1 pl-5">
        {guns.map(({ name, changes }) => (
          <li key={name}>{m.loadout_weapon_changes({ weapon: name, changes: formatChanges({ changes }) })}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setLayer(record)}>
          {m.loadout_show_the_figures_of_record({ record })}
        </Button>
        {children}
      </div>
    </div>
  );
  return (
    <section
      aria-label={title}
      className={`grid gap-2 border-l-3 border-accent bg-tint px-4 text-0 ${isFolded ? "py-1" : "py-3"}`}
    >
      {isFolded ? (
        <CollapsedSection title={title}>{details}</CollapsedSection>
      ) : (
        <>
          <h2 className="font-cond text-2 font-bold normal-case">{title}</h2>
          {details}
        </>
      )}
    </section>
  );
}
