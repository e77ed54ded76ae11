import { lazy, Suspense, useCallback, useDeferredValue, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { WEAPON_CLASSES } from "#domain/game-data/weapon-class.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { GAME_CONTROLS } from "#web/features/arsenal/game-controls.ts";
import { getChips, inForce } from "#web/features/arsenal/search/chips.ts";
import { parseQuery } from "#web/features/arsenal/search/query.ts";
import { getVocabulary } from "#web/features/arsenal/search/vocabulary.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { type Listing, usePartNames, useRows } from "#web/features/arsenal/use-arsenal.ts";
import type { TermsChange } from "#web/features/arsenal/use-terms.ts";
import type { SortKey } from "./columns.ts";
import { Controls } from "./controls.tsx";
import { NoMatch } from "./no-match.tsx";
import { nextOrder } from "./order.ts";
import { ResultBar } from "./result-bar.tsx";
import { useColumns } from "./use-columns.ts";
import { WeaponTable } from "./weapon-table.tsx";

const SweepPanel = lazy(() =>
  import("#web/features/arsenal/sweep/sweep-panel.tsx").then((module) => ({ default: module.SweepPanel })),
);

type ArsenalListProps = {
  game: GameId;
  listing: Listing;
  terms: Terms;
  /** The address names columns. */
  hasColumns: boolean;
  onChange: (change: TermsChange) => void;
  onOpen: (weaponId: string) => void;
  onCompare: (weaponId: string) => void;
  ranking: { isOpen: boolean; open: (value: string) => void; close: () => void };
};

/** The search, its controls, and the weapons they leave: as a table, as cards, or ranked by distance. */
export function ArsenalList(props: ArsenalListProps) {
  const { game, listing, terms, hasColumns, onChange, onOpen, onCompare, ranking } = props;
  const controls = GAME_CONTROLS[game];
  const { weapons, combat } = listing;
  const classesHere = useMemo(() => WEAPON_CLASSES.filter((id) => weapons.some((gun) => gun.class === id)), [weapons]);
  const vocabulary = useMemo(() => getVocabulary(controls, classesHere), [controls, classesHere]);
  const query = useMemo(() => parseQuery(terms.q, vocabulary), [terms.q, vocabulary]);
  const now = useMemo(() => inForce(terms, query), [terms, query]);
  const chips = useMemo(() => getChips(terms, vocabulary), [terms, vocabulary]);
  const { names, note } = usePartNames(game, query.parts.length > 0);
  // Typing and sliding answer at once; the rows follow as soon as there is time.
  const shown = useDeferredValue(now);
  const { rows, left } = useRows(listing, shown, useDeferredValue(query), names);
  const chooseColumns = useColumns(game, hasColumns, onChange);
  const sort = useCallback((key: SortKey) => onChange((present) => nextOrder(present, key)), [onChange]);
  const openRanking = useCallback(() => ranking.open("1"), [ranking.open]);
  const { sort: sortKey, direction, view, columns, compared } = shown;
  return (
    <>
      <Controls
        terms={now}
        chips={chips}
        vocabulary={vocabulary}
        note={note}
        onChange={onChange}
        game={controls}
        combat={combat}
        classesHere={classesHere}
      />
      {!ranking.isOpen && (
        <ResultBar
          count={left.size}
          sort={now.sort}
          direction={now.direction}
          view={terms.view}
          columns={terms.columns}
          onChange={onChange}
          onColumns={chooseColumns}
          onSweep={openRanking}
        />
      )}
      {ranking.isOpen && (
        <Suspense fallback={<Skeleton label="Loading the ranking" rows={4} />}>
          <SweepPanel rows={rows} left={left} terms={now} combat={combat} onClose={ranking.close} onOpen={onOpen} />
        </Suspense>
      )}
      {left.size === 0 && !ranking.isOpen && (
        <NoMatch terms={now} words={query.words} chips={chips} byEra={controls.byEra} onChange={onChange} />
      )}
      <div hidden={left.size === 0 || ranking.isOpen}>
        <WeaponTable
          rows={rows}
          columns={columns}
          left={left}
          compared={compared}
          view={view}
          sort={sortKey}
          direction={direction}
          onSort={sort}
          onOpen={onOpen}
          onCompare={onCompare}
        />
      </div>
    </>
  );
}
