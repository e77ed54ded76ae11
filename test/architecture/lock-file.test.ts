// What the setup installs is what was reviewed: each package by its digest, from the registry alone.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Entry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
};
type LockFile = { packages: Record<string, Entry> };
const entries = ["package-lock.json", "test/rare/package-lock.json"].flatMap((file) => {
  const { packages }: LockFile = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(packages).filter(([path]) => path !== "");
});

test("every package is pinned by a digest", () => {
  // The binaries of other platforms, which the registry did not offer when the lock was written, are not installed here.
  const open = entries.filter(([, { integrity, optional }]) => !integrity?.startsWith("sha512-") && !optional);
  expect(open.map(([path]) => path)).toEqual([]);
  expect(entries.length).toBeGreaterThan(100);
});

test("no package comes from an address of its own", () => {
  expect(entries.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([path]) => path)).toEqual([]);
});

test("no package needs to run an install script", () => {
  const scripts = entries.filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional);
  expect(scripts.map(([path]) => path)).toEqual([]);
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
    const versions = find(name).map(([, { version = "" }]) => version);
    expect([name, versions.length > 0, versions.filter((version) => isOlder(version, minimum))]).toEqual([
      name,
      true,
      [],
    ]);
  }
});
