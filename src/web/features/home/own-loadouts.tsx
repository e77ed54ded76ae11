import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Block, Nothing } from "./block.tsx";
import { ClosestUnlocks } from "./closest-unlocks.tsx";
import { SoldierChanges } from "./soldier-changes.tsx";

const MAX_PINNED = 8;

/**
 * For users with a locker: the loadout last edited in each game, the pinned ones of both, the closest unlocks, and
 * soldiers' changes.
 */
export function OwnLoadouts() {
  return (
    <DataProvider>
      <Continue />
      <Pinned />
      <ClosestUnlocks />
      <SoldierChanges />
    </DataProvider>
  );
}

function Continue() {
  const trpc = useTRPC();
  const lists = useQueries({
    queries: GAMES.map((game) => trpc.loadout.list.queryOptions({ game, limit: 1 })),
  });
  const failed = lists.find(({ isError }) => isError);
  const last = lists.flatMap(({ data }) => data?.items ?? []);
  return (
    <Block
      title="Continue where you left off"
      isPending={lists.some(({ isPending }) => isPending)}
      error={failed?.error}
      onRetry={() => {
        for (const { refetch } of lists) void refetch();
      }}
    >
      {last.length > 0 ? (
        <Loadouts items={last} />
      ) : (
        <Nothing
          text="Nothing is saved yet."
          game="bf2042"
          search={{ tab: "loadouts", edit: "new" }}
          action="Build one"
        />
      )}
    </Block>
  );
}

function Pinned() {
  const trpc = useTRPC();
  const { data, isPending, error, refetch } = useQuery(
    trpc.loadout.list.queryOptions({ pinned: true, order: "own", limit: MAX_PINNED }),
  );
  return (
    <Block title="Pinned loadouts" isPending={isPending} error={error} onRetry={refetch}>
      {data && data.items.length > 0 ? (
        <Loadouts items={data.items} />
      ) : (
        <Nothing
          text="Pin a loadout in your locker and it is at hand here."
          game="bf2042"
          search={{ tab: "loadouts", games: "both" }}
          action="Open the locker"
        />
      )}
    </Block>
  );
}

type Item = {
  id: string;
  name: string;
  loadout: { game: GameId } & ({ kitId: Kit } | { classId: Kit } | { vehicleClassId: string });
};
type Kit = keyof typeof KIT_TITLES;

const Loadouts = ({ items }: { items: readonly Item[] }) => (
  <ul className="grid">
    {items.map(({ id, name, loadout }) => (
      <li key={id} className="border-t border-line first:border-t-0">
        <Link
          to={gamePath[loadout.game]}
          search={{ tab: "loadouts", edit: id }}
          className="group flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1"
        >
          <span className="min-w-0 font-cond text-1 font-bold break-words group-hover:text-accent group-hover:underline">
            {name}
          </span>
          <span className="flex gap-1.5">
            <Badge>{getOwner(loadout)}</Badge>
            <Badge>{GAME_TITLES[loadout.game]}</Badge>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

function getOwner(loadout: Item["loadout"]): string {
  if ("kitId" in loadout) return KIT_TITLES[loadout.kitId];
  return "classId" in loadout ? KIT_TITLES[loadout.classId] : "Vehicle";
}
