import { useSuspenseQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { getHealth } from "#domain/weapons/health.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Changing, ReadOnlyView } from "#web/components/ui/read-only.tsx";
import { useSessionTrouble } from "#web/data/session/session.ts";
import { useViewer } from "#web/data/session/viewer.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { LoadoutSearch } from "#web/features/loadout/loadout-search.ts";
import { DeletedList } from "#web/features/loadout/locker/list/deleted-list.tsx";
import { LockerShelf } from "#web/features/loadout/locker/list/locker-shelf.tsx";
import { ImportButton } from "#web/features/loadout/transfer/import/import-button.tsx";
import { useVehicles } from "#web/features/loadout/use-vehicles.ts";
import { CarriedLine } from "./carried-line.tsx";
import { EmptyLocker } from "./empty-locker.tsx";
import { StarterBoard } from "./starter-board.tsx";
import { VehicleBoard } from "./vehicle-board.tsx";

type LockerProps = {
  game: GameId;
  search: LoadoutSearch;
  onSearch: (search: LoadoutSearch, step: "push" | "replace") => void;
};

/** Everybody's own loadouts; without a session, what one may begin with. */
export function Locker({ game, search, onSearch }: LockerProps) {
  const viewer = useViewer();
  const trouble = useSessionTrouble();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDeleted = search.view === "deleted";
  const beginnings = <Beginnings game={game} onSearch={onSearch} />;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} tabIndex={-1} className="grow text-5 outline-none">
          {isDeleted ? "Recently deleted" : "My loadouts"}
        </h2>
        {isDeleted ? (
          <Button onClick={() => onSearch({}, "push")}>All loadouts</Button>
        ) : (
          !viewer?.hasEnded && (
            <Button kind="primary" aria-keyshortcuts="n" data-key="n" onClick={() => onSearch({ edit: "new" }, "push")}>
              New loadout
            </Button>
          )
        )}
      </header>
      {trouble && <ErrorPanel error={trouble.error} onRetry={trouble.retry} className="panel p-5" />}
      {viewer === undefined && !trouble && <Skeleton label="Loading your loadouts" rows={3} className="h-32" />}
      {viewer === null && (
        <EmptyLocker>
          <ImportButton />
        </EmptyLocker>
      )}
      {viewer && !viewer.isGuest && !viewer.hasEnded && <CarriedLine />}
      {viewer && (
        <ReadOnlyView active={viewer.hasEnded}>
          {isDeleted ? (
            <Changing>
              <DeletedList />
            </Changing>
          ) : (
            <LockerShelf game={game} search={search} onSearch={onSearch} onGone={() => heading.current?.focus()}>
              {beginnings}
            </LockerShelf>
          )}
        </ReadOnlyView>
      )}
      {!isDeleted && (viewer === null || trouble) && beginnings}
    </div>
  );
}

function Beginnings({ game, onSearch }: Omit<LockerProps, "search">) {
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions({ game }));
  const start = (beginning: LoadoutSearch) => onSearch({ edit: "new", ...beginning }, "push");
  return (
    <>
      <StarterBoard game={game} weapons={data.weapons} hitPoints={getHealth(data.combat, "normal")} onStart={start} />
      <VehicleBoard vehicles={useVehicles(game)} onStart={start} />
    </>
  );
}
