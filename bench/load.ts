// Measures servers with wrk, which sends each request as soon as the previous response arrived, over loopback.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const runFile = promisify(execFile);
const SECONDS = 2;
const CONNECTIONS = 16;

export type Target = { url: string; headers?: Readonly<Record<string, string>> };

/** Returns the responses per second; throws if a response is not 2xx or 3xx or a connection fails. */
export const measureResponsesPerSecond = async (target: Target, connections = CONNECTIONS): Promise<number> =>
  Number(/Requests\/sec:\s+([\d.]+)/.exec(await runWrk(target, connections))?.[1]);

/** Returns the 99th percentile of the response time in ms, on one connection. */
export async function measureP99Ms(target: Target): Promise<number> {
  const [, value, unit = "ms"] = /99%\s+([\d.]+)(us|ms|s)/.exec(await runWrk(target, 1)) ?? [];
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as "us" | "ms" | "s"];
}

async function runWrk({ url, headers = {} }: Target, connections: number): Promise<string> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t1", `-c${connections}`, `-d${SECONDS}s`, "--latency", ...headerArgs, url];
  const { stdout } = await runFile("wrk", args).catch(() => {
    throw new Error("The measurements need wrk: on Debian, apt-get install wrk.");
  });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer every time:\n${stdout}`);
  return stdout;
}
