import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { GAMES, type GameId } from "#domain/game.ts";
import { getHealth } from "#domain/weapons/health.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { useVehicles } from "#web/features/loadout/use-vehicles.ts";
import type { Facts, GameFacts } from "./faces.ts";

const UNKNOWN: GameFacts = { weapons: new Map(), vehicles: new Map(), hitPoints: null };

/** What the cards of these games are drawn with; what is still on its way is empty. */
export function useFacts(games: readonly GameId[]): Facts {
  const trpc = useTRPC();
  const hasBf4 = games.includes("bf4");
  const vehicles = useVehicles(hasBf4 ? "bf4" : "bf2042");
  const lists = useQueries({
    queries: GAMES.map((game) => ({ ...trpc.arsenal.list.queryOptions({ game }), enabled: games.includes(game) })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const [bf2042, bf4] = lists.map((list): GameFacts => {
      if (!list) return UNKNOWN;
      const weapons = new Map(list.weapons.map((weapon) => [weapon.id, weapon]));
      return { weapons, vehicles: UNKNOWN.vehicles, hitPoints: getHealth(list.combat, "normal") };
    });
    const vehiclesById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
    return { bf2042: bf2042 ?? UNKNOWN, bf4: { ...(bf4 ?? UNKNOWN), vehicles: vehiclesById } };
  }, [lists, vehicles]);
}
