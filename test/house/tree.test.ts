// Rules of docs/architecture.md that neither the compiler nor the linter can check.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FAULTS } from "#domain/fault.ts";

const LONGEST_FILE = 300;
/** Generated, written once, or one table. */
const EXEMPT = /routeTree\.gen\.ts$|\/migrations\/|test\/contract\/lines\.ts$/;

const sources = globSync("{src,test,scripts,bench}/**/*.{ts,tsx,mjs,css}").filter((path) => !EXEMPT.test(path));
const textOf = (path: string): string => readFileSync(path, "utf8");

describe("the tree", () => {
  test("has no file longer than three screens", () => {
    const long = sources.filter((path) => textOf(path).trimEnd().split("\n").length > LONGEST_FILE);
    expect(long).toEqual([]);
  });

  test("has no folder that means nothing", () => {
    expect(sources.filter((path) => /\/(utils?|helpers?|misc|common|shared|lib)(\/|\.)/.test(path))).toEqual([]);
  });

  test("imports nothing by climbing", () => {
    const climbing = sources.filter((path) => /from "\.\.\//.test(textOf(path)) && !path.endsWith(".config.ts"));
    expect(climbing).toEqual([]);
  });

  test("switches no rule off in a line of code", () => {
    const word = new RegExp(["biome-" + "ignore", "@ts-" + "(ignore|expect-error|nocheck)"].join("|"));
    expect(sources.filter((path) => word.test(textOf(path)))).toEqual([]);
  });

  test("throws every fault of the table somewhere", () => {
    const server = sources
      .filter((path) => path.startsWith("src/server/"))
      .map(textOf)
      .join("\n");
    const unused = Object.keys(FAULTS).filter((code) => !server.includes(`Fault("${code}"`));
    expect(unused).toEqual([]);
  });

  test("explains in docs/architecture.md every folder of its rooms", () => {
    const plan = textOf("docs/architecture.md");
    const folders = globSync("src/{domain,server,web}/*/").map((path) => `${path.split("/")[2]}/`);
    expect(folders.filter((folder) => !plan.includes(folder))).toEqual([]);
  });
});

describe("the terms", () => {
  test("of the glossary each have one line", () => {
    const words = [...textOf("docs/glossary.md").matchAll(/^\| ([^|]+?) \|/gm)].map(([, word]) => word);
    expect(new Set(words).size).toBe(words.length);
  });
});
