import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { useSession, useSessionTrouble } from "#web/client/session.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Trouble } from "#web/shell/trouble.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Listed, Saved } from "./answers.ts";
import { CarriedLine } from "./carried-line.tsx";
import { LoadoutCard } from "./loadout-card.tsx";
import type { LoadoutSearch } from "./loadout-search.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { StarterBoard } from "./starter-board.tsx";
import { useLockerChanges } from "./use-locker-changes.ts";

type LockerProps = { game: GameId; onOpen: (search: LoadoutSearch & { edit: string }) => void };

/** Everybody's own loadouts of a game; without a session, what one may begin with. */
export function Locker({ game, onOpen }: LockerProps) {
  const session = useSession();
  const trouble = useSessionTrouble();
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions({ game }));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} tabIndex={-1} className="grow text-5 outline-none">
          My loadouts
        </h2>
        <Button kind="primary" onClick={() => onOpen({ edit: "new" })}>
          New loadout
        </Button>
      </header>
      {trouble && <Trouble error={trouble.error} onRetry={trouble.retry} className="panel p-5" />}
      {session === undefined && !trouble && <Skeleton label="Loading your loadouts" rows={3} className="h-32" />}
      {session === null && <EmptyLocker />}
      {session && !session.user.isAnonymous && <CarriedLine />}
      {session && (
        <SavedLoadouts
          game={game}
          weapons={data.weapons}
          onEdit={(id) => onOpen({ edit: id })}
          onGone={() => heading.current?.focus()}
        />
      )}
      <StarterBoard game={game} weapons={data.weapons} onStart={(beginning) => onOpen({ edit: "new", ...beginning })} />
    </div>
  );
}

function EmptyLocker() {
  return <EmptyState text="No loadouts yet. Build one and save it: no account needed, this browser keeps it." />;
}

type SavedLoadoutsProps = {
  game: GameId;
  weapons: readonly Listed[];
  onEdit: (id: string) => void;
  onGone: () => void;
};

function SavedLoadouts({ game, weapons, onEdit, onGone }: SavedLoadoutsProps) {
  const query = useInfiniteQuery(
    useTRPC().loadout.list.infiniteQueryOptions({ game }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
  );
  if (query.isPending) return <Skeleton label="Loading your loadouts" rows={3} className="h-32" />;
  if (!query.data) return <Trouble error={query.error} onRetry={query.refetch} className="panel p-5" />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyLocker />;
  return (
    <>
      {query.isError && <Trouble error={query.error} onRetry={query.refetch} className="panel p-5" />}
      <Cards game={game} items={items} weapons={weapons} onEdit={onEdit} onGone={onGone} />
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()} className="justify-self-center">
          Show more
        </Button>
      )}
    </>
  );
}

type CardsProps = SavedLoadoutsProps & { items: readonly Saved[] };

function Cards({ game, items, weapons, onEdit, onGone }: CardsProps) {
  const changes = useLockerChanges(game);
  const [renaming, setRenaming] = useState<Saved | null>(null);
  const weaponsById = useMemo(() => new Map(weapons.map((weapon) => [weapon.id, weapon])), [weapons]);
  return (
    <>
      <ul aria-label="My loadouts" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((saved) => (
          <LoadoutCard
            key={saved.id}
            saved={saved}
            weapons={weaponsById}
            trouble={changes.troubles[saved.id]}
            onEdit={() => onEdit(saved.id)}
            onRename={() => setRenaming(saved)}
            onDuplicate={() => changes.duplicate(saved)}
            onDelete={() => {
              onGone();
              void changes.remove(saved);
            }}
          />
        ))}
      </ul>
      {renaming && (
        <RenameDialog
          name={renaming.name}
          onClose={() => setRenaming(null)}
          onRename={(name) => {
            setRenaming(null);
            void changes.rename(renaming, name);
          }}
        />
      )}
    </>
  );
}
