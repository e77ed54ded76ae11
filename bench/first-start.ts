// F1: from a clean clone of what is committed and an empty home to the first pages, beside the package client's part of it;
// a second start; a start after a change. It takes the registry, and about five minutes.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "#test/harness/processes/free-port.ts";
import { median } from "./measurement.ts";
import { ownFolder } from "./servers.ts";

const ROUNDS = 3;
const TIMEOUT_MS = 600_000;
const PAGES = ["/", "/bf4", "/bf2042"];
const BLOCK_BYTES = 512;
const MB = 1_000_000;
/** What the setup prints of the package client: `packages in 24.1 s`. */
const PACKAGES = /\bpackages in ([\d.]+) s/;

type Started = { seconds: number; sinceNpm: number; printed: string };
type Round = Record<"first" | "packages" | "second" | "changed" | "megabytes", number>;

/** The rows of the figures, in the table's form. */
export async function measureFirstStart(): Promise<string[][]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound());
  const getRow = (figure: string, key: keyof Round, unit: string, most?: number): string[] => {
    const value = median(rounds.map((round) => round[key]));
    const [goal, met] = most === undefined ? ["", ""] : [`≤ ${most} ${unit}`, value <= most ? "met" : "**not met**"];
    return ["F1", figure, `${value.toPrecision(3)} ${unit}`, goal, met];
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
  const folder = await ownFolder();
  const [clone, home] = [join(folder, "clone"), join(folder, "home")];
  execFileSync("git", ["clone", "--quiet", process.cwd(), clone]);
  await mkdir(home);
  // Which registry this machine reaches.
  await cp(join(homedir(), ".npmrc"), join(home, ".npmrc")).catch(() => {});
  const first = await measureStart(clone, home);
  const second = await measureStart(clone, home);
  await appendFile(join(clone, "src/web/main.tsx"), 'document.documentElement.dataset["change"] = "1";\n');
  const changed = await measureStart(clone, home);
  const megabytes = await getMegabytes(join(clone, "node_modules"));
  const packages = Number(PACKAGES.exec(first.printed)?.[1]);
  await rm(folder, { recursive: true });
  return { first: first.seconds, packages, second: second.sinceNpm, changed: changed.seconds, megabytes };
}

/** Runs `npm start` with this machine's own Node until the pages answer. */
async function measureStart(cwd: string, home: string): Promise<Started> {
  const port = await freePort();
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  const environment = Object.entries(process.env).filter(([name]) => !/^(npm_|SITE_LANGUAGES$)/i.test(name));
  const env = {
    ...Object.fromEntries(environment),
    PATH: folders.join(delimiter),
    HOME: home,
    PORT: String(port),
    STATS_URL: "off",
  };
  const began = performance.now();
  const npm = spawn("npm", ["start"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  try {
    let printed = "";
    let npmBegan = 0;
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        npmBegan ||= performance.now();
        printed += text;
      });
    for (const page of PAGES) await waitFor(`http://localhost:${port}${page}`, npm, () => printed);
    const ended = performance.now();
    return { seconds: (ended - began) / 1000, sinceNpm: (ended - npmBegan) / 1000, printed };
  } finally {
    npm.kill("SIGTERM");
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, "exit");
    // The server ends after npm.
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
