import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { applyQuery, getChips, parseQuery } from "#web/features/arsenal/search/query.ts";
import { GAME_CONTROLS, getVocabulary } from "#web/features/arsenal/search/vocabulary.ts";
import type { Terms, TermsChange } from "#web/features/arsenal/terms.ts";
import { type Listing, useAim, usePartNames, useRows } from "#web/features/arsenal/use-arsenal.ts";
import { getEarlierHeads } from "#web/features/arsenal/words.ts";
import { useNarrowWindow } from "#web/ui/environment.ts";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import {
  COLUMN_KEYS,
  type ColumnKey,
  getLineColumns,
  getShown,
  inOrder,
  isDefault,
  isOwnColumn,
  type SortKey,
} from "./columns.ts";
import { Controls } from "./controls.tsx";
import { nextOrder } from "./order.ts";
import { ResultBar, Sorting } from "./result-bar.tsx";
import type { OwnWeapons } from "./row-figures.ts";
import { WeaponTable } from "./weapon-table.tsx";

const NoMatch = lazyNamed(() => import("./no-match.tsx"), "NoMatch");

type ArsenalListProps = {
  game: GameId;
  listing: Listing;
  own: OwnWeapons;
  terms: Terms;
  /** Whether the address names columns. */
  hasColumns: boolean;
  onChange: (change: TermsChange) => void;
  onOpen: (weaponId: string) => void;
  onCompare: (weaponId: string) => void;
};

/** Renders the search, its controls and the matching weapons, as a table (lines on a phone) or as cards. */
export function ArsenalList(props: ArsenalListProps) {
  const { game, listing, own, terms, hasColumns, onChange, onOpen, onCompare } = props;
  const controls = GAME_CONTROLS[game];
  const { weapons, combat } = listing;
  const search = useSearch(game, weapons, terms, own);
  const { classesHere, vocabulary, query, note, onTyping } = search;
  const now = useMemo(() => applyQuery(terms, query), [terms, query]);
  const earlierHeads = (now.heads !== 0 || search.columns.includes("head")) && getEarlierHeads(weapons);
  const chips = useMemo(() => getChips(terms, vocabulary), [terms, vocabulary]);
  // The controls follow typing and sliding at once; the rows follow at low priority.
  const shown = useDeferredValue(now);
  const { rows, matchingIds } = useRows(listing, shown, useDeferredValue(query), search.names, useDeferredValue(own));
  const aim = useAim(shown, combat);
  const chooseColumns = useColumns(game, hasColumns, onChange);
  const sort = useCallback((key: SortKey) => onChange((present) => nextOrder(present, key)), [onChange]);
  const layout = {
    sort: now.sort,
    direction: now.direction,
    columns: search.columns,
    hasDefaultColumns: isDefault(terms.columns),
    available: search.available,
    onChange,
    onColumns: chooseColumns,
  };
  const { sort: sortKey, direction, compared } = shown;
  const isNarrow = useNarrowWindow();
  const view = isNarrow ? "table" : shown.view;
  const columns = useMemo(
    () => (isNarrow ? getLineColumns(sortKey) : getShown(shown.columns, search.available)),
    [isNarrow, sortKey, shown.columns, search.available],
  );
  return (
    <>
      <div data-view={view} className="flex flex-wrap items-start gap-2 md:items-center">
        <Controls
          terms={now}
          chips={chips}
          vocabulary={vocabulary}
          note={note}
          onTyping={onTyping}
          onChange={onChange}
          game={controls}
          combat={combat}
          classesHere={classesHere}
          count={matchingIds.size}
        >
          <Sorting {...layout} className="flex md:hidden" />
        </Controls>
        <ResultBar count={matchingIds.size} view={terms.view} {...layout} />
      </div>
      {earlierHeads && <p className="mt-3 text-0 text-ink-2">{earlierHeads}</p>}
      {matchingIds.size === 0 && (
        <Suspense fallback={null}>
          <div className="mt-3">
            <NoMatch terms={now} words={query.words} chips={chips} byEra={controls.byEra} onChange={onChange} />
          </div>
        </Suspense>
      )}
      <div hidden={matchingIds.size === 0} className="mt-1 md:mt-1.5">
        <WeaponTable
          rows={rows}
          columns={columns}
          matchingIds={matchingIds}
          aim={aim}
          compared={compared}
          view={view}
          sort={sortKey}
          direction={direction}
          onSort={sort}
          onOpen={onOpen}
          onCompare={onCompare}
        />
        {view === "table" && weapons.some(({ disagree }) => disagree) && (
          <p className="mt-3 text-0 text-ink-2">≠ {m.arsenal_sources_differ()}</p>
        )}
      </div>
    </>
  );
}

/** Parses the search text with the vocabulary of this game. */
function useSearch(game: GameId, weapons: Listing["weapons"], terms: Terms, own: OwnWeapons) {
  const controls = GAME_CONTROLS[game];
  const classesHere = useMemo(() => WEAPON_CLASSES.filter((id) => weapons.some((gun) => gun.class === id)), [weapons]);
  const { names, offered, note } = usePartNames(game, NAMES_PARTS.test(terms.q));
  const ownState = own ? "known" : own === null ? "none" : "loading";
  const vocabulary = useMemo(
    () => getVocabulary(controls, classesHere, { own: ownState, parts: offered }),
    [controls, classesHere, ownState, offered],
  );
  const [typedAt, setTypedAt] = useState<number | null>(null);
  const query = useMemo(() => parseQuery(terms.q, vocabulary, typedAt), [terms.q, vocabulary, typedAt]);
  const available = useMemo(
    () =>
      COLUMN_KEYS.filter(
        (key) => !isOwnColumn(key) || (ownState === "known" && (key !== "unlocked" || controls.byUnlock)),
      ),
    [ownState, controls],
  );
  const columns = useMemo(() => getShown(terms.columns, available), [terms.columns, available]);
  return { columns, classesHere, vocabulary, query, names, note, available, onTyping: setTypedAt };
}

/** Matches a term about attachments, also an incomplete one. */
const NAMES_PARTS = /(^|\s)has:/i;

/** Returns a function that sets the columns and stores them in this browser; an address without columns gets the stored ones. */
function useColumns(game: GameId, hasColumns: boolean, change: (changes: Partial<Terms>) => void) {
  const key = `columns-${game}`;
  const isDone = useRef(hasColumns);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const stored = getLocal(key);
    if (stored) change({ columns: inOrder(stored.split(",")) });
  }, [key, change]);
  return useCallback(
    (columns: readonly ColumnKey[]) => {
      setLocal(key, isDefault(columns) ? "" : columns.join(","));
      change({ columns });
    },
    [key, change],
  );
}
