import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { getFiguresInput, LAYERS, type Layer, PATCHES, SHOWN_PATCH } from "#domain/game-data/patch.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { compareRecords, getRecord } from "#domain/loadout/record.ts";
import { m } from "#messages";
import { formatChanges } from "#messages/game/change-words.ts";
import { getLayerChoices } from "#messages/game/titles.ts";
import { useGameSearch, useWriteGameSearch } from "#web/app/shell/page/use-game-search.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { EditorContext } from "#web/features/loadout/editor/editor-context.ts";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { Button } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";

type Answers = ReadonlyMap<string, WeaponAnswer>;

/** Whose figures a loadout is shown with, from the address (`patch`); Battlefield 4 has one layer. */
export function useFiguresLayer(game: GameId): { layer: Layer; setLayer: (layer: Layer) => void } {
  const write = useWriteGameSearch(game);
  const layer = useGameSearch(({ patch }) => (game === "bf2042" && LAYERS.find((one) => one === patch)) || SHOWN_PATCH);
  const setLayer = useCallback(
    (next: Layer) => write((search) => ({ ...search, patch: next === SHOWN_PATCH ? "" : next }), "replace"),
    [write],
  );
  return { layer, setLayer };
}

/** What is known of the same weapons at this layer; those on their way are missing. */
export function useAnswersAt(layer: Layer, answers: Answers): { answers: Answers; error: unknown } {
  const trpc = useTRPC();
  const ids = layer === SHOWN_PATCH ? [] : [...answers.keys()];
  const loaded = useQueries({
    queries: ids.map((id) => trpc.arsenal.weapon.queryOptions({ game: "bf2042", id, patch: layer })),
    combine: getLoaded,
  });
  return layer === SHOWN_PATCH ? { answers, error: null } : loaded;
}

/** By weapon. It stands alone so that the same results stay the same map. */
const getLoaded = (results: readonly Pick<UseQueryResult<WeaponAnswer, unknown>, "data" | "error">[]) => ({
  answers: new Map(results.flatMap(({ data }) => (data ? [[data.weapon.id, data] as const] : []))),
  error: results.find(({ error }) => error)?.error ?? null,
});

/** The weapons of a game and what is known of some of them with the figures of this layer; those on their way are missing. */
export function useFiguresAt(game: GameId, layer: Layer, { weapons, answers }: EditorContext["shown"]) {
  const trpc = useTRPC();
  const isOther = layer !== SHOWN_PATCH;
  const list = useQuery({ ...trpc.arsenal.list.queryOptions(getFiguresInput(game, layer)), enabled: isOther });
  const { answers: loaded } = useAnswersAt(layer, answers);
  const listed = isOther ? list.data?.weapons : weapons;
  return useMemo((): EditorContext["shown"] => ({ weapons: listed ?? [], answers: loaded }), [listed, loaded]);
}

/** Chooses the layer; nothing in Battlefield 4. */
export function LayerSelect({ game }: { game: GameId }) {
  const { layer, setLayer } = useFiguresLayer(game);
  if (game !== "bf2042") return null;
  return <NativeSelect<Layer> label={m.common_patch()} value={layer} choices={getLayerChoices()} onChange={setLayer} />;
}

type FiguresChangedProps = {
  loadout: Loadout;
  answers: Answers;
  /** Further actions. */
  children?: ReactNode;
};

/** What the shown record gives otherwise than the one the loadout was made with; nothing where it is the same. */
export function FiguresChanged({ loadout, answers, children }: FiguresChangedProps) {
  const { layer, setLayer } = useFiguresLayer(loadout.game);
  const record = getRecord(loadout);
  const shown = PATCHES.find((patch) => patch === layer);
  const isOther = record !== null && shown !== undefined && shown !== record;
  const { answers: before } = useAnswersAt(isOther ? record : SHOWN_PATCH, answers);
  const { answers: after } = useAnswersAt(isOther ? shown : SHOWN_PATCH, answers);
  if (loadout.game !== "bf2042" || !isOther) return null;
  const guns = [loadout.primary, loadout.sidearm].flatMap(({ weaponId, board }) => {
    const [old, now] = [before.get(weaponId ?? ""), after.get(weaponId ?? "")];
    if (old?.game !== "bf2042" || now?.game !== "bf2042") return [];
    const changes = compareRecords([old.weapon, now.weapon], now.attachments, board);
    return changes.length > 0 ? [{ name: now.weapon.name, changes }] : [];
  });
  if (guns.length === 0) return null;
  return (
    <section aria-labelledby="figures-changed" className="grid gap-2 border-l-3 border-accent bg-tint px-4 py-3 text-0">
      <h2 id="figures-changed" className="font-cond text-2 font-bold normal-case">
        {m.loadout_figures_have_changed_since()}
      </h2>
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
    </section>
  );
}
