import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef } from "react";
import { WEAPON_CLASSES } from "#domain/arsenal/weapon-class.ts";
import type { GameId } from "#domain/game.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Controls } from "./controls.tsx";
import { GAME_CONTROLS } from "./game-controls.ts";
import { type ListedWeapon, listedWeapons } from "./listed-weapon.ts";
import { NoMatch } from "./no-match.tsx";
import { nextOrder, type Row } from "./order.ts";
import { ResultBar } from "./result-bar.tsx";
import { found, rowsOf } from "./rows.ts";
import { useSlashKey } from "./slash-key.ts";
import type { ArsenalSearch, SortKey, Terms } from "./terms.ts";
import { useDrawer, type WriteSearch } from "./use-drawer.ts";
import { useTerms } from "./use-terms.ts";
import { WeaponTable } from "./weapon-table.tsx";

const WeaponDrawer = lazy(() => import("./weapon-drawer.tsx").then((module) => ({ default: module.WeaponDrawer })));

type ArsenalPanelProps = {
  game: GameId;
  search: ArsenalSearch;
  onSearch: WriteSearch;
  onBack: () => void;
  onAddToLoadout: (weaponId: string) => void;
};

/** Every weapon of a game and what it does at a range. */
export function ArsenalPanel({ game, search, onSearch, onBack, onAddToLoadout }: ArsenalPanelProps) {
  const weapons = useWeapons(game);
  const write = useCallback(
    (next: ArsenalSearch) => onSearch(({ item }) => ({ ...next, ...(item && { item }) }), "replace"),
    [onSearch],
  );
  const [terms, change] = useTerms(search, write);
  // Typing and sliding answer at once; the rows follow as soon as there is time.
  const shown = useDeferredValue(terms);
  const { rows, left } = useRows(weapons, shown);
  const searchInput = useRef<HTMLInputElement>(null);
  useSlashKey(searchInput);
  const drawer = useDrawer(search.item, onSearch, onBack);
  const sort = useCallback((key: SortKey) => change((present) => nextOrder(present, key)), [change]);
  const classesHere = useMemo(() => WEAPON_CLASSES.filter((id) => weapons.some((gun) => gun.class === id)), [weapons]);
  const controls = GAME_CONTROLS[game];
  const { view, sort: sortKey, direction } = shown;
  return (
    <>
      <Controls terms={terms} onChange={change} game={controls} classesHere={classesHere} searchInput={searchInput} />
      <ResultBar count={left.size} sort={terms.sort} direction={terms.direction} view={terms.view} onChange={change} />
      {left.size === 0 && <NoMatch terms={terms} byEra={controls.byEra} onChange={change} />}
      <div hidden={left.size === 0}>
        <WeaponTable
          rows={rows}
          left={left}
          view={view}
          sort={sortKey}
          direction={direction}
          onSort={sort}
          onOpen={drawer.open}
        />
      </div>
      {search.item && (
        <Suspense fallback={null}>
          <WeaponDrawer
            key={search.item}
            game={game}
            weaponId={search.item}
            name={weapons.find(({ id }) => id === search.item)?.name ?? null}
            target={terms}
            onClose={drawer.close}
            onAddToLoadout={onAddToLoadout}
          />
        </Suspense>
      )}
    </>
  );
}

function useWeapons(game: GameId): readonly ListedWeapon[] {
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions({ game }));
  return useMemo(() => listedWeapons(data.weapons, data.sources), [data]);
}

/** Every row in its order, and which of them the terms leave; the others stay on the page, hidden, to come back fast. */
function useRows(weapons: readonly ListedWeapon[], terms: Terms): { rows: readonly Row[]; left: ReadonlySet<string> } {
  const { q, class: weaponClass, kit, portal, rangeM, head, health, sort, direction } = terms;
  const ofEras = useMemo(
    () => (portal ? weapons : weapons.filter((weapon) => weapon.found !== "portal")),
    [weapons, portal],
  );
  const left = useMemo(() => found(ofEras, { q, class: weaponClass, kit }), [ofEras, q, weaponClass, kit]);
  const rows = useMemo(
    () => rowsOf(ofEras, { rangeM, head, health, sort, direction }),
    [ofEras, rangeM, head, health, sort, direction],
  );
  return { rows, left };
}
