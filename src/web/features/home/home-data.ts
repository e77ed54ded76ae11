import { queryOptions } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import type { Clients } from "#web/data/query-client.ts";

export type ExampleWeapon = { name: string; damage: DamageProfile };

export type HomeData = {
  overview: Record<GameId, { weapons: number; patch: string | null }>;
  /** Two weapons whose lines cross; empty when the data lacks one of them. */
  example: readonly ExampleWeapon[];
};

/** How far the example looks, in metres. */
export const FARTHEST_M = 80;

const EXAMPLE_IDS = ["ump-45", "ak-12"];

/** What the home page shows of the games. */
export const homeQuery = (clients: Clients) =>
  queryOptions({
    queryKey: ["home"],
    queryFn: () => readHome(clients),
    // Part of the release: the page carries it, and a whole arsenal need not travel again for two lines.
    staleTime: Number.POSITIVE_INFINITY,
  });

async function readHome(clients: Clients): Promise<HomeData> {
  const { getDataClient } = await import("#web/data/trpc.ts");
  const { arsenal } = getDataClient(clients);
  const [overview, { weapons }] = await Promise.all([arsenal.overview.query(), arsenal.list.query({ game: "bf4" })]);
  const example = EXAMPLE_IDS.flatMap((id) => {
    const weapon = weapons.find((one) => one.id === id);
    return weapon?.damage ? [{ name: weapon.name, damage: weapon.damage }] : [];
  });
  return { overview, example: example.length === EXAMPLE_IDS.length ? example : [] };
}
