import { useCallback, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { catalogueTitle } from "#domain/game-data/catalogue/id.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { useDebouncedInput } from "#web/components/fields/use-debounced-input.ts";
import { Button } from "#web/components/ui/button.tsx";
import type { CatalogueSearch } from "./catalogue-search.ts";
import { Chips } from "./chips.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import { EntryList } from "./entry-list.tsx";
import { ResultLine } from "./result-line.tsx";
import { SearchField } from "./search-field.tsx";
import { useEntryDrawer, type WriteCatalogue } from "./use-entry-drawer.ts";
import { useLines } from "./use-lines.ts";

type CataloguePanelProps = { game: GameId; search: CatalogueSearch; onSearch: WriteCatalogue; onBack: () => void };

/** One catalogue of a game: searched, narrowed by group, each entry opening beside the list. */
export function CataloguePanel({ game, search, onSearch, onBack }: CataloguePanelProps) {
  const { cat, q = "", item } = search;
  const searchInput = useRef<HTMLInputElement>(null);
  const { typed, type, narrow, clear } = useTerms(q, onSearch);
  const drawer = useEntryDrawer(item, onSearch, onBack);
  const { query, lines, page } = useLines(game, search);
  const title = catalogueTitle(game, cat);
  return (
    <section aria-labelledby="catalogue-title" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="catalogue-title" className="text-5">
        {title}
      </h2>
      <search aria-label={title} className="panel grid gap-4 p-4 md:p-5">
        <SearchField title={title} input={searchInput} value={typed} onChange={type} />
        {page && <Chips groups={page.groups} all={page.all} pressed={page.group} onPress={narrow} />}
      </search>
      {query.isPending && <Skeleton label={`Loading ${title.toLowerCase()}`} rows={8} className="h-14" />}
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
      {lines.length > 0 && <EntryList label={title} game={game} catalogue={cat} lines={lines} onOpen={drawer.open} />}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()} className="justify-self-center">
          Show more
        </Button>
      )}
      {item && (
        <EntryDrawer
          game={game}
          catalogue={cat}
          entryId={item}
          name={lines.find(({ id }) => id === item)?.name ?? null}
          onClose={drawer.close}
        />
      )}
    </section>
  );
}

/** What is typed and which chip is pressed, and how to change both; they are written in place of the present address. */
function useTerms(q: string, onSearch: WriteCatalogue) {
  const change = useCallback(
    (terms: { q?: string; group?: string }) => onSearch((now) => shortest({ ...now, ...terms }), "replace"),
    [onSearch],
  );
  const rest = useCallback((text: string) => change({ q: text }), [change]);
  const [typed, type] = useDebouncedInput(q, rest);
  return {
    typed,
    type,
    narrow: (group: string | null) => change({ group: group ?? "" }),
    clear() {
      type("");
      change({ q: "", group: "" });
    },
  };
}

/** The shortest search that stands for these terms. */
function shortest({ cat, q, group, item }: CatalogueSearch): CatalogueSearch {
  return { cat, ...(q && { q }), ...(group && { group }), ...(item && { item }) };
}

function NoMatch({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState text={q.trim() ? `Nothing matches “${q.trim()}”.` : "Nothing is in this group."}>
      <Button onClick={onClear}>Clear</Button>
    </EmptyState>
  );
}
