// The lock file pins each package by a digest and installs packages only from the registry.
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
  // Optional binaries of other platforms may lack a digest; they are not installed on this platform.
  const withoutDigest = entries.filter(([, { integrity, optional }]) => !integrity?.startsWith("sha512-") && !optional);
  expect(withoutDigest.map(([path]) => path)).toEqual([]);
  expect(entries.length).toBeGreaterThan(100);
});

test("no package comes from outside the registry", () => {
  expect(entries.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([path]) => path)).toEqual([]);
});

test("no package needs to run an install script", () => {
  const scripts = entries.filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional);
  expect(scripts.map(([path]) => path)).toEqual([]);
});

test("the account library's packages have one version line, and network packages have at least the minimum version", () => {
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
