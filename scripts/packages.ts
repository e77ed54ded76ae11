// Describes the packages of a release: writes their licences and creates the content of sbom.json.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A package in the form of Vite's licence lists, or a set of third-party drawings in the sources (`isDrawn`). */
type Package = { name: string; version: string; identifier?: string; text?: string; isDrawn?: true };

type LockEntry = {
  version?: string;
  license?: string;
  integrity?: string;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { name: string; version: string; packages: Record<string, LockEntry> };

/** The packages that the server loads from files: native modules, a worker thread's script, and a font for share images. */
export const SERVER_PACKAGES = ["@fontsource/sofia-sans-condensed", "@node-rs/argon2", "@resvg/resvg-js", "tinypool"];
/** Packages of the site that Vite does not list: fonts, generated CSS, and a package that only re-exports others. */
export const SITE_PACKAGES = [
  "@fontsource-variable/sofia-sans",
  "@fontsource-variable/sofia-sans-condensed",
  "@fontsource-variable/sofia-sans-extra-condensed",
  "radix-ui",
  "tailwindcss",
];

/**
 * Copies the server's packages into the release, with their native modules for this machine. The server needs its own copy,
 * because it loads some packages late and the project's packages may be reinstalled while it runs.
 */
export function copyServerPackages(root: string, release: string): void {
  const installed = join(root, "node_modules");
  const optional = (name: string): string[] =>
    Object.keys(JSON.parse(readFileSync(join(installed, name, "package.json"), "utf8")).optionalDependencies ?? {});
  for (const name of SERVER_PACKAGES.flatMap((name) => [name, ...optional(name)])) {
    const from = join(installed, name);
    if (existsSync(from)) cpSync(from, join(release, "node_modules", name), { recursive: true });
  }
}

const LICENCE_LIST = /^licences-.*\.json$/;
const LICENCE_FILE = /^(licen[cs]e|copying)/i;

/**
 * Writes `licences.txt` of a folder from the lists that its builds created, `licences-<build>.json`, and the licences of the
 * other packages; deletes these lists. Returns all packages.
 */
export function writeLicences(root: string, folder: string, others: readonly string[]): Package[] {
  const lists = readdirSync(folder).filter((name) => LICENCE_LIST.test(name));
  if (lists.length === 0) throw new Error(`No build left a list of licences in ${folder}.`);
  const bundled = lists.flatMap((name): Package[] => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const packages = [...bundled, ...others.map((name) => readPackage(join(root, "node_modules", name)))];
  const byKey = new Map(packages.map((entry) => [`${entry.name} - ${entry.version}`, entry]));
  const sections = [...byKey].toSorted(compareNames).map(([key, { identifier = "no licence named", text = "" }]) => {
    return `\n## ${key} (${identifier})\n${text && `\n${text}\n`}`;
  });
  writeFileSync(join(folder, "licences.txt"), `# Licences of the packages in this folder\n${sections.join("")}`);
  for (const name of lists) rmSync(join(folder, name));
  return [...byKey.values()].filter(({ isDrawn }) => !isDrawn);
}

function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((path) => LICENCE_FILE.test(path));
  return { name, version, identifier: license, text: file ? readFileSync(join(folder, file), "utf8").trim() : "" };
}

/**
 * Returns the CycloneDX list of a release: the packages it contains and their direct and indirect dependencies in the lock
 * file. The list has neither a time nor a serial number, so that builds are reproducible.
 */
export function createSbom(lock: LockFile, contained: readonly Pick<Package, "name" | "version">[]) {
  const paths = new Set<string>();
  const addWithDependencies = (path: string): void => {
    if (paths.has(path)) return;
    paths.add(path);
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      addWithDependencies(findInstalled(lock, path, name));
  };
  for (const { name, version } of contained) addWithDependencies(findVersion(lock, name, version));
  const components = new Map([...paths].map((path) => toComponent(path, lock.packages[path] ?? {})));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", name: lock.name, version: lock.version } },
    components: [...components].toSorted(compareNames).map(([, component]) => component),
  };
}

/** Returns the lock file path of the package that Node resolves for an import of `name` in the package at `path`. */
function findInstalled(lock: LockFile, path: string, name: string): string {
  for (let folder = path || "."; ; folder = posix.dirname(folder)) {
    const packagePath = posix.join(folder, "node_modules", name);
    if (packagePath in lock.packages) return packagePath;
    if (folder === ".") throw new Error(`The lock file has no ${name} for ${path || "the site"}.`);
  }
}

function findVersion(lock: LockFile, name: string, version: string): string {
  const entry = Object.entries(lock.packages).find(
    ([path, entry]) => getName(path) === name && entry.version === version,
  );
  if (!entry) throw new Error(`The lock file has no ${name} ${version}, which the release contains.`);
  return entry[0];
}

/** Returns the name of the package at a path of the lock file. */
const getName = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Returns the package URL of a package in the lock file, and its CycloneDX component. */
function toComponent(path: string, { version = "", license, integrity, optional }: LockEntry) {
  const name = getName(path);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const component = {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    // Packages for one platform are missing in releases for other platforms.
    scope: optional ? "optional" : "required",
    ...(license && { licenses: [license.includes(" ") ? { expression: license } : { license: { id: license } }] }),
    ...(integrity && { hashes: [toHash(integrity)] }),
  };
  return [purl, component] as const;
}

/** Returns the digest of a package's archive in hexadecimal. */
function toHash(integrity: string) {
  const [algorithm = "", digest = ""] = integrity.split("-", 2);
  return {
    alg: algorithm.toUpperCase().replace("SHA", "SHA-"),
    content: Buffer.from(digest, "base64").toString("hex"),
  };
}

const compareNames = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
