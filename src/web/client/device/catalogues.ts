// Reads the games' catalogues once per build, so that the service worker has them when there is no network.
import { CATALOGUES } from "#domain/arsenal/catalogue-id.ts";
import { GAMES, type GameId } from "#domain/game.ts";
import { recall, remember } from "#web/client/memory.ts";
import { lastPerson } from "#web/client/person.ts";
import { type DataClient, dataClientOf } from "#web/client/trpc.ts";
import type { Clients } from "#web/clients.ts";
import { buildName } from "./store.ts";

const DONE = "catalogues";

/** What every list needs; and each weapon, for those who build with them. One after the other: nobody waits for it. */
export async function keepCatalogues(clients: Clients): Promise<void> {
  const depth = lastPerson() ? "weapons" : "lists";
  const done = recall(DONE);
  if (done === `weapons ${buildName()}` || done === `${depth} ${buildName()}`) return;
  const data = dataClientOf(clients);
  await data.arsenal.overview.query();
  for (const game of GAMES) await keepGame(data, game, depth);
  remember(DONE, `${depth} ${buildName()}`);
}

async function keepGame({ arsenal, catalogue }: DataClient, game: GameId, depth: "weapons" | "lists"): Promise<void> {
  const { weapons } = await arsenal.list.query({ game });
  await arsenal.equipment.query({ game });
  await arsenal.partNames.query({ game });
  for (const id of CATALOGUES[game])
    await catalogue.list.query({ game, catalogue: id, q: "", group: null, direction: "forward" });
  if (depth === "lists") return;
  for (const { id } of weapons) await arsenal.weapon.query({ game, id });
}
