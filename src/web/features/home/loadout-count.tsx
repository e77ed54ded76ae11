import { useQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { useTRPC } from "#web/data/trpc.ts";

type LoadoutCountProps = { game: GameId };

/** "3 loadouts here", for users with a locker. */
export function LoadoutCount({ game }: LoadoutCountProps) {
  return (
    <DataProvider>
      <Count game={game} />
    </DataProvider>
  );
}

function Count({ game }: LoadoutCountProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.loadout.counts.queryOptions());
  if (!data) return null;
  const count = data[game];
  return <Badge>{`${count} ${count === 1 ? "loadout" : "loadouts"} here`}</Badge>;
}
