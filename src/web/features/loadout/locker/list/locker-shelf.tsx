import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { classes } from "#web/components/ui/class-names.ts";
import { Changing } from "#web/components/ui/read-only.tsx";
import { useUndoKey } from "#web/data/stores/use-undo-key.ts";
import { type LoadoutSearch, readLoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { LockerCards } from "#web/features/loadout/locker/cards/locker-cards.tsx";
import { type Selection, useSelection } from "#web/features/loadout/locker/cards/use-selection.ts";
import { EmptyLocker } from "#web/features/loadout/locker/empty-locker.tsx";
import { type Folders, useFolders } from "#web/features/loadout/locker/use-folders.ts";
import { FolderList } from "./folder-list.tsx";
import { LockerFilters } from "./locker-filters.tsx";
import { isNarrowed } from "./locker-search.ts";
import { LockerTools } from "./locker-tools.tsx";
import { NoMatch } from "./no-match.tsx";
import { PendingUpdatesButton } from "./pending-updates-button.tsx";
import { useLockerList } from "./use-locker-list.ts";

type LockerShelfProps = {
  game: GameId;
  search: LoadoutSearch;
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void;
  onGone: () => void;
};

/**
 * The user's loadouts: searched, filtered, in folders; below them the starters, once they can appear without moving
 * anything.
 */
export function LockerShelf({ children, ...props }: LockerShelfProps & { children: ReactNode }) {
  const { game, search, onSearch, onGone } = props;
  const folders = useFolders();
  const list = useLockerList(game, search);
  const { pages, sections } = list;
  const listed = [...sections.pinned, ...sections.others];
  const selection = useSelection(listed);
  useUndoKey();
  const narrow = (next: Changes) => onSearch(readLoadoutSearch({ ...search, ...next }), "replace");
  const isEmpty = pages.data !== undefined && listed.length === 0;
  const isUntouched = isEmpty && !isNarrowed(search) && search.games !== "both" && folders.folders.length === 0;

  if (pages.isPending) return <Skeleton label="Loading your loadouts" rows={3} className="h-32" />;
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
            <FolderList folders={folders} chosen={search.folder} onChoose={(folder) => narrow({ folder })} />
            <Listing {...{ game, search, onSearch, onGone, list, folders, selection }} />
          </div>
        </>
      )}
      <Changing>{children}</Changing>
    </>
  );
}

type ListingProps = LockerShelfProps & {
  list: ReturnType<typeof useLockerList>;
  folders: Folders;
  selection: Selection;
};

/** The cards, and what is said where there are none, where there are more, and where there is news. */
function Listing({ game, search, onSearch, onGone, list: { pages, sections }, folders, selection }: ListingProps) {
  const count = sections.pinned.length + sections.others.length;
  return (
    <div className="min-w-0">
      <PendingUpdatesButton onShown={onGone} />
      <div className={classes("grid gap-5", pages.isPlaceholderData && "opacity-60")}>
        {pages.isError && <ErrorPanel error={pages.error} onRetry={pages.refetch} className="panel p-5" />}
        <p role="status" className="sr-only">
          {count === 1 ? "1 loadout listed" : `${count} loadouts listed`}
        </p>
        {count === 0 && <NoMatch search={search} onClear={() => onSearch(widened(search), "replace")} />}
        <Changing>
          <LockerCards
            game={game}
            search={search}
            sections={sections}
            folders={folders}
            selection={selection}
            onSearch={(next) => onSearch(next, "push")}
            onGone={onGone}
          />
        </Changing>
        {pages.hasNextPage && (
          <Button busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()} className="justify-self-center">
            Show more
          </Button>
        )}
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
