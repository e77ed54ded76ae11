// Stores the games' data once per build and language, so that the service worker can serve it offline.
import { GAMES } from "#domain/game.ts";
import { m } from "#messages";
import type { Clients } from "#web/data/query-client.ts";
import { getDataClient } from "#web/data/trpc.ts";
import { CATALOGUE_CACHE } from "./catalogue-cache.ts";
import { buildName } from "./store.ts";

/** Marks which build has stored everything in this language. It is in the same cache, so both are deleted together. */
const MARKER_PATH = `/catalogues${m.language_query()}`;

/** Stores the data of lists, cards and the editor. The calls run sequentially, because no screen waits for them. */
export async function storeCatalogues(clients: Clients): Promise<void> {
  const cache = await caches.open(CATALOGUE_CACHE);
  if ((await (await cache.match(MARKER_PATH))?.text()) === buildName()) return;
  const { arsenal, catalogue } = getDataClient(clients);
  for (const game of GAMES) {
    await storeAnswers(cache, await arsenal.all.query({ game }));
    await storeAnswers(cache, await catalogue.all.query({ game }));
  }
  await cache.put(MARKER_PATH, new Response(buildName()));
}

type Answers = readonly { path: string; input?: object; data: object }[];

async function storeAnswers(cache: Cache, answers: Answers): Promise<void> {
  const headers = { "content-type": "application/json" };
  for (const { path, input, data } of answers)
    await cache.put(getAddress(path, input), new Response(JSON.stringify({ result: { data } }), { headers }));
}

/** Returns the address of a public query, as the data client requests it. */
function getAddress(path: string, input?: object): string {
  const address = `/api/trpc/${path}${m.language_query()}`;
  const separator = address.includes("?") ? "&" : "?";
  return input ? `${address}${separator}input=${encodeURIComponent(JSON.stringify(input))}` : address;
}
