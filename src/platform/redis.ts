// The connection to Redis, which may be unavailable at any time, also at the start: calls fail fast and their callers continue
// without it. Redis is one server, the master that sentinels name, or a cluster.
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster, Redis as Server } from "ioredis";
import type { Logger } from "./logger.ts";

/** A frozen server counts as unavailable: no caller waits longer for an answer. */
const ANSWER_WITHIN_MS = 250;
/** A process that was held up itself reads what has arrived before it gives up. */
const GRACE_MS = 50;
/** A start waits this long for a connection. */
const START_WITHIN_MS = 1000;
/** Interval of checks while Redis is unavailable. */
const ASK_EVERY_MS = 1000;
const CONNECT_WITHIN_MS = 2000;

const CLUSTER_NODE =
  "REDIS_URL: this is one server of a cluster. Write redis+cluster:// and its servers; until then limits are counted in the database";
const NEVER_UP =
  "REDIS_URL: Redis cannot be used. Check its address and password; until then limits are counted in the database";

/** `redis+sentinel://user:password@host:26379,host:26379/master/0`, or `redis+cluster://host:6379,host:6379`. */
const SEVERAL = /^redis(s?)\+(sentinel|cluster):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/]+)(?:\/([^/]*))?(?:\/(\d+))?$/i;
const PORTS = { sentinel: 26_379, cluster: 6379 };
/** A node that died is found to be replaced soon. */
const CLUSTER = { enableOfflineQueue: false, slotsRefreshTimeout: 2000, slotsRefreshInterval: 2000 };

type Client = Server | Cluster;
type Options = {
  connectTimeout: number;
  retryStrategy: () => number;
  maxRetriesPerRequest: number | null;
  enableOfflineQueue?: boolean;
  autoResendUnfulfilledCommands?: boolean;
  keepAlive?: number;
  keyPrefix?: string;
};
type Connect = (options: Options) => Client;

/** Whether it is the address of one server, of sentinels or of a cluster. */
export function isRedisUrl(url: string): boolean {
  const [, , kind = "", , , hosts = "", master = ""] = SEVERAL.exec(url) ?? [];
  if (kind)
    return hosts.split(",").every((host) => URL.canParse(`redis://${host}`)) && (kind === "cluster") === !master;
  return /^rediss?:\/\//i.test(url) && URL.canParse(url) && new URL(url).hostname !== "";
}

/** Loads the driver, which most installations do not use, and returns what connects to the address. */
async function getConnect(url: string): Promise<Connect> {
  const { Cluster, Redis } = await import("ioredis");
  const [several, s = "", kind = "", user = "", password = "", hosts = "", master = "", db = "0"] =
    SEVERAL.exec(url) ?? [];
  if (!several) return (options) => new Redis(url, options);
  const nodes = hosts.split(",").map((text) => {
    const { hostname, port } = new URL(`redis://${text}`);
    return { host: hostname, port: Number(port) || PORTS[kind.toLowerCase() === "cluster" ? "cluster" : "sentinel"] };
  });
  const credentials = {
    ...(user && { username: decodeURIComponent(user) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(s && { tls: {} }),
  };
  if (!master) {
    return ({ retryStrategy, keyPrefix, ...redisOptions }) =>
      new Cluster(nodes, {
        ...CLUSTER,
        ...(keyPrefix !== undefined && { keyPrefix }),
        clusterRetryStrategy: retryStrategy,
        redisOptions: { ...redisOptions, ...credentials },
      });
  }
  const retry = () => ASK_EVERY_MS;
  return (options) =>
    new Redis({
      ...options,
      ...credentials,
      sentinels: nodes,
      name: master,
      db: Number(db),
      sentinelRetryStrategy: retry,
      // Leaves a master that was replaced although its connection is still open.
      failoverDetector: true,
    });
}

/** Whether this is the refusal of a server that has only a part of the keys. */
const isOfClusterNode = (err: unknown): boolean => err instanceof Error && /^(MOVED|CROSSSLOT)/.test(err.message);

export type Redis = AsyncDisposable & {
  /** The task's result; null at once while Redis is unavailable, and after 250 ms when it has just become so. */
  ask<T>(task: (client: Client) => Promise<T>): Promise<T | null>;
  readonly isUp: boolean;
  /** A separate connection for a subscriber; it reconnects by itself, and the caller closes it. */
  listener(): Client;
  /** The number of its database. It is part of every channel name, since Redis sends messages to all databases. */
  readonly place: number;
};

export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  const connectOnce = await getConnect(url);
  const closed = new AbortController();
  /** Connects again where the driver gives up for good, as it does when a sentinel reports another master while it connects. */
  function connect(options: Options): Client {
    const made = connectOnce(options);
    const connectAgain = async (): Promise<void> => {
      await sleep(ASK_EVERY_MS, undefined, { ref: false, signal: closed.signal });
      await made.connect();
    };
    made.on("end", () => void connectAgain().catch(() => {}));
    return made;
  }
  const client = connect({
    connectTimeout: CONNECT_WITHIN_MS,
    // A command that cannot be sent now falls back at once and is never sent late.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => ASK_EVERY_MS,
    keyPrefix: "fieldlocker:",
  });
  let isUp: boolean | undefined;
  let isClusterNode = false;

  function turn(up: boolean, err?: unknown): void {
    if (isUp === up || (up && isClusterNode)) return;
    // The first connection is not logged.
    if (!up && isUp === undefined) logger.warn({ err }, NEVER_UP);
    else if (!up) logger.warn({ err }, "Redis is away: limits are counted in the database");
    else if (isUp === false) logger.info("Redis is back");
    isUp = up;
  }

  /** A part of a cluster answers while another one has no master: then all of it counts as unavailable. */
  const ask = async (): Promise<void> => {
    if ("nodes" in client && !/cluster_state:ok/.test(String(await client.cluster("INFO"))))
      throw new Error("The cluster has keys without a master.");
    await client.ping();
  };
  const look = (): Promise<void> =>
    inTime(ask()).then(
      () => turn(true),
      (err: unknown) => turn(false, err),
    );
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  client.on("ready", () => turn(true));
  client.once("ready", settle);
  client.once("error", () => settle());
  client.on("error", (err) => turn(false, err));
  client.on("close", () => turn(false));
  await Promise.race([settled, sleep(START_WITHIN_MS, undefined, { ref: false })]);
  const looking = setInterval(() => void (isUp || look()), ASK_EVERY_MS).unref();

  return {
    async ask(task) {
      if (!isUp) return null;
      try {
        return await inTime(task(client));
      } catch (err) {
        isClusterNode ||= !("nodes" in client) && isOfClusterNode(err);
        if (isClusterNode) logger.error(CLUSTER_NODE);
        turn(false, err);
        return null;
      }
    },
    get isUp() {
      return isUp === true;
    },
    listener: () =>
      connect({
        connectTimeout: CONNECT_WITHIN_MS,
        retryStrategy: () => ASK_EVERY_MS,
        maxRetriesPerRequest: null,
        // Keepalive detects a frozen peer on a connection that only listens.
        keepAlive: ASK_EVERY_MS,
      }),
    place: ("db" in client.options && client.options.db) || 0,
    async [Symbol.asyncDispose]() {
      clearInterval(looking);
      closed.abort();
      isUp = undefined;
      client.removeAllListeners("close");
      client.disconnect();
    },
  };
}

/** The answer. @throws when it takes too long */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = (async () => {
    await sleep(ANSWER_WITHIN_MS, undefined, { signal: ended.signal });
    await sleep(GRACE_MS, undefined, { signal: ended.signal });
    throw new Error("Redis does not answer.");
  })();
  late.catch(() => {});
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
  }
}
