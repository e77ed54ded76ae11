// Rejects words that are not standard technical English, so that a new engineer can read the code without a glossary.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const WORDS = ["told", "tells", "whoever", "wanted", "kept", "says", "meanwhile", "nobody", "somebody"];
const PREFIXES = ["MOST_", "LONGEST_", "LEAST_", "LARGEST_"];
const FORBIDDEN = new RegExp(`(?<![a-z])(${WORDS.join("|")})(?![a-z])|\\b(${PREFIXES.join("|")})`, "i");

/** Files that quote the specification, or are generated from its quotations. */
const QUOTATIONS = /^docs\/contract\.md$|^test\/conformance\/lines\.ts$|^test\/architecture\/language\.test\.ts$/;

/** The former name of an environment variable, which the configuration still rejects. */
const FIXED_NAMES = [/STATS_KEPT_S/];

/** Words that are too vague as the whole name of a declaration. */
const EMPTY_NAMES =
  /\b(known|found|asked|carried|said|taken|brought|settled|sought|told|says|kept|lefts|standing|doing)\b/;

/** Files with property names of data that version 0.2.0 stored on devices; these names cannot change. */
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

test("no declaration has only a vague word as its name", () => {
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

/** Returns the names of the variables, parameters, functions, types and properties that a syntax tree declares. */
function listDeclared(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { id, key, param, params } = node as Record<string, unknown>;
  const names = [id, key, param, params].flatMap(listNames);
  return [...names, ...Object.values(node).flatMap(listDeclared)];
}

/** Returns the names that a pattern such as `{ a, b: [c] }` declares. */
function listNames(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(listNames);
  if (typeof pattern !== "object" || pattern === null) return [];
  const { type, name, properties, elements, value, left, argument } = pattern as Record<string, unknown>;
  if (type === "Identifier") return [String(name)];
  return [properties, elements, left, argument, type === "Property" ? value : null].flatMap(listNames);
}

test("no screen shows a time to aim, because no source publishes one and the zoom transition is a different figure", () => {
  const AIM_TIME = /(time to aim|aim(ing)? time|ads time)/i;
  const NOT_PUBLIC = /not public|NOT_PUBLIC/;
  const lines = files
    .filter((path) => /^src\/.*\.tsx?$/.test(path) && !path.endsWith(".test.ts"))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => AIM_TIME.test(line) && !NOT_PUBLIC.test(line)),
    );
  expect(lines).toEqual([]);
});
