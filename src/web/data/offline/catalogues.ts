// Reads the games' catalogues once per build and language, so that the service worker has them when there is no network.

import { GAMES, type GameId } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import { getFiguresInput, LAYERS } from "#domain/game-data/patch.ts";
import { m } from "#messages";
import type { Clients } from "#web/data/query-client.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { type DataClient, getDataClient } from "#web/data/trpc.ts";
import { buildName, getCatalogueCache } from "./store.ts";

/** Beside what it marks, so that it is gone with that: what was read in this language. */
const MARK = `/catalogues${m.language_query()}`;

/**
 * Stores what every list needs, then each weapon for the editor, where the service worker of this build answers the page.
 * Sequential, because nothing waits for it.
 */
export async function keepCatalogues(clients: Clients): Promise<void> {
  const depth = lastPerson() ? "weapons" : "lists";
  const cache = await caches.open(getCatalogueCache(buildName()));
  const done = await (await cache.match(MARK))?.text();
  if (done === "weapons" || done === depth) return;
  const data = getDataClient(clients);
  await data.arsenal.overview.query();
  for (const game of GAMES) await keepGame(data, game, depth);
  await cache.put(MARK, new Response(depth));
}

async function keepGame({ arsenal, catalogue }: DataClient, game: GameId, depth: "weapons" | "lists"): Promise<void> {
  const { weapons } = await arsenal.list.query({ game });
  // The figures of the other records, about 5 kB each.
  if (game === "bf2042") for (const layer of LAYERS) await arsenal.list.query(getFiguresInput(game, layer));
  await arsenal.equipment.query({ game });
  await arsenal.partNames.query({ game });
  for (const id of CATALOGUES[game])
    await catalogue.list.query({ game, catalogue: id, q: "", group: null, direction: "forward" });
  if (depth === "lists") return;
  for (const { id } of weapons) await arsenal.weapon.query({ game, id });
}
