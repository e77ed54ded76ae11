// A statistics service with the format of the real one, over real HTTP. It generates soldiers from their names, and each
// reading of a page adds one evening of play. Some names trigger a failure scenario.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { GameId } from "#domain/game.ts";
import { createBf4All, createBf4Stats, createBf4Weapons } from "#test/fixtures/statistics/bf4-stats.ts";
import { createBf2042Stats, withNewGear } from "#test/fixtures/statistics/bf2042-stats.ts";
import { FAILURES, getFailure, isOfNewerPatch, isUnchanging } from "#test/fixtures/statistics/failure-scenarios.ts";
import type { FormatOptions } from "#test/fixtures/statistics/formats.ts";
import { getId, type InventedSoldier, inventSoldier } from "#test/fixtures/statistics/invented-soldier.ts";

export type StatisticsService = AsyncDisposable & {
  url: string;
  /** The requests, oldest first: the page, the soldier's name, and the time. */
  calls: { path: string; name: string; at: number }[];
  /** The delay of each response. */
  latencyMs: number;
  /** Responses wait for this promise. */
  blockedUntil: Promise<void>;
  /** Replaces the body of a response; null leaves it unchanged. */
  falsify: ((body: Record<string, unknown>, path: string) => unknown) | null;
};

type Page = { game: GameId; tell: (soldier: InventedSoldier, evenings: number, reported: FormatOptions) => object };

const PAGES: Readonly<Record<string, Page>> = {
  "/bf2042/stats/": { game: "bf2042", tell: createBf2042Stats },
  "/bf4/all/": { game: "bf4", tell: createBf4All },
  "/bf4/stats/": { game: "bf4", tell: createBf4Stats },
  "/bf4/weapons/": { game: "bf4", tell: createBf4Weapons },
};

/** The platforms on which a search finds every name, with the numbers that it returns for them. */
const SEARCH_PLATFORMS = [
  ["pc", 1],
  ["ps4", 2],
] as const;

/** Starts the service on this port, or on a free one. */
export async function createStatisticsService({ port = 0 } = {}): Promise<StatisticsService> {
  const soldiers = createSoldiers();
  const calls: StatisticsService["calls"] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", service.url);
    const name = query.get("name") ?? soldiers.getName(query.get("playerid") ?? "");
    calls.push({ path, name, at: Date.now() });
    await service.blockedUntil;
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
    if (name === "") return void FAILURES.unknown(response);
    const { soldier, reading } = soldiers.next(game, query.get("platform") ?? "pc", name, path);
    const originalBody = createBody(soldier, isUnchanging(name) ? 0 : reading, {
      formatted: query.get("format_values") !== "false",
    });
    const correctBody = isOfNewerPatch(name) ? withNewGear(originalBody) : originalBody;
    const body = service.falsify ? service.falsify({ ...correctBody }, path) : correctBody;
    const failure = getFailure(name, reading);
    if (failure) await FAILURES[failure](response, body);
    else send(response, body);
  }

  const server = createServer((request, response) => void respond(request, response));
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  const service: StatisticsService = {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    calls,
    latencyMs: 0,
    blockedUntil: Promise.resolve(),
    falsify: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}

/** The requested soldiers, and how often each of their pages was read. */
function createSoldiers() {
  const soldiers = new Map<string, { soldier: InventedSoldier; readings: Map<string, number> }>();
  const names = new Map<string, string>();
  return {
    getName: (playerId: string): string => names.get(playerId) ?? "",
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
    /** Returns search results with the fields of both search endpoints. */
    search: (game: GameId, name: string) =>
      SEARCH_PLATFORMS.map(([platform, number]) => {
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
  const failure = getFailure(name, 0);
  if (failure === "unknown") send(response, Array.isArray(body) ? [] : { results: [] });
  else if (failure) void FAILURES[failure](response, body);
  else send(response, body);
}

const send = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
