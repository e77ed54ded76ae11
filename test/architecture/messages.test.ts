// Every text that users read is in a message catalogue, src/messages/<locale>/*.json, and every message is used.
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
/** Phrases that players do not use, and alternative names of figures. */
const REFUSED_PHRASES = [
  "is the most",
  "Kills per death",
  "Kills a minute",
  "None: what I tick",
  "without a pace",
  "What counts for several",
  "I follow it",
  "What the soldier is to you",
  "All that is close",
  "things to go for",
  "Known are",
  "needs a sign-in of the last",
  "(?<!You )can bring it back",
  "Take everything",
  "Mend ",
  "of: ",
  "from: ",
  "as issued",
  "hits? to kill",
  "(?<!TTK \\()time to kill",
  "quickest on average",
  "bare (gun|weapon)",
  "no source names",
  "once more",
].map((phrase) => new RegExp(phrase, "i"));

/** Returns the texts of all cases of a message. */
const getTexts = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(({ match }) => Object.values<string>(match));
  throw new Error(`Not a message: ${JSON.stringify(value)}`);
};

const sources = globSync("src/{domain,web,server,messages}/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.ts$|\.gen\.ts$|\/compiled\//.test(path))
  .map((path) => ({ path, code: readFileSync(path, "utf8") }));

describe("the catalogues", () => {
  test("name each message after its file, in alphabetical order", () => {
    for (const { area, keys } of catalogues) {
      expect(keys.filter((key) => !key.startsWith(`${area}_`))).toEqual([]);
      expect(keys).toEqual(keys.toSorted());
    }
  });

  test("use the players' terms", () => {
    const texts = globSync("src/messages/en/*.json").flatMap((path) =>
      Object.entries(JSON.parse(readFileSync(path, "utf8"))).flatMap(([key, value]) =>
        getTexts(value).map((text) => `${key}: ${text}`),
      ),
    );
    expect(texts.length).toBeGreaterThan(2000);
    expect(
      texts.filter((text) => REFUSED_PHRASES.some((phrase) => phrase.test(text.slice(text.indexOf(": ") + 2)))),
    ).toEqual([]);
  });

  test("contain no unused message", () => {
    const builders = ["scripts/site.ts", "scripts/messages.ts"].map((path) => ({ code: readFileSync(path, "utf8") }));
    const used = new Set(
      [...sources, ...builders].flatMap(({ code }) => [...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)),
    );
    expect(catalogues.flatMap(({ keys }) => keys.filter((key) => !used.has(key)))).toEqual([]);
  });
});

/** Attributes whose text users read or hear, and fields of messages that are sent to them. */
const TEXT_FIELDS =
  /^(aria-label|aria-description|aria-valuetext|aria-roledescription|label|heading|title|placeholder|hint|text|description|caption|alt|legend|action|empty|message|subject)$/;
const WORD = /[A-Za-z]{2,}/;
/** A text in any other attribute; ids, kinds and class names start with a lower-case letter. */
const CAPITALIZED = /^[A-Z“][a-z]/;
const SENTENCE = /^[A-Z“][a-z’']* .*[a-z]/s;
/** A single capitalized word (LABEL) or several lower-case words (PHRASE); class names and ids do not match. */
const LABEL = /^[A-Z“][a-z’']+[.:…!?”]*$/;
const PHRASE = /^[a-z’']+,?(?: [a-z“’']+[,”]?)+[.:…!?]?$/;
const UNIT = /^\s*(?:ms|s|m|cm|km|m\/s|rpm|min|h|%|°)\s*$/;
/** A unit in a template literal; without the space it is a CSS length. */
const SPACED_UNIT = /^(?: |°$)/;
/** Proper names, which are the same in all languages, and the stored name of an unknown mode. */
const NAMES = new Set<string>([
  "Fieldlocker",
  ...["Chrome", "Edge", "Firefox", "Opera", "Safari", "Samsung Internet", "Vivaldi"],
  ...["Android", "Linux", "Windows"],
  ...["Delapouite", "John Colburn", "Lorc", "Skoll"],
  ...Object.values(GAME_TITLES),
  ...Object.values(PLATFORM_TITLES),
  "Mode …",
]);
/** Files whose texts are not shown on a screen. */
const OTHER_FILES = [
  /** Exact texts of the specification. */
  "src/server/auth/contract/",
  /** Texts for the operator: settings, names of providers, terminal output, metrics. */
  ...["src/server/config/", "src/server/admin", "src/server/serve.ts", "src/server/telemetry/"],
  ...["src/server/features/account/export-command.ts", "src/server/features/share/report-commands.ts"],
  /** Column names of a file format. */
  "src/messages/loadout/locker-csv.ts",
  /** Runs before the first screen. */
  "src/web/main.tsx",
  /** Stored names of rows; screens show messages for their ids. */
  "src/domain/soldier/statistics.ts",
  "src/domain/soldier/parsing/name-index.ts",
  /** Titles of other games, which are the same in every language. */
  "src/domain/soldier/battlelog/reading.ts",
];

describe("the sources", () => {
  test("contain no text outside the catalogues", () => {
    const texts = sources
      .filter(({ path }) => !OTHER_FILES.some((prefix) => path.startsWith(prefix)))
      .flatMap(({ path, code }) => findTexts(path, code).map((text) => `${path}: ${text}`));
    expect(texts).toEqual([]);
  });

  test.for([
    ['c.text("Come back later.")', ["Come back later."]],
    [`c.text(\`Come back in \${seconds} s\`)`, ["Come back in … s"]],
    ['c.json({ message: "Gone" })', ["Gone"]],
    ['c.json({ code: "GONE", message: "Gone" })', []],
    ['logger.warn({ id }, "The loadout is gone")', []],
    ['throw new AppError("gone", "The loadout is gone")', []],
    [`const time = \`\${seconds} s\``, ["… s"]],
    ['const slider = <RangeSlider unit="%" />', ["%"]],
    ["const time = <b>{seconds} s</b>", ["s"]],
    ['const button = <b>{open ? "Close" : "Open"}</b>', ["Close", "Open"]],
    ['const button = <b aria-label={open ? "close" : (label ?? "open")} />', ["close", "open"]],
    [`const button = <b aria-label={isOpen && \`close \${name}\`} />`, ["close …"]],
    ['const list = <>{"no weapons yet"}</>', ["no weapons yet"]],
    ['const count = <b>{"kills: " + count}</b>', ["kills:"]],
    ['const card = <Card heading="kills" lead="Total kills" />', ["kills", "Total kills"]],
    ['const slider = <b aria-valuetext="half" />', ["half"]],
    ['const tabs = [{ label: "Kills" }] as const satisfies Tabs', ["Kills"]],
    [
      'const card = <Card kind={isOpen ? "primary" : "quiet"} className="grid gap-4" aria-keyshortcuts="Control+Z" />',
      [],
    ],
    [`const name = <b title={\`\${part} · Fieldlocker\`}>{kind === "primary" && <Icon />}</b>`, []],
  ] as const)("in %s, the texts are %j", ([code, texts]) => {
    expect(findTexts("example.tsx", code)).toEqual(texts);
  });

  test.for([
    ['throw new Error("Sign in to save this.")', ["Sign in to save this."]],
    ['const STATES = { open: "Open", closed: "closed" }', ["Open"]],
    ['const NAMES = new Map([["open", "Open"]])', ["Open"]],
    ['const label = "Kills"; const total = <b>{label}</b>', ["Kills"]],
    ['const label = isOpen ? "Close" : "Loading…"', ["Close", "Loading…"]],
    ['const hint = "no weapons yet"', ["no weapons yet"]],
    ['const HINTS = { none: "pick a weapon, first", all: "that is all." }', ["pick a weapon, first", "that is all."]],
    ['const getLabel = () => "Kills"', ["Kills"]],
    ['const item = { label: m.loadout_delete(), key: "Delete" }', []],
    ['const isOpen = event.key === "Escape" || KEYS["Enter"] || state === "not open yet"', []],
    ['const MISSING = { "rate of fire": m.arsenal_missing_rate_of_fire() }', []],
    ['switch (event.key) { case "Home": move("first", "w-20", "g h"); }', []],
    ['const heading = root.querySelector("input, select") ?? logError("Share", error)', []],
    ['const look = { quiet: "grid gap-4", name: "Vivaldi" }', []],
  ] as const)("in %s of the web app, the texts are %j", ([code, texts]) => {
    expect(findTexts("src/web/example.tsx", code)).toEqual(texts);
  });
});

/** Returns the literal texts of a file that users would read. */
function findTexts(path: string, code: string): string[] {
  const texts: string[] = [];
  /** The literals that elements show, with their places. */
  const places = new Map<Node, string>();
  const add = (text: string) => {
    const trimmed = text.replace(/\s+/g, " ").trim();
    if (!NAMES.has(trimmed)) texts.push(trimmed);
  };
  const visit = (node: Node, parent: Node): void => {
    if (isForMachines(node, path)) return;
    for (const [shown, place] of getShown(node)) places.set(shown, place);
    const place = places.get(node);
    if (node.type === "JSXText" && isShown(String(node["value"]), CHILD)) add(String(node["value"]));
    if (node.type === "Literal" && typeof node["value"] === "string") {
      const { value } = node;
      if (place ? isShown(value, place) : isRead(node, parent, path)) add(value);
    }
    if (node.type === "TemplateLiteral") {
      const parts = (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      const [first = "", ...others] = parts;
      const text = parts.join("…");
      const isSentence = WORD.test(text) && /^[A-Z]/.test(first) && SENTENCE.test(`${first}x ${others.join("x")}`);
      const hasUnit = others.some((part) => SPACED_UNIT.test(part) && UNIT.test(part));
      const hasShown = parts.some((part) => place && isShown(part, place) && !NAMES.has(part.replace(/^ · /, "")));
      if (isSentence || hasUnit || hasShown) add(text);
    }
    if (node.type === "ImportDeclaration" || (node.type.startsWith("TS") && !TYPED.test(node.type))) return;
    for (const child of Object.values(node).flat())
      if (child && typeof child === "object" && "type" in child) visit(child as Node, node);
  };
  const program = parseSync(path, code).program as unknown as Node;
  visit(program, program);
  return texts;
}

/** The place of an element's children; a literal in an attribute has the attribute's name as its place. */
const CHILD = "child";

/** Returns the literals that an element or attribute may show, with their places. */
function getShown(node: Node): [literal: Node, place: string][] {
  if (node.type === "JSXAttribute") {
    const { name } = node["name"] as { name: unknown };
    return listResults(node["value"] as Node | null).map((literal) => [literal, String(name)]);
  }
  if (node.type !== "JSXElement" && node.type !== "JSXFragment") return [];
  return (node["children"] as Node[]).flatMap(listResults).map((literal) => [literal, CHILD]);
}

/** Node types that only wrap an expression. */
const TYPED = /^TS(As|Satisfies|NonNull)Expression$/;
const WRAPPED = /^(JSXExpressionContainer|ParenthesizedExpression)$/;

/** Returns the literals that an expression may evaluate to, or start or end with. */
function listResults(node: Node | null): Node[] {
  if (!node) return [];
  const { type } = node;
  const inner = (...fields: string[]) => fields.flatMap((field) => listResults(node[field] as Node));
  if (type === "Literal" || type === "TemplateLiteral") return [node];
  if (WRAPPED.test(type) || TYPED.test(type)) return inner("expression");
  if (type === "ConditionalExpression") return inner("consequent", "alternate");
  return type === "LogicalExpression" || node["operator"] === "+" ? inner("left", "right") : [];
}

function isShown(text: string, place: string): boolean {
  if (place === "unit") return UNIT.test(text);
  if (place === CHILD) return WORD.test(text) || UNIT.test(text);
  return TEXT_FIELDS.test(place) ? WORD.test(text) : CAPITALIZED.test(text) && place !== "aria-keyshortcuts";
}

/** Node types in which a literal is compared or names a property. */
const COMPARED = /^(BinaryExpression|SwitchCase|MemberExpression)$/;

function isRead(literal: Node, parent: Node, path: string): boolean {
  const text = String(literal["value"]);
  if (COMPARED.test(parent.type) || parent["key"] === literal || !WORD.test(text)) return false;
  const key = parent.type === "Property" ? getKey(parent) : "";
  if (TEXT_FIELDS.test(key) && /^[A-Z]/.test(text)) return true;
  return SENTENCE.test(text) || (key !== "key" && isShort(text, path));
}

/** Whether a text is a label or a phrase that a component may show. In the domain, only labels count, because ids look like phrases. */
const isShort = (text: string, path: string): boolean =>
  path.startsWith("src/web/")
    ? LABEL.test(text) || PHRASE.test(text)
    : path.startsWith("src/domain/") && LABEL.test(text);

const getKey = (property: Node): string => {
  const key = property["key"] as { name?: string; value?: unknown };
  return key?.name ?? String(key?.value);
};

/**
 * Whether users never read the texts in a node: log messages, errors outside the web app, compared values, and messages beside
 * an error code, for which the client shows its own text.
 */
function isForMachines(node: Node, path: string): boolean {
  const isErrorShown = path.startsWith("src/web/");
  if (node.type === "ThrowStatement") return !isErrorShown;
  if (node.type === "ObjectExpression") {
    const keys = (node["properties"] as Node[]).filter(({ type }) => type === "Property").map(getKey);
    return keys.includes("code") && keys.includes("message");
  }
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return false;
  const { name, object, property } = node["callee"] as { name?: string; object?: Node; property?: { name?: string } };
  if (node.type === "NewExpression") return !isErrorShown && /Error$/.test(name ?? "");
  const receiver = object && String(object["name"] ?? getName(object["property"]));
  return (
    name === "logError" ||
    // The second argument of `lazyNamed` is the name of an export.
    name === "lazyNamed" ||
    receiver === "logger" ||
    /^(startsWith|endsWith|includes|querySelector)$/.test(property?.name ?? "")
  );
}

const getName = (node: unknown): string => String((node as { name?: string } | undefined)?.name);
