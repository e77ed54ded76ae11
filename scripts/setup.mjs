// Prepares a fresh machine for `npm start` (--build) and `npm test` (--browser). Runs on Node 20.19 and newer: it is
// what brings Node 24 in.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
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

process.chdir(ROOT);
prepare("Dependencies", "node_modules/.installed", ["package-lock.json"], ["npm", "ci"]);
if (process.argv.includes("--build"))
  prepare("Site and server", "dist/.built", BUILD_INPUTS, ["npm", "run", "--silent", "build"]);
if (process.argv.includes("--browser")) prepareBrowser();

/**
 * Runs the command unless the stamp shows that it already ran for the same inputs; prints its name and how long it
 * took.
 */
function prepare(name, stamp, inputs, command) {
  const hash = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  const began = Date.now();
  process.stdout.write(`${name}: preparing…\n`);
  if (!succeeds(command)) fail(`${name}: "${command.join(" ")}" failed; see above.`);
  note(stamp, hash);
  process.stdout.write(`${name}: ready after ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

/** Names a browser for the tests in var/browser: a given one, an installed one, Playwright's own, or Debian's. */
function prepareBrowser() {
  const isRoot = process.getuid?.() === 0;
  const found =
    process.env.CHROMIUM_PATH ??
    installedBrowser() ??
    (succeeds(["npx", "playwright", "install", "chromium"], "ignore") ? "playwright" : undefined) ??
    (isRoot && succeeds(["apt-get", "install", "-y", "chromium"]) ? installedBrowser() : undefined);
  if (!found) fail("No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH.");
  note(BROWSER_NOTE, found);
}

function installedBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...BROWSER_PLACES].find((path) => existsSync(path));
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesIn)) hash.update(file).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function succeeds([program, ...words], stdio = "inherit") {
  // The new Node stands in front as soon as it is installed, also for what this script runs.
  const path = [join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const options = { stdio, env: { ...process.env, PATH: path }, shell: process.platform === "win32" };
  return spawnSync(program, words, options).status === 0;
}

function note(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
