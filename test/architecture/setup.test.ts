// Tests scripts/setup.mjs, which `npm start` and `npm test` run first: it checks its requirements before it installs anything,
// skips completed steps and repeats interrupted ones.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { chmod, cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { createTempFolder } from "#test/harness/processes/program.ts";

const SITE_INSTALL = "ci --ignore-scripts --omit=dev";
const FULL_INSTALL = "ci --ignore-scripts";
const TEST_INSTALL = "install --no-save --ignore-scripts";

/** Replaces npm, which would access the registry. */
const NPM = `
case "$1" in
  ci) mkdir -p node_modules; [ ! -e slow ] || { echo begun >>calls; sleep 2; } ;;
  pack) echo changed >"$4/node.tgz" ;;
esac
echo "$*" >>calls`;

type Setup = { flags: readonly string[]; env?: Record<string, string>; preload?: string };

/** Creates a clone with the setup, whose programs are replaced by scripts that write a line into `calls`. */
async function createClone() {
  const folder = await createTempFolder();
  const getPath = (path: string) => join(folder.path, path);
  const startSetup = ({ flags, env = {}, preload = "" }: Setup) => {
    const PATH = [getPath("programs"), process.env["PATH"]].join(delimiter);
    const args = [
      "--import",
      `data:text/javascript,${encodeURIComponent(preload)}`,
      getPath("scripts/setup.mjs"),
      ...flags,
    ];
    return spawn(process.execPath, args, { env: { ...process.env, ...env, PATH }, stdio: ["ignore", "pipe", "pipe"] });
  };
  const runSetup = async (setup: Setup) => {
    const child = startSetup(setup);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    // The setup prints to stderr only, because stdout belongs to the command after it.
    expect(stdout).toBe("");
    return { code, lines: stderr.trim().split("\n") };
  };
  for (const path of ["programs", "scripts", "src/messages"]) await mkdir(getPath(path), { recursive: true });
  for (const name of ["setup.mjs", "setup-steps.mjs"]) await cp(join("scripts", name), getPath(`scripts/${name}`));
  await writeFile(getPath("package-lock.json"), '{ "packages": {} }');
  await writeFile(getPath("programs/npm"), `#!/bin/sh${NPM}\n`);
  await chmod(getPath("programs/npm"), 0o755);
  const record = (name: string) => `fs.mkdirSync("dist", { recursive: true });
    fs.appendFileSync("calls", [${JSON.stringify(name)}, ...process.argv.slice(2)].join(" ") + "\\n");`;
  for (const name of ["messages", "build"])
    await writeFile(getPath(`scripts/${name}.ts`), `import fs from "node:fs"; ${record(name)}`);
  const getCalls = () =>
    existsSync(getPath("calls")) ? readFileSync(getPath("calls"), "utf8").trim().split("\n") : [];
  return {
    at: getPath,
    begin: startSetup,
    setUp: runSetup,
    getCalls,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const withNode = (version: string) =>
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;

/** Replaces the free disk space by these values in MB, one per query; the last value is repeated. */
const withFreeSpace = (...megabytes: readonly number[]) => `
  import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
  const free = ${JSON.stringify(megabytes)};
  fs.statfsSync = () => ({ blocks: 1e6, bsize: 1e6, bavail: free.length > 1 ? free.shift() : free[0] });
  syncBuiltinESMExports();`;

test.each(["18.20.4", "20.18.3", "21.6.0"])("Node %s is rejected with one sentence", async (version) => {
  await using clone = await createClone();
  const { code, lines } = await clone.setUp({ flags: ["--start"], preload: withNode(version) });
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [expect.stringContaining(`needs Node 20.19, 22 or newer; this is ${version}`)],
  });
  expect(clone.getCalls()).toEqual([]);
});

test("a machine with an older Node and without a packaged one is rejected with one sentence", async () => {
  await using clone = await createClone();
  const preload = `${withNode("20.20.2")} Object.defineProperty(process, "arch", { value: "riscv64" });`;
  const { code, lines } = await clone.setUp({ flags: ["--start"], preload });
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining("needs Node 24.2 on this machine")] });
  expect(clone.getCalls()).toEqual([]);
});

test("a disk with too little space is rejected with one sentence", async () => {
  await using clone = await createClone();
  const { code, lines } = await clone.setUp({ flags: ["--start"], preload: withFreeSpace(100) });
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/ has 100 MB of free space; \d{3} MB are needed\.$/)],
  });
  expect(clone.getCalls()).toEqual([]);
});

test("a disk that is full after npm reported success is an error", async () => {
  await using clone = await createClone();
  const full = await clone.setUp({ flags: ["--packages"], preload: withFreeSpace(10_000, 0) });
  expect(full).toMatchObject({
    code: 1,
    lines: [expect.anything(), expect.stringContaining(" has 0 MB of free space")],
  });
  await clone.setUp({ flags: ["--packages"] });
  expect(clone.getCalls()).toEqual([SITE_INSTALL, SITE_INSTALL]);
});

test("a port in use is rejected with one sentence, whether set in the environment or in .env", async () => {
  await using clone = await createClone();
  await using server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const PORT = String(typeof address === "object" && address?.port);
  const refusal = { code: 1, lines: [expect.stringContaining(`Port ${PORT} is taken`)] };
  expect(await clone.setUp({ flags: ["--start"], env: { PORT } })).toEqual(refusal);
  await writeFile(clone.at(".env"), `PORT=${PORT}\n`);
  expect(await clone.setUp({ flags: ["--start"] })).toEqual(refusal);
  expect(clone.getCalls()).toEqual([]);
});

test("a second setup in the same folder waits for the first and repeats nothing", async () => {
  await using clone = await createClone();
  await writeFile(clone.at("slow"), "");
  const firstSetup = clone.setUp({ flags: ["--packages"] });
  await vi.waitFor(() => expect(clone.getCalls()).toEqual(["begun"]), { timeout: 60_000, interval: 20 });
  const secondSetup = await clone.setUp({ flags: ["--packages"] });
  expect(secondSetup).toEqual({ code: 0, lines: [expect.stringMatching(/^Another setup is running in this folder/)] });
  expect(await firstSetup).toMatchObject({ code: 0 });
  expect(clone.getCalls()).toEqual(["begun", SITE_INSTALL]);
});

test("an interrupted setup runs again", async () => {
  await using clone = await createClone();
  await writeFile(clone.at("slow"), "");
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const startedCount = clone.getCalls().length;
    const child = clone.begin({ flags: ["--packages"] });
    await vi.waitFor(() => expect(clone.getCalls()).toHaveLength(startedCount + 1), { timeout: 60_000, interval: 20 });
    child.kill(signal);
    await once(child, "exit");
  }
  expect(await clone.setUp({ flags: ["--packages"] })).toMatchObject({ code: 0 });
  // After SIGKILL of the setup, its npm still runs, and the next setup waits until npm has ended.
  const calls = ["begun", "begun", SITE_INSTALL, "begun", SITE_INSTALL];
  expect(clone.getCalls()).toEqual(calls);
  await clone.setUp({ flags: ["--packages"] });
  expect(clone.getCalls()).toEqual(calls);
});

test("a terminal shows the number of installed packages as progress, which is erased at the end", async () => {
  await using clone = await createClone();
  await writeFile(clone.at("slow"), "");
  await writeFile(
    clone.at("package-lock.json"),
    '{ "packages": { "": {}, "node_modules/a": {}, "node_modules/b": { "dev": true } } }',
  );
  const { lines } = await clone.setUp({ flags: ["--packages"], preload: "process.stderr.isTTY = true;" });
  expect(lines).toHaveLength(2);
  const [before, ...progress] = (lines[1] ?? "").split("\r\x1b[K");
  expect([before, progress[0]]).toEqual(["", "0 of 1 packages…"]);
  expect(progress.at(-1)).toMatch(/^Prepared packages in /);
});

test("the test packages are added without reinstalling the site's packages", async () => {
  await using clone = await createClone();
  const flags = ["--packages", "--tests"];
  await clone.setUp({ flags: ["--packages"] });
  for (let run = 0; run < 2; run += 1) await clone.setUp({ flags });
  expect(clone.getCalls()).toEqual([SITE_INSTALL, TEST_INSTALL]);
  await writeFile(clone.at("package-lock.json"), '{ "packages": {}, "version": "2" }');
  for (let run = 0; run < 2; run += 1) await clone.setUp({ flags });
  await clone.setUp({ flags: ["--packages"] });
  expect(clone.getCalls()).toEqual([SITE_INSTALL, TEST_INSTALL, FULL_INSTALL]);
});

test("a start builds with --light, and again only after a change; --build builds a full release", async () => {
  await using clone = await createClone();
  // The setup ignores an invalid port; the server rejects it later.
  const start = { flags: ["--start"], env: { PORT: "none" } };
  for (let run = 0; run < 2; run += 1) expect(await clone.setUp(start)).toMatchObject({ code: 0 });
  expect(clone.getCalls()).toEqual([SITE_INSTALL, "messages", "build --light"]);
  await writeFile(clone.at("src/page.ts"), "");
  await clone.setUp(start);
  expect(clone.getCalls().slice(3)).toEqual(["build --light"]);
  await clone.setUp({ flags: ["--build"] });
  await clone.setUp(start);
  expect(clone.getCalls().slice(4)).toEqual(["build"]);
});

test("the machine's own Node is used if it is new enough", async () => {
  await using clone = await createClone();
  const { code, lines } = await clone.setUp({ flags: ["--packages"] });
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^Preparing packages: about /), expect.stringMatching(/^Prepared packages in /)],
  });
  expect(realpathSync(clone.at("node_modules/.bin/node"))).toBe(realpathSync(process.execPath));
});

test("the output of npm is shown if it fails", async () => {
  await using clone = await createClone();
  await writeFile(clone.at("programs/npm"), "#!/bin/sh\necho ENOTFOUND the registry; exit 1\n");
  const { code, lines } = await clone.setUp({ flags: ["--packages"] });
  expect({ code, lines: lines.slice(1) }).toEqual({
    code: 1,
    lines: ["ENOTFOUND the registry", `"npm ${SITE_INSTALL}" failed; see above.`],
  });
});

test("the setup stops before it runs a Node that was not reviewed", async () => {
  await using clone = await createClone();
  const { code, lines } = await clone.setUp({ flags: ["--packages"], preload: withNode("24.1.0") });
  expect(code).toBe(1);
  // On a platform without a reviewed Node, the setup downloads none.
  expect(lines.at(-1)).toMatch(/is not the package that was reviewed|needs Node 24/);
  expect(existsSync(clone.at("node_modules/.bin/node"))).toBe(false);
  const tools = existsSync(clone.at("var/tools")) ? await readdir(clone.at("var/tools")) : [];
  expect(tools.filter((name) => !name.endsWith(".part"))).toEqual([]);
});
