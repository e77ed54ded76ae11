// Stores the games' data once per build and language, so that the service worker answers from it when there is no network.
import { GAMES } from "#domain/game.ts";
import { m } from "#messages";
import type { Clients } from "#web/data/query-client.ts";
import { getDataClient } from "#web/data/trpc.ts";
import { CATALOGUE_CACHE } from "./catalogue-cache.ts";
import { buildName } from "./store.ts";

/** Beside what it marks, so that it is gone with that: the build that stored everything in this language. */
const MARK = `/catalogues${m.language_query()}`;

/** Stores what lists, cards and the editor need. Sequential, because nothing waits for it. */
export async function storeCatalogues(clients: Clients): Promise<void> {
  const cache = await caches.open(CATALOGUE_CACHE);
  if ((await (await cache.match(MARK))?.text()) === buildName()) return;
  const { arsenal, catalogue } = getDataClient(clients);
  for (const game of GAMES) {
    await storeAnswers(cache, await arsenal.all.query({ game }));
    await storeAnswers(cache, await catalogue.all.query({ game }));
  }
  await cache.put(MARK, new Response(buildName()));
}

type Answers = readonly { path: string; input?: object; data: object }[];

async function storeAnswers(cache: Cache, answers: Answers): Promise<void> {
  const headers = { "content-type": "application/json" };
  for (const { path, input, data } of answers)
    await cache.put(getAddress(path, input), new Response(JSON.stringify({ result: { data } }), { headers }));
}

/** The address of a public query, as the data client sends it. */
function getAddress(path: string, input?: object): string {
  const address = `/api/trpc/${path}${m.language_query()}`;
  const mark = address.includes("?") ? "&" : "?";
  return input ? `${address}${mark}input=${encodeURIComponent(JSON.stringify(input))}` : address;
}
