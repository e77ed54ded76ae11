import { atom } from "nanostores";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import type { GameId } from "#domain/game.ts";
import { getLimit } from "#domain/limits.ts";
import { toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { readAgain, useLocker, useLockerClients } from "#web/data/gathered-locker.ts";
import { useLockerSearch } from "#web/data/locker-search.ts";
import { ShowMore } from "#web/data/paging.tsx";
import { useViewer } from "#web/data/session/session.ts";
import { useUndoKey } from "#web/data/stores/last-undo.ts";
import {
  type LoadoutSearch,
  type Saved,
  useLoadoutSearch,
  useNarrow,
  useWriteLoadouts,
} from "#web/features/loadout/loadout-search.ts";
import { LockerCards } from "#web/features/loadout/locker/cards/locker-cards.tsx";
import { type Selection, useSelection } from "#web/features/loadout/locker/cards/selection-bar.tsx";
import { type Folders, useFolders } from "#web/features/loadout/locker/use-folders.ts";
import { type LockerChanges, useLockerChanges } from "#web/features/loadout/locker/use-locker-changes.ts";
import { type ExportFormat, gatherTransferred, useExport } from "#web/features/loadout/transfer/export-locker.ts";
import { ImportButton } from "#web/features/loadout/transfer/import/import-button.tsx";
import { takePendingUpdates, usePendingUpdates } from "#web/features/loadout/use-locker-watch.ts";
import { Button } from "#web/ui/button.tsx";
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
 * The user's loadouts: searched, filtered, in folders; below them the starters, once they can appear without moving
 * anything.
 */
export function LockerShelf({ children, ...props }: LockerShelfProps & { children: ReactNode }) {
  const { game, onGone } = props;
  const search = useLoadoutSearch();
  const folders = useFolders();
  const list = useLockerList(game);
  const { locker, drawn, count } = list;
  const selection = useSelection([...drawn.pinned, ...drawn.others]);
  // Here, because the cards are gone while their deletion may still be refused.
  const changes = useLockerChanges();
  useUndoKey();
  // The next page is asked for before the cards of the first one are drawn.
  const isDrawn = useDeferredValue(!locker.isPending);
  const narrow = useNarrow(game);
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
      <Fullness items={locker.items} />
      {isUntouched ? (
        <EmptyLocker />
      ) : (
        <>
          <LockerFilters game={game} />
          <div className="grid items-start gap-4 lg:grid-cols-[13rem_1fr]">
            <FolderList
              folders={folders}
              counts={list.folderCounts}
              chosen={search.folder}
              onChoose={(folder) => narrow({ folder })}
            />
            <Listing {...{ game, onGone, list, folders, selection, changes }} />
          </div>
        </>
      )}
      <Changing>{children}</Changing>
    </>
  );
}

/** From this share on the screen shows how full the locker is. */
const NEARLY_FULL = 0.9;

function Fullness({ items }: { items: readonly Saved[] }) {
  const isGuest = useViewer()?.isGuest ?? false;
  const share = useMemo(() => {
    const bytes = items.reduce((sum, item) => sum + JSON.stringify(Object.values(toContent(item))).length, 0);
    return Math.max(items.length / getLimit("loadouts", { isGuest }), bytes / getLimit("loadoutBytes", { isGuest }));
  }, [items, isGuest]);
  if (share < NEARLY_FULL) return null;
  return (
    <p role="status" className="rounded-1 bg-tint p-3 text-0">
      {m.loadout_locker_nearly_full({ percent: Math.floor(share * 100) })}
    </p>
  );
}

type ListingProps = LockerShelfProps & {
  list: ReturnType<typeof useLockerList>;
  folders: Folders;
  selection: Selection;
  changes: LockerChanges;
};

/** The cards, and what is said where there are none, where there are more, and where there is news. */
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

/** Everything of the games that are listed, in the order that was chosen. */
const widened = ({ games, order }: LoadoutSearch): LoadoutSearch => ({
  ...(games && { games }),
  ...(order && { order }),
});

type LockerToolsProps = { game: GameId; hasLoadouts: boolean; selection: Selection };

/** What is done to the locker as a whole. */
function LockerTools({ game, hasLoadouts, selection }: LockerToolsProps) {
  const write = useWriteLoadouts(game);
  const clients = useLockerClients();
  const { exportLoadouts, isExporting } = useExport("locker");
  const exportAll = (format: ExportFormat) => void exportLoadouts(() => gatherTransferred(clients), format);
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

/** Said where nothing is listed, with the way back to everything. */
function NoMatch({ game }: { game: GameId }) {
  const search = useLoadoutSearch();
  const write = useWriteLoadouts(game);
  if (!isNarrowed(search)) return <EmptyState text={m.loadout_no_loadouts_of_game()} />;
  return (
    <EmptyState text={getText(search)}>
      <Button onClick={() => write(widened(search), "replace")}>{m.common_clear()}</Button>
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
  const clients = useLockerClients();
  const news = usePendingUpdates();
  const show = () => {
    void readAgain(clients, takePendingUpdates());
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

/** As many cards are drawn at first, and more by each press. */
const CARDS = 100;

/** How many cards are drawn of which list: those of another one begin anew, and a return finds as many as were left. */
const shown = atom({ list: "", count: CARDS });

/** The loadouts an address asks for, the pinned ones first, as far as they have come and are drawn. */
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
    /** How many were found. */
    count,
    /** More may be found yet. */
    isPending: isPending || !isWhole,
    showMore: count > limit ? () => shown.set({ list, count: limit + CARDS }) : null,
  };
}

function countByFolder(items: readonly Saved[], game: GameId | undefined): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { folderId, loadout } of items)
    if (!game || loadout.game === game) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  return counts;
}

type EmptyLockerProps = {
  /** Another way to begin than building. */
  children?: ReactNode;
};

/** What stands where nothing is saved yet. */
export function EmptyLocker({ children }: EmptyLockerProps) {
  return <EmptyState text={m.loadout_no_loadouts_yet()}>{children}</EmptyState>;
}
