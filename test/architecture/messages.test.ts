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
/** Phrases that no player uses, and second names of one figure. */
const REFUSED = [
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

/** The texts of a message, whatever it depends on. */
const getTexts = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(({ match }) => Object.values<string>(match));
  throw new Error(`Not a message: ${JSON.stringify(value)}`);
};

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

  test("speak the players' language", () => {
    const texts = globSync("src/messages/en/*.json").flatMap((path) =>
      Object.entries(JSON.parse(readFileSync(path, "utf8"))).flatMap(([key, value]) =>
        getTexts(value).map((text) => `${key}: ${text}`),
      ),
    );
    expect(texts.length).toBeGreaterThan(2000);
    expect(texts.filter((text) => REFUSED.some((phrase) => phrase.test(text.slice(text.indexOf(": ") + 2))))).toEqual(
      [],
    );
  });

  test("hold no message that nothing uses", () => {
    const builders = ["scripts/site.ts", "scripts/messages.ts"].map((path) => ({ code: readFileSync(path, "utf8") }));
    const used = new Set(
      [...sources, ...builders].flatMap(({ code }) => [...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)),
    );
    expect(catalogues.flatMap(({ keys }) => keys.filter((key) => !used.has(key)))).toEqual([]);
  });
});

/** Attributes whose text a person reads or hears, and fields of what is sent to them. */
const READ =
  /^(aria-label|aria-description|aria-valuetext|aria-roledescription|label|heading|title|placeholder|hint|text|description|caption|alt|legend|action|empty|message|subject)$/;
const WORD = /[A-Za-z]{2,}/;
/** Of any other attribute: ids, kinds and class names begin with a small letter. */
const CAPITALIZED = /^[A-Z“][a-z]/;
const SENTENCE = /^[A-Z“][a-z’']* .*[a-z]/s;
/** One capitalized word, or words without one: neither class names nor ids look like that. */
const LABEL = /^[A-Z“][a-z’']+[.:…!?”]*$/;
const PHRASE = /^[a-z’']+,?(?: [a-z“’']+[,”]?)+[.:…!?]?$/;
const UNIT = /^\s*(?:ms|s|m|cm|km|m\/s|rpm|min|h|%|°)\s*$/;
/** In a template: without the space it is a length of a style sheet. */
const SPACED_UNIT = /^(?: |°$)/;
/** Names of people, sites, programs, games and platforms, which no language changes, and the stored name of an unknown mode. */
const NAMES = new Set<string>([
  "Fieldlocker",
  ...["Chrome", "Edge", "Firefox", "Opera", "Safari", "Samsung Internet", "Vivaldi"],
  ...["Android", "Linux", "Windows"],
  ...["Delapouite", "John Colburn", "Lorc", "Skoll"],
  ...Object.values(GAME_TITLES),
  ...Object.values(PLATFORM_TITLES),
  "Mode …",
]);
/** Files whose texts are not for the person in front of a screen. */
const ELSEWHERE = [
  /** The exact texts of the specification. */
  "src/server/auth/contract/",
  /** For the operator: settings and names of providers, the terminal, the metrics. */
  ...["src/server/config/", "src/server/admin", "src/server/serve.ts", "src/server/telemetry/"],
  ...["src/server/features/account/export-command.ts", "src/server/features/share/report-commands.ts"],
  /** The columns of a file format. */
  "src/messages/loadout/locker-csv.ts",
  /** Before there is a screen. */
  "src/web/main.tsx",
  /** Names that rows are stored with; screens word their ids. */
  "src/domain/soldier/statistics.ts",
  "src/domain/soldier/parsing/name-index.ts",
  /** The titles of other games, the same in every language. */
  "src/domain/soldier/battlelog/reading.ts",
];

describe("the sources", () => {
  test("hold no text of their own", () => {
    const texts = sources
      .filter(({ path }) => !ELSEWHERE.some((place) => path.startsWith(place)))
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
  ] as const)("of %s the texts are %j", ([code, texts]) => {
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
  ] as const)("of the web app in %s are %j", ([code, texts]) => {
    expect(findTexts("src/web/example.tsx", code)).toEqual(texts);
  });
});

/** The literal texts of a file that a person would read. */
function findTexts(path: string, code: string): string[] {
  const problems: string[] = [];
  /** The literals that an element shows. */
  const places = new Map<Node, string>();
  const add = (text: string) => {
    const trimmed = text.replace(/\s+/g, " ").trim();
    if (!NAMES.has(trimmed)) problems.push(trimmed);
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
  return problems;
}

/** The place of what stands between the tags of an element; any other is named by its attribute. */
const CHILD = "child";

/** The literals that this element or attribute may show, each with its place. */
function getShown(node: Node): [literal: Node, place: string][] {
  if (node.type === "JSXAttribute") {
    const { name } = node["name"] as { name: unknown };
    return listResults(node["value"] as Node | null).map((literal) => [literal, String(name)]);
  }
  if (node.type !== "JSXElement" && node.type !== "JSXFragment") return [];
  return (node["children"] as Node[]).flatMap(listResults).map((literal) => [literal, CHILD]);
}

/** Expressions that are their inner one. */
const TYPED = /^TS(As|Satisfies|NonNull)Expression$/;
const WRAPPED = /^(JSXExpressionContainer|ParenthesizedExpression)$/;

/** The literals that an expression may result in, or begin or end with. */
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
  return READ.test(place) ? WORD.test(text) : CAPITALIZED.test(text) && place !== "aria-keyshortcuts";
}

/** Where a literal is compared or names a property. */
const COMPARED = /^(BinaryExpression|SwitchCase|MemberExpression)$/;

function isRead(literal: Node, parent: Node, path: string): boolean {
  const text = String(literal["value"]);
  if (COMPARED.test(parent.type) || parent["key"] === literal || !WORD.test(text)) return false;
  const key = parent.type === "Property" ? getKey(parent) : "";
  if (READ.test(key) && /^[A-Z]/.test(text)) return true;
  return SENTENCE.test(text) || (key !== "key" && isShort(text, path));
}

/** A label or a phrase that a variable or a table brings to a component. Ids of the domain are phrases, too. */
const isShort = (text: string, path: string): boolean =>
  path.startsWith("src/web/")
    ? LABEL.test(text) || PHRASE.test(text)
    : path.startsWith("src/domain/") && LABEL.test(text);

const getKey = (property: Node): string => {
  const key = property["key"] as { name?: string; value?: unknown };
  return key?.name ?? String(key?.value);
};

/**
 * What no person on a screen reads: texts of the log and of errors, but for those of the web app, which shows them; what is
 * compared; and texts beside a code, by which the client words them.
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
    // Its second argument is the name of an export.
    name === "lazyNamed" ||
    receiver === "logger" ||
    /^(startsWith|endsWith|includes|querySelector)$/.test(property?.name ?? "")
  );
}

const getName = (node: unknown): string => String((node as { name?: string } | undefined)?.name);
