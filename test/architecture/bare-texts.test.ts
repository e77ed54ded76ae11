// A browser that translates a page moves its texts into new elements. React fails if it then inserts or removes a sibling of such
// a text, so a text beside conditional content must have its own element. test/e2e/translated.e2e.ts tests translated pages.
import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";

type Node = { type: string; start: number; [field: string]: unknown };
/** The kind of a child: a text, content that is not always rendered, or anything else. */
type Kind = "text" | "conditional" | "other";

const TYPED = /^(JSXExpressionContainer|ParenthesizedExpression|TS(As|Satisfies|NonNull)Expression)$/;

/** Returns the possible kinds of a child, according to its syntax; none for a child that is not rendered. */
function getKinds(node: Node): Kind[] {
  const getFieldKinds = (field: string) => getKinds(node[field] as Node);
  if (node.type === "JSXText") return /\S/.test(String(node["value"])) ? ["text"] : [];
  if (node.type === "JSXEmptyExpression") return [];
  if (TYPED.test(node.type)) return getFieldKinds("expression");
  if (node.type === "TemplateLiteral") return ["text"];
  if (node.type === "Literal") return typeof node["value"] === "string" ? ["text"] : ["conditional"];
  if (node.type === "LogicalExpression") return ["conditional", ...getFieldKinds("right")];
  if (node.type === "ConditionalExpression") {
    const branches = [...getFieldKinds("consequent"), ...getFieldKinds("alternate")];
    return branches.every((kind) => kind === "text") ? ["text"] : ["conditional", ...branches];
  }
  const callee = node["callee"] as { object?: { name?: string } } | undefined;
  return node.type === "CallExpression" && callee?.object?.name === "m" ? ["text"] : ["other"];
}

/** Returns the lines of elements that have a text beside conditional content. */
function findBareTexts(path: string, code: string): number[] {
  const lines: number[] = [];
  const visit = (node: Node) => {
    const children = /^JSX(Element|Fragment)$/.test(node.type) ? (node["children"] as Node[]).map(getKinds) : [];
    const renderedChildren = children.filter((kinds) => kinds.length > 0);
    const kinds = renderedChildren.flat();
    if (renderedChildren.length > 1 && kinds.includes("text") && kinds.includes("conditional"))
      lines.push(code.slice(0, node.start).split("\n").length);
    for (const value of Object.values(node).flat())
      if (value && typeof value === "object" && "type" in value) visit(value as Node);
  };
  visit(parseSync(path, code).program as unknown as Node);
  return lines;
}

test("every text beside conditional content has its own element", () => {
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
] as const)("%s has %i bare texts", ([code, count]) => {
  expect(findBareTexts("example.tsx", code)).toHaveLength(count);
});
