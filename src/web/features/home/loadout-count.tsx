import { useQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { DataProvider } from "#web/client/data-provider.tsx";
import { useTRPC } from "#web/client/trpc.ts";
import { Tape } from "#web/ui/tape.tsx";

type LoadoutCountProps = { game: GameId };

/** "3 loadouts here", for whoever has a locker. */
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
  return <Tape>{`${count} ${count === 1 ? "loadout" : "loadouts"} here`}</Tape>;
}
