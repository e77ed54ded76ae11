// What `npm ci` installs is what was reviewed: each package by its digest, from the registry alone.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Entry = { integrity?: string; resolved?: string; link?: boolean; optional?: boolean; hasInstallScript?: boolean };
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
