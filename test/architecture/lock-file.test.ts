// What the setup installs is what was reviewed: each package by its digest, from the registry alone.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { folderOfItsOwn } from "#test/harness/processes/program.ts";

type Entry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
};
const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const entries = Object.entries(packages).filter(([path]) => path !== "");

test("every package is pinned by a digest", () => {
  // The binaries of other platforms, which the registry did not offer when the lock was written, are not installed here.
  const open = entries.filter(([, { integrity, optional }]) => !integrity?.startsWith("sha512-") && !optional);
  expect(open.map(([path]) => path)).toEqual([]);
  expect(entries.length).toBeGreaterThan(100);
});

test("no package comes from an address of its own", () => {
  expect(entries.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([path]) => path)).toEqual([]);
});

test("only the package of Node may run an install script", () => {
  const scripts = entries.filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional);
  expect(scripts.map(([path]) => path)).toEqual(["node_modules/node"]);
});

test("the account library and its parts are there once, of one line, and network packages are new enough", () => {
  const find = (name: string) => entries.filter(([path]) => path.endsWith(`node_modules/${name}`));
  const versions = ["better-auth", "@better-auth/core", "@better-auth/passkey", "better-call"].map((name) => {
    expect([name, find(name).length]).toEqual([name, 1]);
    return find(name)[0]?.[1].version ?? "";
  });
  expect(versions.slice(0, 3).map((version) => version.split(".", 2).join("."))).toEqual(["1.7", "1.7", "1.7"]);
  const MINIMUM = {
    "better-auth": "1.7.6",
    hono: "4.12.21",
    "@hono/node-server": "1.19.13",
    "@trpc/server": "11.8.0",
  };
  const isOlder = (version: string, minimum: string) => version.localeCompare(minimum, "en", { numeric: true }) < 0;
  for (const [name, minimum] of Object.entries(MINIMUM)) {
    const found = find(name).map(([, { version = "" }]) => version);
    expect([name, found.length > 0, found.filter((version) => isOlder(version, minimum))]).toEqual([name, true, []]);
  }
});

/** Runs the setup of packages in a folder where npm brings this program as Node; returns its code and what it printed. */
async function setUpWith(node: string) {
  await using folder = await folderOfItsOwn();
  // What the image copies before it installs.
  for (const path of ["scripts/setup.mjs", "package-lock.json"]) await cp(path, join(folder.path, path));
  const programs = join(folder.path, "programs");
  await mkdir(programs);
  const place = join(folder.path, "node_modules/node/bin");
  const calls = join(folder.path, "calls");
  const script = `echo "$*" >>'${calls}'\n[ "$1" != rebuild ] || { mkdir -p '${place}' && cp '${node}' '${place}/node'; }`;
  await writeFile(join(programs, "npm"), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, "npm"), 0o755);
  const PATH = [programs, process.env["PATH"]].join(delimiter);
  const options = { env: { ...process.env, PATH }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder.path, "scripts/setup.mjs"), "--packages"],
    options,
  );
  expect(readFileSync(calls, "utf8")).toBe("ci --ignore-scripts\nrebuild node\n");
  return { status, stdout, stderr, isInstalled: existsSync(join(folder.path, "node_modules/.installed")) };
}

/** What the setup knows of Node: its version, and the digest of its program on some platforms. */
const [REVIEWED = ""] = /const NODE = \{[\s\S]*?\n\};/.exec(readFileSync("scripts/setup.mjs", "utf8")) ?? [];

test("the setup ends before a Node runs that is not the reviewed one", async () => {
  await using folder = await folderOfItsOwn();
  const other = join(folder.path, "node");
  await writeFile(other, "#!/bin/sh\n");
  const isKnown = REVIEWED.includes(`"${process.platform}-${process.arch}":`);
  // The standard output is that of the command after the setup.
  const refusal = { status: 1, stdout: "", stderr: expect.stringContaining("that was reviewed"), isInstalled: false };
  const success = { status: 0, stdout: "", stderr: expect.stringContaining("Dependencies: ready"), isInstalled: true };
  expect(await setUpWith(other)).toEqual(isKnown ? refusal : success);
  expect(await setUpWith(resolve("node_modules/node/bin/node"))).toEqual(success);
});

test("the version of Node whose digests the setup knows is the installed one", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(REVIEWED).toContain(`version: "${dependencies.node}",`);
  expect(REVIEWED).toContain('"linux-x64":');
});
