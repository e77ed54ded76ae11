import { atom } from "nanostores";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { NearLimit } from "#web/app/shell/near-limit.tsx";
import { refetchLoadouts, useLocker, useLockerClients } from "#web/data/gathered-locker.ts";
import { useLockerSearch } from "#web/data/locker-search.ts";
import { ShowMore } from "#web/data/paging.tsx";
import { useUndoKey } from "#web/data/stores/last-undo.ts";
import {
  type LoadoutSearch,
  type SavedLoadout,
  useLoadoutSearch,
  useSetFilters,
  useWriteLoadouts,
} from "#web/features/loadout/loadout-search.ts";
import { LockerCards } from "#web/features/loadout/locker/cards/locker-cards.tsx";
import { type Selection, useSelection } from "#web/features/loadout/locker/cards/selection-bar.tsx";
import { type Folders, useFolders } from "#web/features/loadout/locker/use-folders.ts";
import { type LockerChanges, useLockerChanges } from "#web/features/loadout/locker/use-locker-changes.ts";
import { type ExportFormat, loadFileLoadouts, useExport } from "#web/features/loadout/transfer/export-locker.ts";
import { ImportButton } from "#web/features/loadout/transfer/import/import-button.tsx";
import { takePendingUpdates, usePendingUpdates } from "#web/features/loadout/use-locker-watch.ts";
import { Button } from "#web/ui/button.tsx";
import { CollapsedSection } from "#web/ui/collapsed-section.tsx";
import { useStore } from "#web/ui/environment.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Ellipsis } from "#web/ui/icons.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { Changing } from "#web/ui/read-only.tsx";
import { FolderList } from "./folder-list.tsx";
import { LockerFilters } from "./locker-filters.tsx";
import { isNarrowed, type LockerSearch } from "./locker-search.ts";
import { getDrawn, getSections } from "./sections.ts";

type LockerShelfProps = {
  game: GameId;
  onGone: () => void;
};

/**
 * The user's loadouts with search, filters and folders. The presets below appear only after the loadouts, so that they do not shift,
 * and are collapsed unless the locker is empty.
 */
export function LockerShelf({ children, ...props }: LockerShelfProps & { children: ReactNode }) {
  const { game, onGone } = props;
  const search = useLoadoutSearch();
  const folders = useFolders();
  const list = useLockerList(game);
  const { locker, drawn, count } = list;
  const selection = useSelection([...drawn.pinned, ...drawn.others]);
  // Called here, as the cards are already unmounted when their deletion is refused.
  const changes = useLockerChanges();
  useUndoKey();
  // Deferred, so that the next page is requested before the cards of the first page are rendered.
  const isDrawn = useDeferredValue(!locker.isPending);
  const setFilters = useSetFilters(game);
  const isEmpty = locker.isWhole && count === 0;
  const isUntouched = isEmpty && !isNarrowed(search) && search.games !== "both" && folders.folders.length === 0;

  if (locker.isPending || !isDrawn)
    return <Skeleton label={m.loadout_loading_your_loadouts()} rows={3} className="h-32" />;
  if (locker.error && locker.items.length === 0) {
    return (
      <>
        <ErrorPanel error={locker.error} onRetry={locker.refetch} className="panel p-5" />
        <Changing>{children}</Changing>
      </>
    );
  }
  return (
    <>
      <Changing>
        <LockerTools hasLoadouts={count > 0} game={game} selection={selection} />
      </Changing>
      <NearLimit limits={["loadouts", "storedLoadouts", "loadoutBytes", "folders"]} />
      {isUntouched ? (
        <EmptyLocker />
      ) : (
        <>
          <LockerFilters game={game} count={count} />
          <div className="grid items-start gap-4 lg:grid-cols-[13rem_1fr]">
            <FolderList
              folders={folders}
              counts={list.folderCounts}
              chosen={search.folder}
              onChoose={(folder) => setFilters({ folder })}
            />
            <Listing {...{ game, onGone, list, folders, selection, changes }} />
          </div>
        </>
      )}
      <Changing>
        {isUntouched ? children : <CollapsedSection title={m.loadout_presets()}>{children}</CollapsedSection>}
      </Changing>
    </>
  );
}

type ListingProps = LockerShelfProps & {
  list: ReturnType<typeof useLockerList>;
  folders: Folders;
  selection: Selection;
  changes: LockerChanges;
};

/** The cards with the messages for no results, more results and pending updates. */
function Listing(props: ListingProps) {
  const { game, onGone, folders, selection, changes } = props;
  const { locker, drawn, count, isPending, showMore } = props.list;
  return (
    <div className="min-w-0">
      <PendingUpdatesButton onShown={onGone} />
      <div className="grid gap-5">
        {locker.error && <ErrorPanel error={locker.error} onRetry={locker.refetch} className="panel p-5" />}
        <p role="status" className="sr-only">
          {m.loadout_loadouts_listed({ count })}
        </p>
        {count === 0 && !isPending && <NoMatch game={game} />}
        <Changing>
          <LockerCards
            game={game}
            sections={drawn}
            folders={folders}
            selection={selection}
            changes={changes}
            onGone={onGone}
          />
        </Changing>
        {isPending && !locker.error && (
          <p role="status" className="text-0 text-ink-2">
            {m.loadout_loading_your_loadouts()}
          </p>
        )}
        <ShowMore query={{ hasNextPage: showMore !== null, fetchNextPage: () => showMore?.() }} />
      </div>
    </div>
  );
}

/** Returns the search without filters, keeping the games and the order. */
const removeFilters = ({ games, order }: LoadoutSearch): LoadoutSearch => ({
  ...(games && { games }),
  ...(order && { order }),
});

type LockerToolsProps = { game: GameId; hasLoadouts: boolean; selection: Selection };

/** The actions on the whole locker. */
function LockerTools({ game, hasLoadouts, selection }: LockerToolsProps) {
  const write = useWriteLoadouts(game);
  const clients = useLockerClients();
  const { exportLoadouts, isExporting } = useExport("locker");
  const exportAll = (format: ExportFormat) => void exportLoadouts(() => loadFileLoadouts(clients), format);
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
          { label: m.loadout_export_all(), onSelect: () => exportAll("json"), disabled: isExporting },
          { label: m.common_export_as_csv(), onSelect: () => exportAll("csv"), disabled: isExporting },
          { label: m.loadout_recently_deleted(), onSelect: () => write({ view: "deleted" }, "push") },
        ]}
      />
    </div>
  );
}

/** The message for no results, with a button that clears the filters. */
function NoMatch({ game }: { game: GameId }) {
  const search = useLoadoutSearch();
  const write = useWriteLoadouts(game);
  if (!isNarrowed(search)) return <EmptyState text={m.loadout_no_loadouts_of_game()} />;
  return (
    <EmptyState text={getText(search)}>
      <Button onClick={() => write(removeFilters(search), "replace")}>{m.common_clear()}</Button>
    </EmptyState>
  );
}

function getText({ q, tag, kit, folder }: LockerSearch): string {
  const terms = [q, tag && `#${tag}`, kit && KIT_TITLES[kit]].filter(Boolean).join(" ");
  if (terms && folder) return m.loadout_nothing_matches_words_in_folder({ words: terms });
  if (terms) return m.loadout_nothing_matches_words({ words: terms });
  return folder === "none" ? m.loadout_no_loadout_without_folder() : m.loadout_this_folder_is_empty();
}

/** The button that shows changes made elsewhere. It overlays the list, so that nothing shifts. */
function PendingUpdatesButton({ onShown }: { onShown: () => void }) {
  const clients = useLockerClients();
  const pendingCount = usePendingUpdates();
  const show = () => {
    void refetchLoadouts(clients, takePendingUpdates());
    onShown();
  };
  return (
    <div role="status" className="sticky top-[calc(var(--bar-h)+8px)] z-(--z-bar) flex h-0 justify-center">
      {pendingCount > 0 && (
        <Button kind="primary" size="small" onClick={show} className="shrink-0 self-start shadow-pop">
          {m.loadout_pending_updates({ count: pendingCount })}
        </Button>
      )}
    </div>
  );
}

/** The number of cards that are rendered at first, and that each press of "Show more" adds. */
const CARDS = 100;

/** The number of rendered cards of the last list, so that returning to the list renders as many as before. */
const shown = atom({ list: "", count: CARDS });

/** Returns the loadouts that match the URL's filters, pinned loadouts first, and those of them to render. */
function useLockerList(game: GameId) {
  const search = useLoadoutSearch();
  const { q, games, kit, tag, folder, order } = search;
  const gameId = games === "both" ? undefined : game;
  const locker = useLocker();
  const { items, isWhole } = locker;
  const { isFound, isPending } = useLockerSearch({
    q,
    kit,
    tag,
    game: gameId,
    folderId: folder === "none" ? null : folder,
  });
  const sections = useMemo(() => getSections(items.filter(isFound), order), [items, isFound, order]);
  const list = JSON.stringify([gameId, q, kit, tag, folder, order]);
  const last = useStore(shown);
  const limit = last.list === list ? last.count : CARDS;
  const drawn = useMemo(() => getDrawn(sections, limit), [sections, limit]);
  const folderCounts = useMemo(() => (isWhole ? countByFolder(items, gameId) : null), [items, isWhole, gameId]);
  const count = sections.pinned.length + sections.others.length;
  return {
    locker,
    drawn,
    folderCounts,
    /** The number of matching loadouts. */
    count,
    /** Whether more loadouts may match, as the search or the locker is incomplete. */
    isPending: isPending || !isWhole,
    showMore: count > limit ? () => shown.set({ list, count: limit + CARDS }) : null,
  };
}

function countByFolder(items: readonly SavedLoadout[], game: GameId | undefined): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { folderId, loadout } of items)
    if (!game || loadout.game === game) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  return counts;
}

type EmptyLockerProps = {
  /** An alternative action, such as importing. */
  children?: ReactNode;
};

/** The message for a locker without loadouts. */
export function EmptyLocker({ children }: EmptyLockerProps) {
  return <EmptyState text={m.loadout_no_loadouts_yet()}>{children}</EmptyState>;
}
