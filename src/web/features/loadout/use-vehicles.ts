import { useQuery } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import type { VehicleClass } from "#domain/loadout/armoury.ts";
import { useTRPC } from "#web/data/trpc.ts";

const NONE: readonly VehicleClass[] = [];

/** The classes of vehicles loadouts are made for; none in Battlefield 2042, and none until they are known. */
export function useVehicles(game: GameId): readonly VehicleClass[] {
  const { data } = useQuery({ ...useTRPC().arsenal.equipment.queryOptions({ game }), enabled: game === "bf4" });
  return data?.game === "bf4" ? data.vehicleLoadouts : NONE;
}
