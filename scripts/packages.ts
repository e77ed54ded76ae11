// Describes the packages of a release: their licences beside the files they are in, and sbom.json.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A package in the form of Vite's lists of licences, or drawings of others in the sources. */
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

/** The packages that the server loads from files: native programs, a thread's script, and the font of its pictures. */
export const SERVER_PACKAGES = ["@fontsource/sofia-sans-condensed", "@node-rs/argon2", "@resvg/resvg-js", "tinypool"];
/** Packages that Vite does not list for the site: files, generated code, and one whose modules only export others. */
export const SITE_PACKAGES = [
  "@fontsource-variable/sofia-sans",
  "@fontsource-variable/sofia-sans-condensed",
  "@fontsource-variable/sofia-sans-extra-condensed",
  "radix-ui",
  "tailwindcss",
];

/**
 * Copies those into the release, with their programs for this machine: the project's packages are installed anew while the
 * server runs, which loads some of these with its first picture.
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

const LIST = /^licences-.*\.json$/;
const LICENCE_FILE = /^(licen[cs]e|copying)/i;

/**
 * Writes `licences.txt` of a folder in the place of the lists that its builds left there, `licences-<build>.json`, with
 * those of the other packages; returns all packages.
 */
export function writeLicences(root: string, folder: string, others: readonly string[]): Package[] {
  const lists = readdirSync(folder).filter((name) => LIST.test(name));
  if (lists.length === 0) throw new Error(`No build left a list of licences in ${folder}.`);
  const bundled = lists.flatMap((name): Package[] => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const packages = [...bundled, ...others.map((name) => readPackage(join(root, "node_modules", name)))];
  const byKey = new Map(packages.map((entry) => [`${entry.name} - ${entry.version}`, entry]));
  const sections = [...byKey].toSorted(byName).map(([key, { identifier = "no licence named", text = "" }]) => {
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
 * The CycloneDX list of a release: the packages it contains, and all that they lead to in the lock file. It has neither a
 * time nor a serial number, so that the same sources give the same list.
 */
export function createSbom(lock: LockFile, contained: readonly Pick<Package, "name" | "version">[]) {
  const paths = new Set<string>();
  const add = (path: string): void => {
    if (paths.has(path)) return;
    paths.add(path);
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(findInstalled(lock, path, name));
  };
  for (const { name, version } of contained) add(findVersion(lock, name, version));
  const components = new Map([...paths].map((path) => toComponent(path, lock.packages[path] ?? {})));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", name: lock.name, version: lock.version } },
    components: [...components].toSorted(byName).map(([, component]) => component),
  };
}

/** The place of the package that a module of `path` gets by this name, as Node resolves it. */
function findInstalled(lock: LockFile, path: string, name: string): string {
  for (let folder = path || "."; ; folder = posix.dirname(folder)) {
    const place = posix.join(folder, "node_modules", name);
    if (place in lock.packages) return place;
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

/** The name of the package in a place of the lock file. */
const getName = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** A package of the lock file by its address, and as CycloneDX describes it. */
function toComponent(path: string, { version = "", license, integrity, optional }: LockEntry) {
  const name = getName(path);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const component = {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    // What is for one platform is not in the releases of others.
    scope: optional ? "optional" : "required",
    ...(license && { licenses: [license.includes(" ") ? { expression: license } : { license: { id: license } }] }),
    ...(integrity && { hashes: [toHash(integrity)] }),
  };
  return [purl, component] as const;
}

/** The digest of a package's archive, in hexadecimal. */
function toHash(integrity: string) {
  const [algorithm = "", digest = ""] = integrity.split("-", 2);
  return {
    alg: algorithm.toUpperCase().replace("SHA", "SHA-"),
    content: Buffer.from(digest, "base64").toString("hex"),
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
