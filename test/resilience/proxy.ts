// Starts Caddy with the shipped Caddyfile, and with settings that leave no files on the machine.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const CADDY = ["/usr/bin/caddy", "/usr/local/bin/caddy"].find((path) => existsSync(path));
if (!CADDY && process.env["CI"]) throw new Error("CI must not skip the tests behind the proxy: install caddy.");

type ProxyOptions = {
  origin: string;
  /** The ports of the servers, the first to be upgraded first. */
  ports: readonly number[];
  /** A new folder for Caddy's files. */
  folder: string;
};

/** Starts the proxy; resolves after its first health check of the servers. */
export async function startProxy({ origin, ports, folder }: ProxyOptions): Promise<AsyncDisposable> {
  await mkdir(folder);
  const settings = `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}\n`;
  const config = join(folder, "Caddyfile");
  await writeFile(config, settings + (await readFile("deploy/Caddyfile", "utf8")));
  const siteVariables = {
    SITE_NAME: new URL(origin).host,
    SITE_SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(" "),
  };
  const proxy: ChildProcess = spawn(CADDY ?? "", ["run", "--config", config, "--adapter", "caddyfile"], {
    env: { ...process.env, ...siteVariables, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  proxy.stderr?.on("data", (chunk: Buffer) => {
    output += String(chunk);
  });
  for (let tries = 0; !output.includes("serving initial configuration"); tries += 1) {
    if (tries > 100 || proxy.exitCode !== null) throw new Error(`The proxy did not start: ${output}`);
    await sleep(100);
  }
  // The first health check takes this long.
  await sleep(2500);
  return {
    async [Symbol.asyncDispose]() {
      const exit = once(proxy, "exit");
      proxy.kill();
      await exit;
    },
  };
}
