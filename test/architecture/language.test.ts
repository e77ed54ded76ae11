// Keeps home-made words out of the code: a new engineer reads standard English terms only.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const WORDS = ["told", "tells", "whoever", "wanted", "kept", "says", "meanwhile", "nobody", "somebody"];
const PREFIXES = ["MOST_", "LONGEST_", "LEAST_", "LARGEST_"];
const FORBIDDEN = new RegExp(`(?<![a-z])(${WORDS.join("|")})(?![a-z])|\\b(${PREFIXES.join("|")})`, "i");

/** Quotes the specification, or is generated from such quotes. */
const QUOTATIONS = /^docs\/contract\.md$|^test\/conformance\/lines\.ts$|^test\/architecture\/language\.test\.ts$/;

/** Names of the API, the database, the environment and the system, which stay as they are. */
const FIXED_NAMES = [
  // Fields of progress answers.
  /\btold(By|At)?\b(?=[?:,]| [}=&])|\.told(By|At)?\b|"told"/,
  /\bsays\b(?=[:,])|\.says\b/,
  // A column of lockerImport and the field of its answer.
  /\bkept\b(?=[:,?]| })|"kept"|\.kept\b/,
  /STATS_CACHE_S/,
  // One of these, quoted in a comment.
  /`(told|says|kept)`/,
];

const files = execFileSync("git", ["ls-files", "src", "test", "docs", "bench", "scripts"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs|css|md|html)$/.test(path) && !QUOTATIONS.test(path));

test("the code and the documents use standard terms", () => {
  const found = files.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((line, index) => ({ at: `${path}:${index + 1}`, line }))
      .filter(({ line }) =>
        FORBIDDEN.test(FIXED_NAMES.reduce((rest, name) => rest.replaceAll(new RegExp(name, "g"), ""), line)),
      )
      .map(({ at, line }) => `${at}: ${line.trim().slice(0, 100)}`),
  );
  expect(found).toEqual([]);
});

test("no screen calls a figure a time to aim: no source gives one, and the zoom transition is none", () => {
  const AIM_TIME = /(time to aim|aim(ing)? time|ads time)/i;
  const NOT_PUBLIC = /No public figure|NOT_PUBLIC/;
  const found = files
    .filter((path) => /^src\/.*\.tsx?$/.test(path) && !path.endsWith(".test.ts"))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => AIM_TIME.test(line) && !NOT_PUBLIC.test(line)),
    );
  expect(found).toEqual([]);
});
