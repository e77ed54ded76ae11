// Tests releases: which assets an upgrade carries over, which releases remain, and how a release lists its packages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, realpath, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import {
  copyServerPackages,
  createSbom,
  type LockFile,
  SERVER_PACKAGES,
  SITE_PACKAGES,
  writeLicences,
} from "#scripts/packages.ts";
import { addRelease } from "#scripts/releases.ts";
import { buildWorker } from "#scripts/service-worker.ts";
import { createTempFolder } from "#test/harness/processes/program.ts";

const DAY_MS = 24 * 60 * 60_000;
const START = Date.parse("2026-01-01T00:00:00.000Z");

afterEach(() => void vi.useRealTimers());

/** Builds a release with one new asset, this many days after START; returns the names of all its assets. */
async function buildOn(day: number, root: string, asset: string): Promise<string[]> {
  vi.useFakeTimers({ now: START + day * DAY_MS, toFake: ["Date"] });
  await addRelease(root, async (folder) => {
    await mkdir(join(folder, "web/assets"), { recursive: true });
    await writeFile(join(folder, "web/assets", asset), asset);
  });
  return (await readdir(join(root, "dist/web/assets"))).toSorted();
}

test("carries assets for thirty days after their release was replaced", async () => {
  await using root = await createTempFolder();
  await buildOn(0, root.path, "a.js");
  expect(await buildOn(90, root.path, "b.js")).toEqual(["a.js", "b.js"]);
  expect(await buildOn(119, root.path, "c.js")).toEqual(["a.js", "b.js", "c.js"]);
  expect(await buildOn(121, root.path, "d.js")).toEqual(["b.js", "c.js", "d.js"]);
});

test("carries the assets of a build from before releases existed", async () => {
  await using root = await createTempFolder();
  await mkdir(join(root.path, "dist/web/assets"), { recursive: true });
  await writeFile(join(root.path, "dist/web/assets/old.js"), "old");
  expect(await buildOn(0, root.path, "new.js")).toEqual(["new.js", "old.js"]);
});

test("carries the files in the folders of languages", async () => {
  await using root = await createTempFolder();
  await buildOn(0, root.path, "a.js");
  await mkdir(join(root.path, "dist/web/assets/de-1"));
  await writeFile(join(root.path, "dist/web/assets/de-1/a.js"), "old");
  await buildOn(1, root.path, "b.js");
  expect(await readdir(join(root.path, "dist/web/assets/de-1"))).toEqual(["a.js"]);
  expect(JSON.parse(await readFile(join(root.path, "dist/carried.json"), "utf8"))).toHaveProperty([
    join("de-1", "a.js"),
  ]);
});

test("only the three newest complete releases remain, and a failed build changes nothing", async () => {
  await using root = await createTempFolder();
  const releases = join(root.path, "releases");
  for (let day = 0; day < 3; day += 1) await buildOn(day, root.path, `${day}.js`);
  const live = await realpath(join(root.path, "dist"));
  const [first] = await readdir(releases);
  for (const name of ["2026-01-03T01", "2026-01-03T02", "2026-01-03T03"]) {
    await mkdir(join(releases, name));
    await utimes(join(releases, name), START / 1000, START / 1000);
  }
  vi.setSystemTime(START + 3 * DAY_MS);
  const failing = addRelease(root.path, async () => {
    throw new Error("a fault of the source");
  });
  await expect(failing).rejects.toThrow("a fault of the source");
  expect(await realpath(join(root.path, "dist"))).toBe(live);
  await buildOn(4, root.path, "4.js");
  const remaining = await readdir(releases);
  expect([remaining.length, remaining.includes(String(first)), existsSync(live)]).toEqual([3, false, true]);
});

const lock: LockFile = JSON.parse(readFileSync("package-lock.json", "utf8"));
const { dependencies }: Record<string, Record<string, string>> = JSON.parse(readFileSync("package.json", "utf8"));

test("licences.txt contains the licences of the builds' packages and of the other packages, each once", async () => {
  await using folder = await createTempFolder();
  const zod = { name: "zod", version: "4.6.7", identifier: "MIT", text: "Zod's licence" };
  const pg = { name: "pg", version: "8.23.1" };
  await writeFile(join(folder.path, "licences-a.json"), JSON.stringify([zod]));
  await writeFile(join(folder.path, "licences-b.json"), JSON.stringify([zod, pg]));
  writeLicences(process.cwd(), folder.path, SERVER_PACKAGES);
  expect(await readdir(folder.path)).toEqual(["licences.txt"]);
  const text = await readFile(join(folder.path, "licences.txt"), "utf8");
  const names = [...text.matchAll(/^## (\S+) - /gm)].map(([, name]) => name);
  expect(names).toEqual([...SERVER_PACKAGES, "pg", "zod"].toSorted());
  expect(text).toContain("\n## zod - 4.6.7 (MIT)\n\nZod's licence\n");
  expect(text).toContain("\n## pg - 8.23.1 (no licence named)\n");
  expect(text).toContain("Mozilla Public License Version 2.0");
});

test("the site's licences contain those of its drawings, which are not listed as packages", async () => {
  await using folder = await createTempFolder();
  await cp("public/licences-drawings.json", join(folder.path, "licences-drawings.json"));
  expect(writeLicences(process.cwd(), folder.path, [])).toEqual([]);
  const text = await readFile(join(folder.path, "licences.txt"), "utf8");
  expect(text).toMatch(/^## Game Icons - [\d.]+ \(CC-BY-3\.0\)$/m);
  expect(text).toMatch(/^## Lucide - [\d.]+ \(ISC\)$/m);
});

test("the site's licences contain those of the service worker's packages", async () => {
  await using folder = await createTempFolder();
  await buildWorker(process.cwd(), folder.path);
  const names = writeLicences(process.cwd(), folder.path, SITE_PACKAGES).map(({ name }) => name);
  const workbox = Object.keys(dependencies ?? {}).filter((name) => name.startsWith("workbox-"));
  expect(workbox.length).toBeGreaterThan(1);
  expect(names).toEqual(expect.arrayContaining([...workbox, "workbox-core", ...SITE_PACKAGES]));
});

test("a release contains the packages that its server loads from files", async () => {
  await using release = await createTempFolder();
  copyServerPackages(process.cwd(), release.path);
  await mkdir(join(release.path, "server"));
  const server = join(release.path, "server/load.mjs");
  const fonts = SERVER_PACKAGES.filter((name) => name.startsWith("@fontsource/"));
  // Font packages contain only files, which cannot be imported.
  const loaded = SERVER_PACKAGES.filter((name) => !fonts.includes(name));
  await writeFile(server, loaded.map((name) => `await import(${JSON.stringify(name)});`).join("\n"));
  expect(spawnSync(process.execPath, [server], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  for (const font of fonts) expect(existsSync(join(release.path, "node_modules", font, "files"))).toBe(true);
});

test("the list of packages contains the bundled packages and their dependencies, but no build tools", () => {
  const contained = ["pg", "react", "@tanstack/react-router", "radix-ui"].map((name) => ({
    name,
    version: lock.packages[`node_modules/${name}`]?.version ?? "",
  }));
  const { components } = createSbom(lock, contained);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(contained.map(({ name }) => name)));
  expect(names).toEqual(expect.arrayContaining(["pg-protocol", "@radix-ui/react-dialog", "@tanstack/router-core"]));
  for (const tool of ["vite", "vitest"]) expect(names).not.toContain(tool);
  const required = components.filter(({ scope }) => scope === "required");
  expect(required.filter(({ hashes, licenses }) => !hashes || !licenses).map(({ name }) => name)).toEqual([]);
  const version = dependencies?.["@tanstack/react-router"];
  const purl = `pkg:npm/%40tanstack/react-router@${version}`;
  expect(components.find(({ name }) => name === "@tanstack/react-router")).toEqual({
    type: "library",
    "bom-ref": purl,
    name: "@tanstack/react-router",
    version,
    purl,
    scope: "required",
    licenses: [{ license: { id: "MIT" } }],
    hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
});

test("the list of packages rejects a package that the lock file lacks", () => {
  const contained = [{ name: "react", version: "0.0.1" }];
  expect(() => createSbom(lock, contained)).toThrow("The lock file has no react 0.0.1");
});
