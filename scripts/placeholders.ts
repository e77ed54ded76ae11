// Replaces the messages of a web build by placeholders, which language-files.ts fills for each language: `__text__("key")`
// stands for the text of a message without inputs, `__message__("key")` for any other message, which is a function.
import { type Plugin, parseSync } from "vite";
import type { CompiledMessage } from "./message-compiler.ts";

export type Catalogue = ReadonlyMap<string, CompiledMessage>;

type Node = { type: string; start: number; end: number; [field: string]: unknown };
/** A use of a message: `m.key`, or the whole call `m.key()` if it has no arguments. */
type Use = { key: string; node: Node; isCall: boolean };

const MODULE = "message:";
const SOURCE = "#messages";
/** TypeScript nodes that contain an expression; all other TypeScript nodes are erased. */
const TYPED_EXPRESSION = /^TS(As|Satisfies|NonNull)Expression$/;

/**
 * Replaces `m.key` by a placeholder. A call of a message without inputs becomes the placeholder of its text; any other message
 * is imported from a virtual module of its own, so that each file of the build contains only the messages it uses.
 * `catalogues` are the catalogues of all languages of the site.
 */
export function placeholdersPlugin(catalogues: readonly Catalogue[]): Plugin {
  const [base = new Map()] = catalogues;
  const isText = (key: string): boolean =>
    catalogues.every((catalogue) => (catalogue.get(key) ?? base.get(key))?.text !== null);
  return {
    name: "placeholders",
    enforce: "pre",
    apply: "build",
    resolveId(id, importer) {
      if (id === SOURCE)
        this.error(`${importer}: { m } has to be imported from "${SOURCE}" in a declaration of its own.`);
      return id.startsWith(MODULE) ? { id: `\0${id}`, moduleSideEffects: false } : null;
    },
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      const key = id.slice(MODULE.length + 1);
      return `export const ${key} = ${isText(key) ? `() => ${writePlaceholder("text", key)}` : writePlaceholder("message", key)};`;
    },
    transform(code, id) {
      if (!code.includes(`"${SOURCE}"`)) return null;
      const { program, errors } = parseSync(id.replace(/\?.*/, ""), code);
      const [error] = errors;
      if (error) this.error(`${id}: ${error.message}`);
      const uses: Use[] = [];
      let declaration: Node | null = null;
      try {
        declaration = findUses(program as unknown as Node, uses);
      } catch (problem) {
        this.error(`${id}: ${problem instanceof Error ? problem.message : problem}`);
      }
      if (!declaration) return null;
      const unknown = uses.find(({ key }) => !base.has(key));
      if (unknown) this.error(`${id} uses the message ${unknown.key}, which no catalogue has.`);
      const importedKeys = new Set<string>();
      const edits = uses.map(({ key, node, isCall }) => {
        if (isCall && isText(key)) return { ...node, text: writePlaceholder("text", key) };
        importedKeys.add(key);
        return { ...node, text: isCall ? `m_${key}()` : `m_${key}` };
      });
      const imports = [...importedKeys].map((key) => `import { ${key} as m_${key} } from "${MODULE}${key}";`);
      return { code: applyEdits(code, [...edits, { ...declaration, text: imports.join("") }]), map: null };
    },
  };
}

const writePlaceholder = (kind: "text" | "message", key: string): string => `/* @__PURE__ */ __${kind}__("${key}")`;

/**
 * Adds the uses of `m` in a file to `uses`. Returns the import declaration of `m`, or null if there is none.
 * @throws {Error} if the file imports `m` under another name, or uses the name `m` for anything other than `m.key`
 */
function findUses(program: Node, uses: Use[]): Node | null {
  const declarations = (program["body"] as Node[]).filter(
    ({ type, source }) => type === "ImportDeclaration" && (source as Node)["value"] === SOURCE,
  );
  const [declaration] = declarations;
  if (!declaration) return null;
  const [specifier, ...others] = declaration["specifiers"] as { local?: Node; imported?: Node }[];
  const isAlone = declarations.length === 1 && others.length === 0;
  if (!isAlone || specifier?.imported?.["name"] !== "m" || specifier.local?.["name"] !== "m")
    throw new Error(`Only { m } may be imported from "${SOURCE}", and in one declaration.`);
  const visit = (node: Node, parent: Node): void => {
    if (node === declaration) return;
    if (node.type.startsWith("TS") && !TYPED_EXPRESSION.test(node.type)) return;
    if (node.type === "Identifier" && node["name"] === "m" && !isName(node, parent))
      throw new Error('The name m stands for the messages, as in "m.key", and for nothing else.');
    const use = getUse(node);
    if (use) uses.push(use);
    // A use contains no other uses.
    for (const child of use ? [] : Object.values(node).flat())
      if (child && typeof child === "object" && "type" in child) visit(child as Node, node);
  };
  visit(program, program);
  return declaration;
}

/** Whether an identifier is the name of a property and not a variable. */
const isName = (node: Node, parent: Node): boolean =>
  parent["computed"] !== true &&
  (parent["property"] === node || (parent["key"] === node && parent["value"] !== node && parent["shorthand"] !== true));

function getUse(node: Node): Use | null {
  if (node.type === "CallExpression" && node["optional"] !== true && (node["arguments"] as Node[]).length === 0) {
    const use = getUse(node["callee"] as Node);
    return use && !use.isCall ? { key: use.key, node, isCall: true } : null;
  }
  if (node.type !== "MemberExpression" || node["computed"] === true) return null;
  const { type, name } = node["object"] as { type: string; name?: string };
  const { name: key } = node["property"] as { name?: string };
  return type === "Identifier" && name === "m" && key ? { key, node, isCall: false } : null;
}

function applyEdits(code: string, edits: readonly { start: number; end: number; text: string }[]): string {
  let [result, position] = ["", 0];
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(position, start) + text;
    position = end;
  }
  return result + code.slice(position);
}
