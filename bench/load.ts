// Load from another process: wrk asks as fast as it is answered, over loopback, for a bounded time.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const SECONDS = 2;
const CONNECTIONS = 16;

export type Target = { url: string; headers?: Readonly<Record<string, string>> };

/** How many answers a second, all of them as they should be; throws when one is not. */
export const perSecond = async (target: Target, connections = CONNECTIONS): Promise<number> =>
  Number(/Requests\/sec:\s+([\d.]+)/.exec(await report(target, connections))?.[1]);

/** The time in ms within which 99 of 100 answers came, to one who asks again as soon as answered. */
export async function slowestOf100(target: Target): Promise<number> {
  const [, value, unit = "ms"] = /99%\s+([\d.]+)(us|ms|s)/.exec(await report(target, 1)) ?? [];
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as "us" | "ms" | "s"];
}

async function report({ url, headers = {} }: Target, connections: number): Promise<string> {
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const words = ["-t1", `-c${connections}`, `-d${SECONDS}s`, "--latency", ...given, url];
  const { stdout } = await run("wrk", words).catch(() => {
    throw new Error("The measurements need wrk: on Debian, apt-get install wrk.");
  });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer every time:\n${stdout}`);
  return stdout;
}
