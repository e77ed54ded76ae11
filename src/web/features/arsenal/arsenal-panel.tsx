import { type ReactNode, Suspense, useCallback, useEffect, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { ArsenalList } from "#web/features/arsenal/table/arsenal-list.tsx";
import type { OwnWeapons } from "#web/features/arsenal/table/row-figures.ts";
import { getNeighbourId } from "#web/features/arsenal/table/row-keys.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { COMPARED, getTerms, type Terms, useTerms } from "./terms.ts";
import { type Listing, useTarget, useWeapons } from "./use-arsenal.ts";
import {
  type ArsenalSearch,
  getPlaces,
  useArsenalSearch,
  useFocusBack,
  useUrlOverlay,
  useWriteArsenal,
  type WriteArsenal,
} from "./use-url-overlay.ts";

const WeaponDrawer = lazyNamed(() => import("#web/features/arsenal/weapon/weapon-drawer.tsx"), "WeaponDrawer");
const CompareTray = lazyNamed(() => import("#web/features/arsenal/compare/compare-tray.tsx"), "CompareTray");
const CompareView = lazyNamed(() => import("#web/features/arsenal/compare/compare-view.tsx"), "CompareView");

const DuelView = lazyNamed(() => import("#web/features/arsenal/duel/duel-view.tsx"), "DuelView");

type ArsenalPanelProps = {
  game: GameId;
  onAddToLoadout: (weaponId: string) => void;
  own: OwnWeapons;
};

/** Every weapon of a game and what it does at a range; details, comparison and duel open from here. */
export function ArsenalPanel({ game, onAddToLoadout, own }: ArsenalPanelProps) {
  const search = useArsenalSearch();
  const write = useWriteArsenal(game);
  const [terms, change, settle] = useTerms(search, useWriteTerms(write));
  const listing = useWeapons(game, terms.patch);
  const { weapons, combat } = listing;
  const target = useTarget(terms, combat);
  const steps = { settle: useLatest(settle), write };
  const { drawer, comparison, duel } = usePlaces(search, steps);
  useFocusBack(search.compare, compareButton);
  const compare = useCallback(
    (id: string) => change(({ compared }) => ({ compared: toggled(compared, id) })),
    [change],
  );
  const openWith = useOpenWith(steps);
  const step = useStep(search.item, write);
  if (search.duel) return <DuelPanel {...{ game, listing, terms }} value={search.duel} onClose={duel.close} />;
  return (
    <>
      {search.compare ? (
        <Later label={m.common_loading_the_comparison()}>
          <CompareView
            {...{ game, listing, terms, onChange: change }}
            onOpen={drawer.open}
            onDuel={duel.open}
            onClose={comparison.close}
          />
        </Later>
      ) : (
        <ArsenalList
          {...{ game, listing, own, terms, onChange: change }}
          hasColumns={search.cols !== undefined}
          onOpen={drawer.open}
          onCompare={compare}
        />
      )}
      {!search.compare && terms.compared.length > 0 && (
        <Suspense fallback={null}>
          <CompareTray
            {...{ weapons, compared: terms.compared, onToggle: compare, onChange: change, buttonId: COMPARE_BUTTON }}
            onOpen={comparison.open}
            onDuel={duel.open}
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
            actions={{ onCompare: openWith, onAddToLoadout }}
            onStep={step}
            onClose={drawer.close}
          />
        </Suspense>
      )}
    </>
  );
}

type Steps = Parameters<typeof useUrlOverlay>[2];

/** What opens over or in place of the list, each by its part of the address. */
const usePlaces = (search: ArsenalSearch, steps: Steps) => ({
  drawer: useUrlOverlay("item", search.item, steps),
  comparison: useUrlOverlay("compare", search.compare, steps),
  duel: useUrlOverlay("duel", search.duel, steps),
});

type DuelPanelProps = {
  game: GameId;
  listing: Listing;
  terms: Terms;
  value: string;
  onClose: () => void;
};

function DuelPanel({ game, listing, terms, value, onClose }: DuelPanelProps) {
  const write = useWriteArsenal(game);
  const change = useCallback((duel: string) => write((now) => ({ ...now, duel }), "replace"), [write]);
  return (
    <Later label={m.arsenal_loading_the_duel()}>
      <DuelView game={game} listing={listing} patch={terms.patch} value={value} onChange={change} onClose={onClose} />
    </Later>
  );
}

/** Where focus goes when the comparison closes. */
const COMPARE_BUTTON = "compare-weapons";
const compareButton = () => COMPARE_BUTTON;

function Later({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <Suspense fallback={<Skeleton label={label} rows={6} />}>{children}</Suspense>
    </div>
  );
}

/** Opens the comparison with this weapon in it; where four are chosen already, with those. */
const useOpenWith = ({ settle, write }: Steps) =>
  useCallback(
    (id: string) => {
      const search = settle();
      const { compared } = getTerms(search);
      const cmp = (compared.includes(id) ? compared : toggled(compared, id)).join(",");
      write(() => ({ ...search, cmp, compare: "1" }), "push");
    },
    [settle, write],
  );

/** Opens the weapon before or after the one whose details are open, in place of it. */
const useStep = (item: string | undefined, write: WriteArsenal) =>
  useCallback(
    (direction: 1 | -1) => {
      const next = item && getNeighbourId(item, direction);
      if (next) write((now) => ({ ...now, item: next }), "replace");
    },
    [item, write],
  );

/** Writes terms into the address in place of the old ones; whatever is open stays so. */
const useWriteTerms = (write: WriteArsenal) =>
  useCallback((terms: ArsenalSearch) => write((now) => ({ ...terms, ...getPlaces(now) }), "replace"), [write]);

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
