// Compiles a message of a catalogue into a JavaScript function. A message is either a text with `{inputs}` and
// `{#elements}…{/elements}`, or a list with one object whose `match` contains a text for each case of its selectors.
import { z } from "zod";

export type CompiledMessage = {
  /** The source of a function of the inputs; for a message with elements, the function has a property `parts`. */
  code: string;
  /** The text of a message without inputs, cases and elements; otherwise null. */
  text: string | null;
  inputs: readonly string[];
  /** The values of each input that decides between cases without a case for other values. */
  values: ReadonlyMap<string, readonly string[]>;
  elements: readonly string[];
};

const variants = z.strictObject({
  declarations: z.array(z.string()),
  selectors: z.array(z.string()).min(1),
  match: z.record(z.string(), z.string()),
});
export const messageSchema = z.union([z.string(), z.tuple([variants])]);
export type Message = z.infer<typeof messageSchema>;

type Part = string | { input: string } | { element: string; children: Part[] };
/** A value derived from an input: the plural category of a number, or the number formatted for the language. */
type Local = { input: string; format: "plural" | "number" };
type Case = { conditions: readonly (readonly [selector: string, value: string])[]; parts: readonly Part[] };
type ParsedMessage = { inputs: readonly string[]; locals: ReadonlyMap<string, Local>; cases: readonly Case[] };

type ToReference = (name: string) => string;
type ToCode = (parts: readonly Part[]) => string;

/**
 * Compiles a message whose plurals and numbers follow the language with this code.
 * @throws {Error} that describes the mistake in the message
 */
export function compileMessage(key: string, message: Message, language: string): CompiledMessage {
  const { inputs, locals, cases } =
    typeof message === "string" ? parseText(message) : parseVariants(message[0], language);
  const values = listValues(inputs, cases);
  const elements = [...new Set(cases.flatMap(({ parts }) => listElements(parts)))].toSorted();
  const [first] = cases;
  const unconditionalParts = cases.length === 1 && first?.conditions.length === 0 ? first.parts : null;
  const text = unconditionalParts?.every((part) => typeof part === "string") ? unconditionalParts.join("") : null;
  const toReference = (name: string): string => (locals.has(name) ? toVariable(name) : `i.${name}`);
  const write = (toCode: ToCode, fallback: string): string => {
    const isUsed = (name: string) =>
      cases.some(
        ({ conditions, parts }) =>
          conditions.some(([selector]) => selector === name) || listInputs(parts).includes(name),
      );
    const used = [...locals].filter(([name]) => isUsed(name));
    const constants = used.map(([name, local]) => `${toVariable(name)}=${writeLocal(local, language)}`);
    const result = writeCases(cases, toReference, toCode, fallback);
    const parameter = inputs.length > 0 ? "(i)" : "()";
    return constants.length > 0
      ? `${parameter}=>{const ${constants.join()};return ${result}}`
      : `${parameter}=>${result}`;
  };
  // A call that matches no case returns the key, which is easier to notice than an empty text.
  const writeText = write((parts) => toTemplate(parts, toReference), JSON.stringify(key));
  if (elements.length === 0) return { code: writeText, text, inputs, values, elements };
  const writeParts = write((parts) => toList(parts, toReference), `[${JSON.stringify(key)}]`);
  return {
    code: `/* @__PURE__ */ Object.assign(${writeText},{parts:${writeParts}})`,
    text: null,
    inputs,
    values,
    elements,
  };
}

function listValues(inputs: readonly string[], cases: readonly Case[]): ReadonlyMap<string, readonly string[]> {
  const entries = inputs.flatMap((input): [string, readonly string[]][] => {
    const values = cases.map(({ conditions }) => conditions.find(([selector]) => selector === input)?.[1]);
    const caseValues = values.filter((value) => value !== undefined);
    return caseValues.length === cases.length ? [[input, [...new Set(caseValues)]]] : [];
  });
  return new Map(entries);
}

function parseText(text: string): ParsedMessage {
  const parts = parseParts(text);
  return { inputs: [...new Set(listInputs(parts))], locals: new Map(), cases: [{ conditions: [], parts }] };
}

/** Returns a variable name; the dollar sign avoids collisions with inputs and JavaScript keywords. */
const toVariable = (local: string): string => `$${local}`;

function parseVariants({ declarations, selectors, match }: z.infer<typeof variants>, language: string): ParsedMessage {
  const inputs: string[] = [];
  const locals = new Map<string, Local>();
  for (const declaration of declarations) {
    const input = /^input ([a-z]\w*)$/i.exec(declaration)?.[1];
    const [, name, from = "", format] = /^local ([a-z]\w*) = (\w+): (plural|number)$/i.exec(declaration) ?? [];
    if (input !== undefined) inputs.push(input);
    else if (name !== undefined && inputs.includes(from)) locals.set(name, { input: from, format: format as "plural" });
    else throw new Error(`"${declaration}" declares neither an input nor the plural or number of an input`);
  }
  const check = (name: string): void => {
    if (!inputs.includes(name) && !locals.has(name)) throw new Error(`${name} is not declared`);
  };
  selectors.forEach(check);
  const cases = Object.entries(match).map(([condition, text]): Case => {
    const parts = parseParts(text);
    listInputs(parts).forEach(check);
    return { conditions: parseCondition(condition, selectors), parts };
  });
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [selector, value] of cases.flatMap(({ conditions }) => conditions))
    if (locals.get(selector)?.format === "plural" && !pluralCategories.some((category) => category === value))
      throw new Error(`${selector}=${value} is not a plural form of this language`);
  if (cases.slice(0, -1).some(({ conditions }) => conditions.length === 0))
    throw new Error("A case follows the unconditional case");
  return { inputs, locals, cases };
}

/** Returns the selectors and values that a case requires; "*" matches any value and is left out. */
function parseCondition(condition: string, selectors: readonly string[]): [selector: string, value: string][] {
  const pairs = condition.split(", ").map((part): [string, string] => {
    const [, selector = "", value] = /^(\w+)=([^=]+)$/.exec(part) ?? [];
    if (!selectors.includes(selector) || value === undefined) throw new Error(`"${part}" is not a value of a selector`);
    return [selector, value];
  });
  return pairs.filter(([, value]) => value !== "*");
}

const TOKEN = /\\[{}\\]|\{([a-z]\w*)\}|\{#(\w+)\}|\{\/(\w+)\}|\{#(\w+)\/\}|[^{}\\]+/iy;

function parseParts(text: string): Part[] {
  const root: Part[] = [];
  const openElements: { element: string; children: Part[] }[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const [token, input, opened, closed, selfClosing] = TOKEN.exec(text) ?? [];
    if (token === undefined)
      throw new Error(
        `"${text.slice(start)}" begins with a brace or a backslash that is not part of an input or element`,
      );
    const parts = openElements.at(-1)?.children ?? root;
    if (input !== undefined) parts.push({ input });
    else if (selfClosing !== undefined) parts.push({ element: selfClosing, children: [] });
    else if (opened !== undefined) {
      const element = { element: opened, children: [] };
      parts.push(element);
      openElements.push(element);
    } else if (closed !== undefined) {
      if (openElements.pop()?.element !== closed) throw new Error(`${token} closes no element`);
    } else parts.push(token.startsWith("\\") ? token.slice(1) : token);
  }
  const [unclosed] = openElements;
  if (unclosed) throw new Error(`{#${unclosed.element}} is not closed`);
  return root;
}

const listInputs = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === "string") return [];
    return "input" in part ? [part.input] : listInputs(part.children);
  });

const listElements = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) =>
    typeof part === "string" || "input" in part ? [] : [part.element, ...listElements(part.children)],
  );

const writeLocal = ({ input, format }: Local, language: string): string =>
  format === "plural"
    ? `new Intl.PluralRules("${language}").select(i.${input})`
    : `new Intl.NumberFormat("${language}").format(i.${input})`;

/** Returns a chain of conditional expressions, one per case, that ends with the unconditional case or with `fallback`. */
function writeCases(cases: readonly Case[], toReference: ToReference, toCode: ToCode, fallback: string): string {
  let code = "";
  for (const { conditions, parts } of cases) {
    if (conditions.length === 0) return code + toCode(parts);
    const tests = conditions.map(([selector, value]) => {
      const reference = toReference(selector);
      // An input that is compared with digits may be a number.
      return `${/^\d/.test(value) ? `String(${reference})` : reference}===${JSON.stringify(value)}`;
    });
    code += `${tests.join("&&")}?${toCode(parts)}:`;
  }
  return code + fallback;
}

function toTemplate(parts: readonly Part[], toReference: ToReference): string {
  const write = (part: Part): string => {
    if (typeof part === "string") return part.replaceAll(/[`\\$]/g, "\\$&");
    return "input" in part ? `\${${toReference(part.input)}}` : part.children.map(write).join("");
  };
  return `\`${parts.map(write).join("")}\``;
}

function toList(parts: readonly Part[], toReference: ToReference): string {
  const items = parts.map((part) => {
    if (typeof part === "string") return JSON.stringify(part);
    if ("input" in part) return `\`\${${toReference(part.input)}}\``;
    return `{name:"${part.element}",children:${toList(part.children, toReference)}}`;
  });
  return `[${items.join()}]`;
}
