import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import type { CatalogueId } from "#domain/game-data/catalogue-id.ts";
import type { Source } from "#domain/game-data/source.ts";
import { m } from "#messages";
import { getCatalogueKey, getCatalogueTitle } from "#messages/catalogue/title.ts";
import { formatNumber } from "#messages/format-number.ts";
import { formatPatch, getTrust } from "#messages/game/figure-words.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SearchField } from "#web/ui/fields/field.tsx";
import { useDebouncedInput } from "#web/ui/fields/use-debounced-input.ts";
import { useDebouncedValue } from "#web/ui/fields/use-debounced-value.ts";
import { TrustMark } from "#web/ui/figures/trust-mark.tsx";
import { useHiddenEdges } from "#web/ui/scroll-frame.tsx";
import { scrollToCentre } from "#web/ui/tabs.tsx";
import { type Page, useCatalogueSearch, useEntryDrawer, useWriteCatalogue } from "./catalogue-search.ts";
import { EntryDrawer } from "./entry-drawer.tsx";
import { EntryList } from "./entry-list.tsx";

type CataloguePanelProps = { game: GameId; catalogue: CatalogueId };

/** A catalogue of a game, with search and group filters; each entry opens beside the list. */
export function CataloguePanel({ game, catalogue }: CataloguePanelProps) {
  const { q = "", group = null, item } = useCatalogueSearch();
  const write = useWriteCatalogue(game, catalogue);
  const searchInput = useRef<HTMLInputElement>(null);
  const { text, setText, filterByGroup, clear } = useFilters(q, write);
  const drawer = useEntryDrawer(item, write);
  const { query, lines, page } = useLines({ game, catalogue, q, group });
  const title = getCatalogueTitle(catalogue);
  const searchLabel = m.catalogue_search({ id: getCatalogueKey(catalogue) });
  return (
    <section aria-labelledby="catalogue-title" className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="catalogue-title" className="sr-only">
        {title}
      </h2>
      <search aria-label={title} className="flex flex-wrap items-center gap-2">
        <SearchField
          ref={searchInput}
          label={searchLabel}
          isLabelHidden
          value={text}
          onChange={setText}
          placeholder={searchLabel}
          aria-keyshortcuts="/"
          hasMark
          className="min-w-40 grow basis-56 md:max-w-md"
        />
        {page && <Chips groups={page.groups} all={page.all} pressed={page.group} onPress={filterByGroup} />}
      </search>
      {query.isPending && (
        <Skeleton label={m.catalogue_loading_catalogue({ catalogue: title })} rows={8} className="h-14" />
      )}
      {query.isError && <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />}
      {page && <ResultLine count={page.total} sources={page.sources} />}
      {page && lines.length === 0 && (
        <NoMatch
          q={q}
          onClear={() => {
            clear();
            searchInput.current?.focus();
          }}
        />
      )}
      {lines.length > 0 && (
        <EntryList label={title} game={game} catalogue={catalogue} lines={lines} onOpen={drawer.open} />
      )}
      <ShowMore query={query} />
      {item && (
        <EntryDrawer
          game={game}
          catalogue={catalogue}
          entryId={item}
          name={lines.find(({ id }) => id === item)?.name ?? null}
          onClose={drawer.close}
        />
      )}
    </section>
  );
}

/** Returns the search text, and functions that change it and the group; a change replaces the current address. */
function useFilters(q: string, write: ReturnType<typeof useWriteCatalogue>) {
  const writeQuery = useCallback((text: string) => write({ q: text }, "replace"), [write]);
  const [text, setText] = useDebouncedInput(q, writeQuery);
  return {
    text,
    setText,
    filterByGroup: (group: string | null) => write({ group: group ?? "" }, "replace"),
    clear() {
      setText("");
      write({ q: "", group: "" }, "replace");
    },
  };
}

function NoMatch({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState
      glyph="binoculars"
      text={q.trim() ? m.catalogue_nothing_matches_search({ search: q.trim() }) : m.catalogue_this_group_is_empty()}
    >
      <Button onClick={onClear}>{m.common_clear()}</Button>
    </EmptyState>
  );
}

const IDLE_MS = 500;
const MAX_LISTED_SOURCES = 3;

/** The number of entries and their sources. */
function ResultLine({ count, sources }: { count: number; sources: readonly Source[] }) {
  const announced = useDebouncedValue(m.catalogue_entries_listed({ count }), IDLE_MS);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <p className="num text-1 font-bold">{m.catalogue_entries({ count })}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <p className="flex flex-wrap gap-x-4 font-cond text-00 text-ink-2">
        {sources.length <= MAX_LISTED_SOURCES &&
          sources.map((source) => (
            <span key={source.id} className="inline-flex gap-1">
              <TrustMark trust={getTrust(source.grade)} text={`${source.title}, ${formatPatch(source)}`} />
            </span>
          ))}
      </p>
    </div>
  );
}

/** Returns the matching entries of all loaded pages; the previous ones stay until the new ones are loaded. */
function useLines(terms: CataloguePanelProps & { q: string; group: string | null }) {
  const query = useInfiniteQuery(
    useTRPC().catalogue.list.infiniteQueryOptions(terms, {
      ...NEXT_PAGE,
      getPreviousPageParam: ({ previousCursor }) => previousCursor,
      placeholderData: keepPreviousData,
    }),
  );
  return { query, lines: getItems(query.data), page: query.data?.pages[0] };
}

type ChipsProps = {
  groups: Page["groups"];
  /** The number of entries without a group filter. */
  all: number;
  pressed: string | null;
  onPress: (group: string | null) => void;
};

/** The groups of a catalogue as filter buttons, each with its number of entries. On a phone they are one line, above the list. */
function Chips({ groups, all, pressed, onPress }: ChipsProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const hiddenEdges = useHiddenEdges(frame);
  const visibleGroups = groups.filter(({ name, count }) => count > 0 || name === pressed);
  if (groups.length < 2 || visibleGroups.length === 0) return null;
  return (
    <fieldset
      ref={frame}
      data-hidden={hiddenEdges || undefined}
      className="scroll-frame flex min-w-0 gap-2 p-1 -m-1 max-md:scroll-px-12 max-md:overflow-x-auto md:flex-wrap"
    >
      <legend className="sr-only">{m.catalogue_groups()}</legend>
      <Chip name={m.catalogue_all()} count={all} isPressed={pressed === null} onPress={() => onPress(null)} />
      {visibleGroups.map(({ name, count }) => (
        <Chip
          key={name}
          name={name}
          count={count}
          isPressed={pressed === name}
          onPress={() => onPress(pressed === name ? null : name)}
        />
      ))}
    </fieldset>
  );
}

type ChipProps = { name: string; count: number; isPressed: boolean; onPress: () => void };

function Chip({ name, count, isPressed, onPress }: ChipProps) {
  return (
    <button
      ref={isPressed ? scrollToCentre : null}
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className="inline-flex min-h-8 shrink-0 items-center gap-2 rounded-1 border border-line-strong px-2.5 font-cond text-0 font-semibold whitespace-nowrap text-ink-2 hover:bg-surface-2 aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-ink pointer-coarse:min-h-11"
    >
      {name} <span className="num text-00 font-normal text-ink-2">{formatNumber(count)}</span>
    </button>
  );
}
