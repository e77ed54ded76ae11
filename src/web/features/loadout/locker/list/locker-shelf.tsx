import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Menu } from "#web/components/overlays/menu.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { classes } from "#web/components/ui/class-names.ts";
import { IconButton } from "#web/components/ui/icon-button.tsx";
import { Ellipsis } from "#web/components/ui/icons.tsx";
import { Changing } from "#web/components/ui/read-only.tsx";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useUndoKey } from "#web/data/stores/last-undo.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { type LoadoutSearch, readLoadoutSearch, useLoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { LockerCards } from "#web/features/loadout/locker/cards/locker-cards.tsx";
import { type Selection, useSelection } from "#web/features/loadout/locker/cards/selection-bar.tsx";
import { type Folders, useFolders } from "#web/features/loadout/locker/use-folders.ts";
import { type LockerChanges, useLockerChanges } from "#web/features/loadout/locker/use-locker-changes.ts";
import { useExportAll } from "#web/features/loadout/transfer/export-locker.ts";
import { ImportButton } from "#web/features/loadout/transfer/import/import-button.tsx";
import { clearPendingUpdates, usePendingUpdates } from "#web/features/loadout/use-locker-watch.ts";
import { FolderList } from "./folder-list.tsx";
import { LockerFilters } from "./locker-filters.tsx";
import { isNarrowed, type LockerSearch } from "./locker-search.ts";
import { getSections } from "./sections.ts";

type LockerShelfProps = {
  game: GameId;
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void;
  onGone: () => void;
};

/**
 * The user's loadouts: searched, filtered, in folders; below them the starters, once they can appear without moving
 * anything.
 */
export function LockerShelf({ children, ...props }: LockerShelfProps & { children: ReactNode }) {
  const { game, onSearch, onGone } = props;
  const search = useLoadoutSearch();
  const folders = useFolders();
  const list = useLockerList(game);
  const { pages, sections } = list;
  const listed = [...sections.pinned, ...sections.others];
  const selection = useSelection(listed);
  // Here, because the cards are gone while their deletion may still be refused.
  const changes = useLockerChanges();
  useUndoKey();
  const narrow = (next: Changes) => onSearch(readLoadoutSearch({ ...search, ...next }), "replace");
  const isEmpty = pages.data !== undefined && listed.length === 0;
  const isUntouched = isEmpty && !isNarrowed(search) && search.games !== "both" && folders.folders.length === 0;

  if (pages.isPending) return <Skeleton label={m.loadout_loading_your_loadouts()} rows={3} className="h-32" />;
  if (!pages.data) {
    return (
      <>
        <ErrorPanel error={pages.error} onRetry={pages.refetch} className="panel p-5" />
        <Changing>{children}</Changing>
      </>
    );
  }
  return (
    <>
      <Changing>
        <LockerTools hasLoadouts={listed.length > 0} selection={selection} onSearch={onSearch} />
      </Changing>
      {isUntouched ? (
        <EmptyLocker />
      ) : (
        <>
          <LockerFilters game={game} search={search} onSearch={narrow} />
          <div className="grid items-start gap-4 lg:grid-cols-[13rem_1fr]">
            <FolderList
              folders={folders}
              game={search.games === "both" ? null : game}
              chosen={search.folder}
              onChoose={(folder) => narrow({ folder })}
            />
            <Listing {...{ game, search, onSearch, onGone, list, folders, selection, changes }} />
          </div>
        </>
      )}
      <Changing>{children}</Changing>
    </>
  );
}

type ListingProps = LockerShelfProps & {
  search: LoadoutSearch;
  list: ReturnType<typeof useLockerList>;
  folders: Folders;
  selection: Selection;
  changes: LockerChanges;
};

/** The cards, and what is said where there are none, where there are more, and where there is news. */
function Listing(props: ListingProps) {
  const { game, search, onSearch, onGone, folders, selection, changes } = props;
  const { pages, sections } = props.list;
  const count = sections.pinned.length + sections.others.length;
  return (
    <div className="min-w-0">
      <PendingUpdatesButton onShown={onGone} />
      <div className={classes("grid gap-5", pages.isPlaceholderData && "opacity-60")}>
        {pages.isError && <ErrorPanel error={pages.error} onRetry={pages.refetch} className="panel p-5" />}
        <p role="status" className="sr-only">
          {m.loadout_loadouts_listed({ count })}
        </p>
        {count === 0 && <NoMatch search={search} onClear={() => onSearch(widened(search), "replace")} />}
        <Changing>
          <LockerCards
            game={game}
            search={search}
            sections={sections}
            folders={folders}
            selection={selection}
            changes={changes}
            onSearch={(next) => onSearch(next, "push")}
            onGone={onGone}
          />
        </Changing>
        <ShowMore query={pages} />
      </div>
    </div>
  );
}

type Changes = { [Key in keyof LoadoutSearch]?: LoadoutSearch[Key] | undefined };

/** Everything of the games that are listed, in the order that was chosen. */
const widened = ({ games, order }: LoadoutSearch): LoadoutSearch => ({
  ...(games && { games }),
  ...(order && { order }),
});

type LockerToolsProps = {
  hasLoadouts: boolean;
  selection: Selection;
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void;
};

/** What is done to the locker as a whole. */
function LockerTools({ hasLoadouts, selection, onSearch }: LockerToolsProps) {
  const { exportAll, isExporting } = useExportAll();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hasLoadouts && (
        <Button size="small" onClick={selection.isOn ? selection.end : selection.begin} aria-pressed={selection.isOn}>
          {m.loadout_select()}
        </Button>
      )}
      <ImportButton />
      <Menu
        trigger={
          <IconButton label={m.loadout_more_about_the_locker()}>
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
        items={[
          { label: m.loadout_export_all(), onSelect: () => void exportAll("json"), disabled: isExporting },
          { label: m.common_export_as_csv(), onSelect: () => void exportAll("csv"), disabled: isExporting },
          { label: m.loadout_recently_deleted(), onSelect: () => onSearch({ view: "deleted" }, "push") },
        ]}
      />
    </div>
  );
}

type NoMatchProps = { search: LockerSearch; onClear: () => void };

/** Said where nothing is listed, with the way back to everything. */
function NoMatch({ search, onClear }: NoMatchProps) {
  if (!isNarrowed(search)) return <EmptyState text={m.loadout_no_loadouts_of_game()} />;
  return (
    <EmptyState text={getText(search)}>
      <Button onClick={onClear}>{m.common_clear()}</Button>
    </EmptyState>
  );
}

function getText({ q, tag, kit, folder }: LockerSearch): string {
  const words = [q, tag && `#${tag}`, kit && KIT_TITLES[kit]].filter(Boolean).join(" ");
  if (words && folder) return m.loadout_nothing_matches_words_in_folder({ words });
  if (words) return m.loadout_nothing_matches_words({ words });
  return folder === "none" ? m.loadout_no_loadout_without_folder() : m.loadout_this_folder_is_empty();
}

/** Shows what changed elsewhere when the reader asks for it; over the list, so that it moves nothing. */
function PendingUpdatesButton({ onShown }: { onShown: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const news = usePendingUpdates();
  const show = () => {
    clearPendingUpdates();
    void queryClient.invalidateQueries(trpc.loadout.list.pathFilter());
    onShown();
  };
  return (
    <div role="status" className="sticky top-[calc(var(--bar-h)+8px)] z-(--z-bar) flex h-0 justify-center">
      {news > 0 && (
        <Button kind="primary" size="small" onClick={show} className="shrink-0 self-start shadow-pop">
          {m.loadout_pending_updates({ count: news })}
        </Button>
      )}
    </div>
  );
}

/** The loadouts an address asks for, the pinned ones of every page first. */
function useLockerList(game: GameId) {
  const trpc = useTRPC();
  const search = useLoadoutSearch();
  const { q, games, kit, tag, folder, order } = search;
  const asked = {
    ...(games !== "both" && { game }),
    ...(q && { q }),
    ...(kit && { kit }),
    ...(tag && { tag }),
    ...(folder && { folderId: folder === "none" ? null : folder }),
    ...(order && { order }),
  };
  const pages = useInfiniteQuery({
    ...trpc.loadout.list.infiniteQueryOptions(asked, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  const pinned = useQuery({
    ...trpc.loadout.list.queryOptions({ ...asked, pinned: true }),
    placeholderData: keepPreviousData,
  });
  const sections = useMemo(
    () => getSections([...(pinned.data?.items ?? []), ...getItems(pages.data)], search),
    [pinned.data, pages.data, search],
  );
  return { pages, sections };
}

type EmptyLockerProps = {
  /** Another way to begin than building. */
  children?: ReactNode;
};

/** What stands where nothing is saved yet. */
export function EmptyLocker({ children }: EmptyLockerProps) {
  return <EmptyState text={m.loadout_no_loadouts_yet()}>{children}</EmptyState>;
}
