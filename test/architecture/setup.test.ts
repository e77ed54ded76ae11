// What `npm start` and `npm test` run first: it refuses in one sentence before anything is installed, does nothing twice, and
// does again what was interrupted.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { chmod, cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";

const SITE = "ci --ignore-scripts --omit=dev";
const ALL = "ci --ignore-scripts";
const ADDED = "install --no-save --ignore-scripts";

/** In the place of npm, which would reach for the registry. */
const NPM = `
case "$1" in
  ci) mkdir -p node_modules; [ ! -e slow ] || { echo begun >>calls; sleep 2; } ;;
  pack) echo changed >"$4/node.tgz" ;;
esac
echo "$*" >>calls`;

type Setup = { flags: readonly string[]; env?: Record<string, string>; preload?: string };

/** A clone with a setup, and with programs in the place of what it runs, each of which leaves a line in `calls`. */
async function makeClone() {
  const folder = await folderOfItsOwn();
  const at = (path: string) => join(folder.path, path);
  const begin = ({ flags, env = {}, preload = "" }: Setup) => {
    const PATH = [at("programs"), process.env["PATH"]].join(delimiter);
    const words = [
      "--import",
      `data:text/javascript,${encodeURIComponent(preload)}`,
      at("scripts/setup.mjs"),
      ...flags,
    ];
    return spawn(process.execPath, words, { env: { ...process.env, ...env, PATH }, stdio: ["ignore", "pipe", "pipe"] });
  };
  const setUp = async (setup: Setup) => {
    const child = begin(setup);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    // The standard output is that of the command after the setup.
    expect(stdout).toBe("");
    return { code, lines: stderr.trim().split("\n") };
  };
  for (const path of ["programs", "scripts", "src/messages"]) await mkdir(at(path), { recursive: true });
  for (const name of ["setup.mjs", "setup-steps.mjs"]) await cp(join("scripts", name), at(`scripts/${name}`));
  await writeFile(at("package-lock.json"), '{ "packages": {} }');
  await writeFile(at("programs/npm"), `#!/bin/sh${NPM}\n`);
  await chmod(at("programs/npm"), 0o755);
  const record = (name: string) => `fs.mkdirSync("dist", { recursive: true });
    fs.appendFileSync("calls", [${JSON.stringify(name)}, ...process.argv.slice(2)].join(" ") + "\\n");`;
  for (const name of ["messages", "build"])
    await writeFile(at(`scripts/${name}.ts`), `import fs from "node:fs"; ${record(name)}`);
  const getCalls = () => (existsSync(at("calls")) ? readFileSync(at("calls"), "utf8").trim().split("\n") : []);
  return { at, begin, setUp, getCalls, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const withNode = (version: string) =>
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;

/** A disk with so much free space, in MB, at each look; the last one counts for all that follow. */
const withFreeSpace = (...megabytes: readonly number[]) => `
  import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
  const free = ${JSON.stringify(megabytes)};
  fs.statfsSync = () => ({ blocks: 1e6, bsize: 1e6, bavail: free.length > 1 ? free.shift() : free[0] });
  syncBuiltinESMExports();`;

test.each(["18.20.4", "20.18.3", "21.6.0"])("Node %s is refused in one sentence", async (version) => {
  await using clone = await makeClone();
  const { code, lines } = await clone.setUp({ flags: ["--start"], preload: withNode(version) });
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [expect.stringContaining(`needs Node 20.19, 22 or newer; this is ${version}`)],
  });
  expect(clone.getCalls()).toEqual([]);
});

test("a machine with an older Node, for which none is packaged, is refused in one sentence", async () => {
  await using clone = await makeClone();
  const preload = `${withNode("20.20.2")} Object.defineProperty(process, "arch", { value: "riscv64" });`;
  const { code, lines } = await clone.setUp({ flags: ["--start"], preload });
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining("needs Node 24.2 on this machine")] });
  expect(clone.getCalls()).toEqual([]);
});

test("a disk with too little space is refused in one sentence", async () => {
  await using clone = await makeClone();
  const { code, lines } = await clone.setUp({ flags: ["--start"], preload: withFreeSpace(100) });
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/ has 100 MB of free space; \d{3} MB are needed\.$/)],
  });
  expect(clone.getCalls()).toEqual([]);
});

test("a disk that is full after npm reported success is an error", async () => {
  await using clone = await makeClone();
  const full = await clone.setUp({ flags: ["--packages"], preload: withFreeSpace(10_000, 0) });
  expect(full).toMatchObject({
    code: 1,
    lines: [expect.anything(), expect.stringContaining(" has 0 MB of free space")],
  });
  await clone.setUp({ flags: ["--packages"] });
  expect(clone.getCalls()).toEqual([SITE, SITE]);
});

test("a port that is taken is refused in one sentence, wherever it is named", async () => {
  await using clone = await makeClone();
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

test("a second setup in the same folder waits for the first, and finds its work done", async () => {
  await using clone = await makeClone();
  await writeFile(clone.at("slow"), "");
  const first = clone.setUp({ flags: ["--packages"] });
  await vi.waitFor(() => expect(clone.getCalls()).toEqual(["begun"]), { timeout: 60_000, interval: 20 });
  const second = await clone.setUp({ flags: ["--packages"] });
  expect(second).toEqual({ code: 0, lines: [expect.stringMatching(/^Another setup works in this folder/)] });
  expect(await first).toMatchObject({ code: 0 });
  expect(clone.getCalls()).toEqual(["begun", SITE]);
});

test("what was interrupted is done again", async () => {
  await using clone = await makeClone();
  await writeFile(clone.at("slow"), "");
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const begun = clone.getCalls().length;
    const child = clone.begin({ flags: ["--packages"] });
    await vi.waitFor(() => expect(clone.getCalls()).toHaveLength(begun + 1), { timeout: 60_000, interval: 20 });
    child.kill(signal);
    await once(child, "exit");
  }
  expect(await clone.setUp({ flags: ["--packages"] })).toMatchObject({ code: 0 });
  // After SIGKILL the program that the setup began works on, and the next one waits for its end.
  const calls = ["begun", "begun", SITE, "begun", SITE];
  expect(clone.getCalls()).toEqual(calls);
  await clone.setUp({ flags: ["--packages"] });
  expect(clone.getCalls()).toEqual(calls);
});

test("a terminal shows how many packages are here while they come, and nothing of it stays", async () => {
  await using clone = await makeClone();
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

test("the packages of the tests are added to the site's, which are not installed again", async () => {
  await using clone = await makeClone();
  const flags = ["--packages", "--tests"];
  await clone.setUp({ flags: ["--packages"] });
  for (let run = 0; run < 2; run += 1) await clone.setUp({ flags });
  expect(clone.getCalls()).toEqual([SITE, ADDED]);
  await writeFile(clone.at("package-lock.json"), '{ "packages": {}, "version": "2" }');
  for (let run = 0; run < 2; run += 1) await clone.setUp({ flags });
  await clone.setUp({ flags: ["--packages"] });
  expect(clone.getCalls()).toEqual([SITE, ADDED, ALL]);
});

test("a start builds lightly, once, and again after a change; a release is built fully", async () => {
  await using clone = await makeClone();
  // What is no port is refused by the server, which knows the words for it.
  const start = { flags: ["--start"], env: { PORT: "none" } };
  for (let run = 0; run < 2; run += 1) expect(await clone.setUp(start)).toMatchObject({ code: 0 });
  expect(clone.getCalls()).toEqual([SITE, "messages", "build --light"]);
  await writeFile(clone.at("src/page.ts"), "");
  await clone.setUp(start);
  expect(clone.getCalls().slice(3)).toEqual(["build --light"]);
  await clone.setUp({ flags: ["--build"] });
  await clone.setUp(start);
  expect(clone.getCalls().slice(4)).toEqual(["build"]);
});

test("the machine's own Node serves where it is new enough", async () => {
  await using clone = await makeClone();
  const { code, lines } = await clone.setUp({ flags: ["--packages"] });
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^Preparing packages: about /), expect.stringMatching(/^Prepared packages in /)],
  });
  expect(realpathSync(clone.at("node_modules/.bin/node"))).toBe(realpathSync(process.execPath));
});

test("what npm prints is shown where it fails", async () => {
  await using clone = await makeClone();
  await writeFile(clone.at("programs/npm"), "#!/bin/sh\necho ENOTFOUND the registry; exit 1\n");
  const { code, lines } = await clone.setUp({ flags: ["--packages"] });
  expect({ code, lines: lines.slice(1) }).toEqual({
    code: 1,
    lines: ["ENOTFOUND the registry", `"npm ${SITE}" failed; see above.`],
  });
});

test("the setup ends before a Node runs that is not the reviewed one", async () => {
  await using clone = await makeClone();
  const { code, lines } = await clone.setUp({ flags: ["--packages"], preload: withNode("24.1.0") });
  expect(code).toBe(1);
  // Where none was reviewed, none is fetched.
  expect(lines.at(-1)).toMatch(/is not the package that was reviewed|needs Node 24/);
  expect(existsSync(clone.at("node_modules/.bin/node"))).toBe(false);
  const tools = existsSync(clone.at("var/tools")) ? await readdir(clone.at("var/tools")) : [];
  expect(tools.filter((name) => !name.endsWith(".part"))).toEqual([]);
});
