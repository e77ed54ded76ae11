// Every text a person reads stands in a message catalogue, src/messages/<locale>/*.json, and every message is used.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { GAME_TITLES } from "#domain/game.ts";
import { PLATFORM_TITLES } from "#domain/soldier/platform.ts";

type Node = { type: string; start: number; [field: string]: unknown };

const catalogues = globSync("src/messages/en/*.json").map((path) => ({
  area: basename(path, ".json"),
  keys: Object.keys(JSON.parse(readFileSync(path, "utf8"))),
}));
const sources = globSync("src/{domain,web,server,messages}/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.ts$|\.gen\.ts$|\/compiled\//.test(path))
  .map((path) => ({ path, code: readFileSync(path, "utf8") }));

describe("the catalogues", () => {
  test("name each message after their area, in order", () => {
    for (const { area, keys } of catalogues) {
      expect(keys.filter((key) => !key.startsWith(`${area}_`))).toEqual([]);
      expect(keys).toEqual(keys.toSorted());
    }
  });

  test("hold no message that nothing uses", () => {
    const used = new Set(sources.flatMap(({ code }) => [...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)));
    expect(catalogues.flatMap(({ keys }) => keys.filter((key) => !used.has(key)))).toEqual([]);
  });
});

/** Attributes whose text a person reads or hears. */
const READ =
  /^(aria-label|aria-description|label|title|placeholder|hint|text|description|caption|alt|legend|action|empty)$/;
const WORD = /[A-Za-z]{2,}/;
const SENTENCE = /^[A-Z“][a-z’']* .*[a-z]/s;
/** Names of people, sites, games and platforms, which no language changes, and the stored name of an unknown mode. */
const NAMES = new Set<string>([
  "Fieldlocker",
  "Samsung Internet",
  "John Colburn",
  ...Object.values(GAME_TITLES),
  ...Object.values(PLATFORM_TITLES),
  "Mode …",
]);

describe("the screens and the domain", () => {
  test("hold no text of their own", () => {
    const found = sources
      .filter(({ path }) => /^src\/(web|domain)\//.test(path))
      .flatMap(({ path, code }) => findTexts(path, code).map((text) => `${path}: ${text}`));
    expect(found).toEqual([]);
  });
});

/** The literal texts of a file that a person would read. */
function findTexts(path: string, code: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    const trimmed = text.replace(/\s+/g, " ").trim();
    if (WORD.test(trimmed) && !NAMES.has(trimmed)) found.push(trimmed);
  };
  const visit = (node: Node, parent: Node): void => {
    if (node.type === "JSXText") add(String(node["value"]));
    if (node.type === "Literal" && typeof node["value"] === "string" && isRead(node["value"], parent))
      add(node["value"]);
    if (node.type === "TemplateLiteral" && !isForDevelopers(parent)) {
      const [first, ...others] = (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      if (SENTENCE.test(`${first}x ${others.join("x")}`) && /^[A-Z]/.test(first ?? ""))
        add([first, ...others].join("…"));
    }
    if (node.type === "ImportDeclaration" || node.type.startsWith("TS")) return;
    for (const child of Object.values(node).flat())
      if (child && typeof child === "object" && "type" in child) visit(child as Node, node);
  };
  const program = parseSync(path, code).program as unknown as Node;
  visit(program, program);
  return found;
}

function isRead(text: string, parent: Node): boolean {
  if (isForDevelopers(parent)) return false;
  if (parent.type === "JSXAttribute") return READ.test((parent["name"] as { name: string }).name);
  if (parent.type === "Property" && parent["key"] !== undefined && READ.test(getKey(parent)))
    return /^[A-Z]/.test(text);
  return SENTENCE.test(text);
}

const getKey = (property: Node): string => {
  const key = property["key"] as { name?: string; value?: unknown };
  return key.name ?? String(key.value);
};

/** The texts of errors and of the log, which no person on a screen reads. */
function isForDevelopers(parent: Node): boolean {
  if (parent.type === "NewExpression") return true;
  const callee = parent.type === "CallExpression" ? (parent["callee"] as { name?: string }).name : undefined;
  return callee === "logError";
}
