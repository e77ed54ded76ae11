import { Suspense, useCallback, useEffect, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { formatBuilds, parseBuilds, VERSUS_BUILDS, type VersusBuild } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import { ArsenalList } from "#web/features/arsenal/table/arsenal-list.tsx";
import type { OwnWeapons } from "#web/features/arsenal/table/row-figures.ts";
import { getNeighbourId } from "#web/features/arsenal/table/row-keys.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { useTerms } from "./terms.ts";
import { useTarget, useWeapons } from "./use-arsenal.ts";
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
const VersusTray = lazyNamed(() => import("#web/features/arsenal/versus/versus-tray.tsx"), "VersusTray");
const VersusView = lazyNamed(() => import("#web/features/arsenal/versus/versus-view.tsx"), "VersusView");

type ArsenalPanelProps = {
  game: GameId;
  onAddToLoadout: (weaponId: string) => void;
  own: OwnWeapons;
};

/** Renders the weapons of a game with their figures at a range; opens a weapon's details and Versus. */
export function ArsenalPanel({ game, onAddToLoadout, own }: ArsenalPanelProps) {
  const search = useArsenalSearch();
  const write = useWriteArsenal(game);
  const [terms, change, settle] = useTerms(search, useWriteTerms(write));
  // Loads the drawings together with the list.
  useDrawWeapon();
  const listing = useWeapons(game, terms.patch);
  const { weapons, combat } = listing;
  const target = useTarget(terms, combat);
  const steps = { settle: useLatest(settle), write };
  const drawer = useUrlOverlay("item", search.item, steps);
  const versus = useUrlOverlay("versus", search.versus, steps);
  const closeVersus = useCallback(
    () => change(({ builds }) => ({ builds: [], compared: getWeaponIds(builds) })),
    [change],
  );
  const compare = useCallback(
    (id: string) => change(({ compared }) => ({ compared: toggleWeapon(compared, id) })),
    [change],
  );
  const openWith = useOpenWith(steps);
  const { open: openPlace } = drawer;
  const openItem = useCallback((item: string) => openPlace({ item }), [openPlace]);
  const openBuild = useCallback((build: VersusBuild) => openItem(formatBuilds([build])), [openItem]);
  const [opened] = parseBuilds(search.item ?? "");
  const step = useStep(opened?.weaponId, write);
  const isVersus = terms.builds.length > 0;
  useFocusBack(isVersus, terms.compared.length < VERSUS_BUILDS.min ? findFirstRow : findVersusButton);
  return (
    <>
      {isVersus ? (
        <div className="mt-4">
          <Suspense fallback={<Skeleton label={m.arsenal_loading_versus()} rows={6} />}>
            <VersusView {...{ game, listing, terms, onChange: change }} onOpen={openBuild} onClose={closeVersus} />
          </Suspense>
        </div>
      ) : (
        <ArsenalList
          {...{ game, listing, own, terms, onChange: change }}
          hasColumns={search.cols !== undefined}
          onOpen={openItem}
          onCompare={compare}
        />
      )}
      {!isVersus && terms.compared.length > 0 && (
        <Suspense fallback={null}>
          <VersusTray
            {...{ weapons, compared: terms.compared, onToggle: compare, onChange: change, buttonId: VERSUS_BUTTON }}
            onOpen={() => versus.open({ versus: terms.compared.join(","), cmp: "" })}
          />
        </Suspense>
      )}
      {opened && (
        <Suspense fallback={null}>
          <WeaponDrawer
            game={game}
            build={opened}
            name={weapons.find(({ id }) => id === opened.weaponId)?.name ?? null}
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

/** Returns the weapon ids of the builds; they stay selected in the list after Versus closes. */
const getWeaponIds = (builds: readonly VersusBuild[]): readonly string[] => [
  ...new Set(builds.map(({ weaponId }) => weaponId)),
];

/** The button that gets focus when Versus closes. If it is disabled, the first weapon gets focus. */
const VERSUS_BUTTON = "open-versus";
const findVersusButton = () => document.getElementById(VERSUS_BUTTON);
const findFirstRow = () => document.querySelector<HTMLElement>("main tbody th a");

/** Returns a function that opens Versus with this build added to the builds of the address, if there are fewer than four. */
const useOpenWith = ({ settle, write }: Steps) =>
  useCallback(
    (build: VersusBuild) => {
      const { cmp = "", versus = cmp, ...search } = settle();
      const builds = parseBuilds(versus);
      const text = formatBuilds([build]);
      const isIncluded = builds.some((each) => formatBuilds([each]) === text);
      if (!isIncluded && builds.length === VERSUS_BUILDS.max) return showToast(m.arsenal_compare_up_to_four());
      const newBuilds = isIncluded ? builds : [...builds, build];
      write(() => ({ ...search, versus: formatBuilds(newBuilds) }), "push");
    },
    [settle, write],
  );

/** Returns a function that replaces the open details with those of the weapon before or after it. */
const useStep = (weaponId: string | undefined, write: WriteArsenal) =>
  useCallback(
    (direction: 1 | -1) => {
      const next = weaponId && getNeighbourId(weaponId, direction);
      if (next) write((now) => ({ ...now, item: next }), "replace");
    },
    [weaponId, write],
  );

/** Returns a function that writes terms to the address; an open overlay stays open. */
const useWriteTerms = (write: WriteArsenal) =>
  useCallback((terms: ArsenalSearch) => write((now) => ({ ...terms, ...getPlaces(now) }), "replace"), [write]);

/** Returns the selection with this weapon added or removed; a full selection gets no further weapon. */
function toggleWeapon(compared: readonly string[], id: string): readonly string[] {
  if (compared.includes(id)) return compared.filter((each) => each !== id);
  return compared.length < VERSUS_BUILDS.max ? [...compared, id] : compared;
}

/** Returns a stable function that calls the newest version of the given function. */
function useLatest<Value>(getValue: () => Value): () => Value {
  const latest = useRef(getValue);
  useEffect(() => {
    latest.current = getValue;
  });
  return useCallback(() => latest.current(), []);
}
