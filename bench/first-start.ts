// F1: the time of `npm start` from a clean clone and an empty home folder to the first pages, and the package client's share of
// it; of a second start; of a start after a change. Requires the package registry and takes about five minutes.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { median } from "./measurement.ts";
import { createTempFolder } from "./servers.ts";

const ROUNDS = 3;
const TIMEOUT_MS = 600_000;
const PAGES = ["/", "/bf4", "/bf2042"];
const BLOCK_BYTES = 512;
const MB = 1_000_000;
/** The setup's line about the package client, such as `packages in 24.1 s`. */
const PACKAGES = /\bpackages in ([\d.]+) s/;

type Start = { seconds: number; secondsSinceNpm: number; output: string };
type Round = Record<"first" | "packages" | "second" | "changed" | "megabytes", number>;

/** Returns the rows of the table of starts. */
export async function measureFirstStart(): Promise<string[][]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound());
  const getRow = (figure: string, key: keyof Round, unit: string, maximum?: number): string[] => {
    const value = median(rounds.map((round) => round[key]));
    const [goal, verdict] =
      maximum === undefined ? ["", ""] : [`≤ ${maximum} ${unit}`, value <= maximum ? "met" : "**not met**"];
    return ["F1", figure, `${value.toPrecision(3)} ${unit}`, goal, verdict];
  };
  return [
    getRow(`a clean clone and an empty home to ${PAGES.join(", ")}`, "first", "s", 60),
    getRow("of which the package client, beside which Node is fetched", "packages", "s"),
    getRow("a second start, since npm has started", "second", "s", 1),
    getRow("a start after a change of one source file", "changed", "s", 20),
    getRow("node_modules", "megabytes", "MB", 480),
  ];
}

async function measureRound(): Promise<Round> {
  const folder = await createTempFolder();
  const [clone, home] = [join(folder, "clone"), join(folder, "home")];
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  await mkdir(home);
  // The registry that this machine can reach is in its .npmrc.
  await cp(join(homedir(), ".npmrc"), join(home, ".npmrc")).catch(() => {});
  const first = await measureStart(clone, home);
  const second = await measureStart(clone, home);
  await appendFile(join(clone, "src/web/main.tsx"), 'document.documentElement.dataset["change"] = "1";\n');
  const changed = await measureStart(clone, home);
  const megabytes = await getMegabytes(join(clone, "node_modules"));
  const packages = Number(PACKAGES.exec(first.output)?.[1]);
  await rm(folder, { recursive: true });
  return { first: first.seconds, packages, second: second.secondsSinceNpm, changed: changed.seconds, megabytes };
}

/** Runs `npm start` with the machine's own Node until the pages respond. */
async function measureStart(cwd: string, home: string): Promise<Start> {
  const port = await findFreePort();
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  const environment = Object.entries(process.env).filter(([name]) => !/^(npm_|SITE_LANGUAGES$)/i.test(name));
  const env = {
    ...Object.fromEntries(environment),
    PATH: folders.join(delimiter),
    HOME: home,
    PORT: String(port),
    STATS_URL: "off",
  };
  const startedAt = performance.now();
  const npm = spawn("npm", ["start"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  try {
    let output = "";
    let npmStartedAt = 0;
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        npmStartedAt ||= performance.now();
        output += text;
      });
    for (const page of PAGES) await waitFor(`http://localhost:${port}${page}`, npm, () => output);
    const endedAt = performance.now();
    return { seconds: (endedAt - startedAt) / 1000, secondsSinceNpm: (endedAt - npmStartedAt) / 1000, output };
  } finally {
    npm.kill("SIGTERM");
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, "exit");
    // The server exits after npm, so wait until its port is closed.
    while ((await fetch(`http://localhost:${port}`).catch(() => null)) !== null) await setTimeout(20);
  }
}

async function waitFor(url: string, npm: ChildProcess, getPrinted: () => string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await fetch(url).catch(() => null))?.status !== 200) {
    if (npm.exitCode !== null || performance.now() > deadline) throw new Error(`${url}: no answer. ${getPrinted()}`);
    await setTimeout(20);
  }
}

async function getMegabytes(folder: string): Promise<number> {
  const paths = await readdir(folder, { recursive: true });
  let bytes = 0;
  for (const path of paths) bytes += (await lstat(join(folder, path))).blocks * BLOCK_BYTES;
  return bytes / MB;
}
