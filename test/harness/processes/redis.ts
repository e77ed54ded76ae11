// A temporary Redis on this machine: without persistence, on its own port, and removed when disposed of.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "./free-port.ts";

/** Every world has one to itself. */
const DATABASES = 20_000;

export type RedisServer = AsyncDisposable & {
  url: string;
  /** It takes what is said and answers nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends it, and what it knows with it, until `begin`. */
  end(): Promise<void>;
  begin(): Promise<void>;
};

/** Redis's program, or null on a machine without it; in CI that is an error. */
export function redisProgram(): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  const found = folders.map((folder) => join(folder, "redis-server")).find((path) => existsSync(path)) ?? null;
  if (!found && process.env["CI"]) throw new Error("CI must not skip the stories on Redis: install its server.");
  return found;
}

/** Starts `program`; resolves when it takes connections. `more` are settings beside its own. */
export async function startRedis(program: string, more: Record<string, string> = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "fieldlocker-redis-"));
  const port = await freePort();
  const own = {
    port,
    bind: "127.0.0.1",
    save: "",
    appendonly: "no",
    databases: DATABASES,
    dir: folder,
    // A replica has everything at once.
    "repl-diskless-sync-delay": 0,
  };
  const words = Object.entries({ ...own, ...more }).flatMap(([name, value]) => [
    `--${name}`,
    ...value.toString().split(" "),
  ]);
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
    await readiness(server);
    return server;
  };
  let server = await start();
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    // A frozen process ends by nothing less.
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
    end,
    async begin() {
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

export type Sentinels = AsyncDisposable & {
  url: string;
  /** The master at present, as soon as its replica follows it: only then can another take its place. */
  master(): Promise<RedisServer>;
};

/** How often a sentinel looks at the servers, in place of every ten seconds. */
const LOOK_EVERY_MS = 500;
const REPLICA_WAIT_MS = 60_000;

/** True when the sentinel knows of a replica that has what its master has. */
async function hasReplica(sentinel: Redis): Promise<boolean> {
  const replicas = (await sentinel.call("SENTINEL", "replicas", "locker")) as string[][];
  return replicas.some((fields) => {
    const get = (name: string) => fields[fields.indexOf(name) + 1];
    return get("flags") === "slave" && get("master-link-status") === "ok";
  });
}

/** A master with a replica, and a sentinel that makes the replica the master two seconds after the master's last answer. */
export async function startSentinels(program: string): Promise<Sentinels> {
  await using opened = new AsyncDisposableStack();
  const first = opened.use(await startRedis(program));
  const second = opened.use(await startRedis(program, { replicaof: `127.0.0.1 ${new URL(first.url).port}` }));
  const folder = mkdtempSync(join(tmpdir(), "fieldlocker-sentinel-"));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const settings = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${folder}`,
    `sentinel monitor locker 127.0.0.1 ${new URL(first.url).port} 1`,
    "sentinel down-after-milliseconds locker 2000",
    "sentinel failover-timeout locker 3000",
  ];
  const file = join(folder, "sentinel.conf");
  writeFileSync(file, settings.join("\n"));
  const sentinel = spawn(program, [file, "--sentinel"], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(sentinel, "exit");
  opened.defer(async () => {
    sentinel.kill("SIGKILL");
    await ended;
  });
  await readiness(sentinel, /monitor master/);
  const client = new Redis(port, { maxRetriesPerRequest: 1 });
  opened.defer(() => client.disconnect());
  // A sentinel that a busy machine stops for two seconds would do nothing for the next thirty.
  const timing = ["INFO-PERIOD", LOOK_EVERY_MS, "TILT-TRIGGER", REPLICA_WAIT_MS, "TILT-PERIOD", LOOK_EVERY_MS];
  await client.call("SENTINEL", "DEBUG", ...timing);
  const stored = opened.move();
  return {
    url: `redis+sentinel://127.0.0.1:${port}/locker`,
    async master() {
      const began = performance.now();
      while (!(await hasReplica(client)) && performance.now() - began < REPLICA_WAIT_MS) await sleep(100);
      const [, at] = (await client.call("SENTINEL", "get-master-addr-by-name", "locker")) as [string, string];
      return [first, second].find(({ url }) => url.endsWith(`:${at}`)) ?? first;
    },
    [Symbol.asyncDispose]: () => stored.disposeAsync(),
  };
}

/** Three masters, each with a third of the keys and a replica of its own. */
export async function startRedisCluster(
  program: string,
): Promise<AsyncDisposable & { url: string; servers: RedisServer[] }> {
  await using opened = new AsyncDisposableStack();
  const own = {
    "cluster-enabled": "yes",
    "cluster-node-timeout": "1000",
    "cluster-replica-validity-factor": "0",
    databases: "1",
  };
  const servers = await Promise.all(Array.from({ length: 6 }, async () => opened.use(await startRedis(program, own))));
  const hosts = servers.map(({ url }) => new URL(url).host);
  const made = spawnSync(
    join(dirname(program), "redis-cli"),
    ["--cluster", "create", ...hosts, "--cluster-replicas", "1", "--cluster-yes"],
    { encoding: "utf8", timeout: 60_000 },
  );
  if (made.status !== 0) throw new Error(`The cluster was not made: ${made.stdout}${made.stderr}`);
  const stored = opened.move();
  return { url: `redis+cluster://${hosts.join()}`, servers, [Symbol.asyncDispose]: () => stored.disposeAsync() };
}

function readiness(server: ChildProcess, line = /Ready to accept connections/): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      said += String(chunk);
      if (line.test(said)) resolve();
    });
    server.once("exit", () => reject(new Error(`Redis did not start: ${said}`)));
  });
}
