// A pgbouncer on this machine in front of a cluster, in transaction mode: each transaction of a client may use another of
// the pool's few connections to the server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./free-port.ts";

/** pgbouncer refuses to run as root, so it runs under the customary uid of an unprivileged user. */
const UNPRIVILEGED_UID = 65_534;
const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((path) => existsSync(path)) ?? null;

/** Returns the path of the program, or null on a machine without it. @throws {Error} in CI, where it has to be installed. */
export function findPgbouncer(): string | null {
  if (!PROGRAM && process.env["CI"]) throw new Error("CI must not skip the tests through a pooler: install pgbouncer.");
  return PROGRAM;
}

export type Pooler = AsyncDisposable & { port: number };

/** Returns the URL of a database with another port: that of the pooler or of a replica. */
export const getUrlAtPort = (databaseUrl: string, port: number): string =>
  Object.assign(new URL(databaseUrl), { port: String(port) }).href;

/** Starts `program` in front of the cluster with `size` connections to each database; resolves when it answers. */
export async function startPgbouncer(program: string, cluster: string, size: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "fieldlocker-pooler-"));
  const [port, server] = [await findFreePort(), new URL(cluster)];
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: join(folder, "users.txt"),
    pool_mode: "transaction",
    default_pool_size: size,
    max_client_conn: 1000,
    // A test cluster has many databases, so idle connections are closed soon.
    server_idle_timeout: 2,
    // Clients reconnect soon after an outage of the server.
    server_login_retry: 1,
    log_connections: 0,
    log_disconnections: 0,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    ["[databases]", `* = host=${server.hostname} port=${server.port}`, "[pgbouncer]", ...lines, ""].join("\n"),
  );
  writeFileSync(settings.auth_file, `"${server.username}" ""\n`);
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const path of [folder, file, settings.auth_file]) chownSync(path, UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  const pooler = spawn(program, [file], {
    ...(isRoot && { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }),
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exitEvent = once(pooler, "exit");
  await new Promise<void>((resolve, reject) => {
    let log = "";
    pooler.stderr.on("data", (chunk: Buffer) => {
      log += String(chunk);
      if (log.includes("process up")) resolve();
    });
    pooler.once("exit", () => reject(new Error(`pgbouncer did not start: ${log}`)));
  });
  return {
    port,
    async [Symbol.asyncDispose]() {
      pooler.kill("SIGKILL");
      await exitEvent;
      rmSync(folder, { recursive: true });
    },
  };
}
