// Where a browser translates a page it moves texts into elements of its own. A text beside something that comes and goes stands in
// an element: React would look for the text itself, and fail. test/e2e/translated.e2e.ts uses such pages.
import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

type Node = { type: string; start: number; [field: string]: unknown };
/** What a child may be: a text, something that is not always there, or anything else. */
type Kind = "text" | "conditional" | "other";

const TYPED = /^(JSXExpressionContainer|ParenthesizedExpression|TS(As|Satisfies|NonNull)Expression)$/;

/** The kinds that a child may be, as far as its syntax shows; none for what is not drawn. */
function getKinds(node: Node): Kind[] {
  const at = (field: string) => getKinds(node[field] as Node);
  if (node.type === "JSXText") return /\S/.test(String(node["value"])) ? ["text"] : [];
  if (node.type === "JSXEmptyExpression") return [];
  if (TYPED.test(node.type)) return at("expression");
  if (node.type === "TemplateLiteral") return ["text"];
  if (node.type === "Literal") return typeof node["value"] === "string" ? ["text"] : ["conditional"];
  if (node.type === "LogicalExpression") return ["conditional", ...at("right")];
  if (node.type === "ConditionalExpression") {
    const branches = [...at("consequent"), ...at("alternate")];
    return branches.every((kind) => kind === "text") ? ["text"] : ["conditional", ...branches];
  }
  const callee = node["callee"] as { object?: { name?: string } } | undefined;
  return node.type === "CallExpression" && callee?.object?.name === "m" ? ["text"] : ["other"];
}

/** The lines on which an element has a text beside something conditional. */
function findBareTexts(path: string, code: string): number[] {
  const lines: number[] = [];
  const visit = (node: Node) => {
    const children = /^JSX(Element|Fragment)$/.test(node.type) ? (node["children"] as Node[]).map(getKinds) : [];
    const drawn = children.filter((kinds) => kinds.length > 0);
    const kinds = drawn.flat();
    if (drawn.length > 1 && kinds.includes("text") && kinds.includes("conditional"))
      lines.push(code.slice(0, node.start).split("\n").length);
    for (const value of Object.values(node).flat())
      if (value && typeof value === "object" && "type" in value) visit(value as Node);
  };
  visit(parseSync(path, code).program as unknown as Node);
  return lines;
}

test("every text beside something that comes and goes stands in an element", () => {
  const paths = globSync("src/web/**/*.tsx");
  expect(paths.length).toBeGreaterThan(200);
  const texts = paths.flatMap((path) =>
    findBareTexts(path, readFileSync(path, "utf8")).map((line) => `${path}:${line}`),
  );
  expect(texts).toEqual([]);
});

test.for([
  ["<p>{m.a()}{isOpen && <b />}</p>", 1],
  ["<p>A text{isOpen ? <b /> : <i />}</p>", 1],
  ["<p><b />{isOpen && m.a()}</p>", 1],
  ["<>{`a b`}{a ?? <b />}</>", 1],
  ["<p><span>{m.a()}</span>{isOpen && <b />}</p>", 0],
  ["<p>{isOpen && m.a()}</p>", 0],
  ["<p>{isOpen ? m.a() : m.b()} <b /></p>", 0],
] as const)("%s has %i", ([code, count]) => {
  expect(findBareTexts("example.tsx", code)).toHaveLength(count);
});
