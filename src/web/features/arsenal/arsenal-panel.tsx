import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { ArsenalList } from "#web/features/arsenal/table/arsenal-list.tsx";
import type { OwnWeapons } from "#web/features/arsenal/table/row-figures.ts";
import { getNeighbourId } from "#web/features/arsenal/table/row-keys.ts";
import { COMPARED, useTerms } from "./terms.ts";
import { useTarget, useWeapons } from "./use-arsenal.ts";
import { type ArsenalSearch, getPlaces, useFocusBack, useUrlOverlay, type WriteSearch } from "./use-url-overlay.ts";

const WeaponDrawer = lazy(() =>
  import("#web/features/arsenal/weapon/weapon-drawer.tsx").then((module) => ({ default: module.WeaponDrawer })),
);
const CompareTray = lazy(() =>
  import("#web/features/arsenal/compare/compare-tray.tsx").then((module) => ({ default: module.CompareTray })),
);
const CompareView = lazy(() =>
  import("#web/features/arsenal/compare/compare-view.tsx").then((module) => ({ default: module.CompareView })),
);

type ArsenalPanelProps = {
  game: GameId;
  search: ArsenalSearch;
  onSearch: WriteSearch;
  onBack: () => void;
  onAddToLoadout: (weaponId: string) => void;
  own: OwnWeapons;
};

/** Every weapon of a game and what it does at a range; details, comparison and ranking open from here. */
export function ArsenalPanel({ game, search, onSearch, onBack, onAddToLoadout, own }: ArsenalPanelProps) {
  const write = useWrite(onSearch);
  const [terms, change, settle] = useTerms(search, write);
  const listing = useWeapons(game, terms.patch);
  const { weapons, combat } = listing;
  const target = useTarget(terms, combat);
  const steps = { settle: useLatest(settle), onSearch, onBack };
  const drawer = useUrlOverlay("item", search.item, steps);
  const comparison = useUrlOverlay("compare", search.compare, steps);
  const ranking = useUrlOverlay("sweep", search.sweep, steps);
  useFocusBack(search.compare, compareButton);
  const compare = useCallback(
    (id: string) => change(({ compared }) => ({ compared: toggled(compared, id) })),
    [change],
  );
  const step = useStep(search.item, onSearch);
  return (
    <>
      {search.compare ? (
        <Later label="Loading the comparison">
          <CompareView
            game={game}
            listing={listing}
            terms={terms}
            onChange={change}
            onOpen={drawer.open}
            onClose={comparison.close}
          />
        </Later>
      ) : (
        <ArsenalList
          game={game}
          listing={listing}
          own={own}
          terms={terms}
          hasColumns={search.cols !== undefined}
          onChange={change}
          onOpen={drawer.open}
          onCompare={compare}
          ranking={{ isOpen: search.sweep !== undefined, ...ranking }}
        />
      )}
      {!search.compare && terms.compared.length > 0 && (
        <Suspense fallback={null}>
          <CompareTray
            weapons={weapons}
            compared={terms.compared}
            onToggle={compare}
            onChange={change}
            onOpen={comparison.open}
            buttonId={COMPARE_BUTTON}
          />
        </Suspense>
      )}
      {search.item && (
        <Suspense fallback={null}>
          <WeaponDrawer
            game={game}
            weaponId={search.item}
            name={weapons.find(({ id }) => id === search.item)?.name ?? null}
            patch={terms.patch}
            target={target}
            combat={combat}
            actions={{ isCompared: terms.compared.includes(search.item), onCompare: compare, onAddToLoadout }}
            onStep={step}
            onClose={drawer.close}
          />
        </Suspense>
      )}
    </>
  );
}

/** Where focus goes when the comparison closes. */
const COMPARE_BUTTON = "compare-weapons";
const compareButton = () => COMPARE_BUTTON;

function Later({ label, children }: { label: string; children: ReactNode }) {
  return <Suspense fallback={<Skeleton label={label} rows={6} />}>{children}</Suspense>;
}

/** Opens the weapon before or after the one whose details are open, in place of it. */
const useStep = (item: string | undefined, onSearch: WriteSearch) =>
  useCallback(
    (direction: 1 | -1) => {
      const next = item && getNeighbourId(item, direction);
      if (next) onSearch((now) => ({ ...now, item: next }), "replace");
    },
    [item, onSearch],
  );

/** Writes terms into the address in place of the old ones; whatever is open stays so. */
const useWrite = (onSearch: WriteSearch) =>
  useCallback((terms: ArsenalSearch) => onSearch((now) => ({ ...terms, ...getPlaces(now) }), "replace"), [onSearch]);

/** The comparison with this weapon added or taken out; a full one stays as it is. */
function toggled(compared: readonly string[], id: string): readonly string[] {
  if (compared.includes(id)) return compared.filter((one) => one !== id);
  return compared.length < COMPARED.max ? [...compared, id] : compared;
}

/** A function that never changes and answers what the newest one would. */
function useLatest<Value>(answer: () => Value): () => Value {
  const newest = useRef(answer);
  useEffect(() => {
    newest.current = answer;
  });
  return useCallback(() => newest.current(), []);
}
