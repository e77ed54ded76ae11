// Keeps home-made words out of the code: a new engineer reads standard English terms only.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const WORDS = ["told", "tells", "whoever", "wanted", "kept", "says", "meanwhile", "nobody", "somebody"];
const PREFIXES = ["MOST_", "LONGEST_", "LEAST_", "LARGEST_"];
const FORBIDDEN = new RegExp(`(?<![a-z])(${WORDS.join("|")})(?![a-z])|\\b(${PREFIXES.join("|")})`, "i");

/** Quotes the specification, or is generated from such quotes. */
const QUOTATIONS = /^docs\/contract\.md$|^test\/conformance\/lines\.ts$|^test\/architecture\/language\.test\.ts$/;

/** The earlier name of a variable, which is refused with the present one. */
const FIXED_NAMES = [/STATS_KEPT_S/];

/** Participles and old words that say nothing as the whole name of a declaration. */
const EMPTY_NAMES =
  /\b(known|found|asked|carried|said|taken|brought|settled|sought|told|says|kept|lefts|standing|doing)\b/;

/** The locker of 0.2.0 on a device, whose names stay. */
const STORED_NAMES = /^src\/web\/data\/offline\/(stored|answers\.test)\.ts$|^test\/e2e\/faults\.e2e\.ts$/;

const files = execFileSync("git", ["ls-files", "src", "test", "docs", "bench", "scripts"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs|css|md|html)$/.test(path) && !QUOTATIONS.test(path));

test("the code and the documents use standard terms", () => {
  const lines = files.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((line, index) => ({ at: `${path}:${index + 1}`, line }))
      .filter(({ line }) =>
        FORBIDDEN.test(FIXED_NAMES.reduce((rest, name) => rest.replaceAll(new RegExp(name, "g"), ""), line)),
      )
      .map(({ at, line }) => `${at}: ${line.trim().slice(0, 100)}`),
  );
  expect(lines).toEqual([]);
});

test("no declaration has a participle or an old word as its whole name", () => {
  const lines = files
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !STORED_NAMES.test(path))
    .map((path) => [path, readFileSync(path, "utf8")] as const)
    .filter(([, text]) => EMPTY_NAMES.test(text))
    .flatMap(([path, text]) =>
      listDeclared(parseSync(path, text).program)
        .filter((name) => name.match(EMPTY_NAMES)?.[0] === name)
        .map((name) => `${path}: ${name}`),
    );
  expect(lines).toEqual([]);
});

/** The names that a syntax tree declares: of variables, parameters, functions, types and properties. */
function listDeclared(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { id, key, param, params } = node as Record<string, unknown>;
  const own = [id, key, param, params].flatMap(listNames);
  return [...own, ...Object.values(node).flatMap(listDeclared)];
}

/** The names in a pattern such as `{ a, b: [c] }`; those of its keys are declared elsewhere or by `listDeclared`. */
function listNames(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(listNames);
  if (typeof pattern !== "object" || pattern === null) return [];
  const { type, name, properties, elements, value, left, argument } = pattern as Record<string, unknown>;
  if (type === "Identifier") return [String(name)];
  return [properties, elements, left, argument, type === "Property" ? value : null].flatMap(listNames);
}

test("no screen calls a figure a time to aim: no source gives one, and the zoom transition is none", () => {
  const AIM_TIME = /(time to aim|aim(ing)? time|ads time)/i;
  const NOT_PUBLIC = /No public figure|NOT_PUBLIC/;
  const lines = files
    .filter((path) => /^src\/.*\.tsx?$/.test(path) && !path.endsWith(".test.ts"))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => AIM_TIME.test(line) && !NOT_PUBLIC.test(line)),
    );
  expect(lines).toEqual([]);
});
