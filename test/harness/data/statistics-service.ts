// A statistics service in the shape of the real one, over real HTTP: its soldiers are invented from their names, and each
// reading finds them one evening further. Some names have a fate.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { GameId } from "#domain/game.ts";
import { bf4All, bf4Stats, bf4Weapons } from "#test/fixtures/statistics/bf4-stats.ts";
import { bf2042Stats, withNewGear } from "#test/fixtures/statistics/bf2042-stats.ts";
import { FATES, getFate, isOfNewerPatch, isStill } from "#test/fixtures/statistics/failure-scenarios.ts";
import type { FormatOptions } from "#test/fixtures/statistics/formats.ts";
import { getId, type InventedSoldier, inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";

export type StatisticsService = AsyncDisposable & {
  url: string;
  /** What was asked, oldest first: the page, and the soldier's name. */
  calls: { path: string; name: string; at: number }[];
  /** How long an answer takes to come. */
  latencyMs: number;
  /** No answer comes before this. */
  held: Promise<void>;
  /** What is answered in place of what is true of a soldier; null: the truth. */
  falsify: ((body: Record<string, unknown>, path: string) => unknown) | null;
};

type Page = { game: GameId; tell: (soldier: InventedSoldier, evenings: number, reported: FormatOptions) => object };

const PAGES: Readonly<Record<string, Page>> = {
  "/bf2042/stats/": { game: "bf2042", tell: bf2042Stats },
  "/bf4/all/": { game: "bf4", tell: bf4All },
  "/bf4/stats/": { game: "bf4", tell: bf4Stats },
  "/bf4/weapons/": { game: "bf4", tell: bf4Weapons },
};

/** The platforms on which every name is found, with the numbers a search returns for them. */
const SEARCHED = [
  ["pc", 1],
  ["ps4", 2],
] as const;

/** Opens the service on that port of this machine, or on a free one. */
export async function createStatisticsService({ port = 0 } = {}): Promise<StatisticsService> {
  const soldiers = createSoldiers();
  const calls: StatisticsService["calls"] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", service.url);
    const name = query.get("name") ?? soldiers.nameOf(query.get("playerid") ?? "");
    calls.push({ path, name, at: Date.now() });
    await service.held;
    if (service.latencyMs > 0) await setTimeout(service.latencyMs);
    const page = PAGES[path];
    if (page) return tell(page, path, name, query, response);
    if (path === "/bf2042/player/") return sendMatch(name, { results: soldiers.search("bf2042", name) }, response);
    if (path === "/bfglobal/search") return sendMatch(name, soldiers.search("bf4", name), response);
    response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}');
  }

  async function tell(
    { game, tell: createBody }: Page,
    path: string,
    name: string,
    query: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    if (name === "") return void FATES.unknown(response);
    const { soldier, reading } = soldiers.next(game, query.get("platform") ?? "pc", name, path);
    const plain = createBody(soldier, isStill(name) ? 0 : reading, {
      formatted: query.get("format_values") !== "false",
    });
    const truth = isOfNewerPatch(name) ? withNewGear(plain) : plain;
    const body = service.falsify ? service.falsify({ ...truth }, path) : truth;
    const fate = getFate(name, reading);
    if (fate) await FATES[fate](response, body);
    else send(response, body);
  }

  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  const service: StatisticsService = {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    calls,
    latencyMs: 0,
    held: Promise.resolve(),
    falsify: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}

/** Who has been asked for, and how often each page of theirs was read. */
function createSoldiers() {
  const soldiers = new Map<string, { soldier: InventedSoldier; readings: Map<string, number> }>();
  const names = new Map<string, string>();
  return {
    nameOf: (playerId: string): string => names.get(playerId) ?? "",
    next(game: GameId, platform: string, name: string, path: string) {
      const key = `${game} ${platform} ${name.toLowerCase()}`;
      const { soldier, readings } = soldiers.get(key) ?? {
        soldier: inventSoldier(game, platform, name),
        readings: new Map(),
      };
      soldiers.set(key, { soldier, readings });
      names.set(String(soldier.id), soldier.name);
      const reading = readings.get(path) ?? 0;
      readings.set(path, reading + 1);
      return { soldier, reading };
    },
    /** A row in the words of both searches. */
    search: (game: GameId, name: string) =>
      SEARCHED.map(([platform, number]) => {
        const personaId = getId(game, platform, name);
        names.set(String(personaId), name);
        return {
          nucleusId: personaId,
          userId: personaId,
          personaId,
          name,
          personaName: name,
          platform: number,
          platformId: number,
        };
      }),
  };
}

/**
 * A search returns no result for an unknown soldier, and fails for a soldier whose failure scenario applies from the
 * first request.
 */
function sendMatch(name: string, body: unknown, response: ServerResponse): void {
  const fate = getFate(name, 0);
  if (fate === "unknown") send(response, Array.isArray(body) ? [] : { results: [] });
  else if (fate) void FATES[fate](response, body);
  else send(response, body);
}

const send = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
