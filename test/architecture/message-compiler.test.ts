// Tests the message compiler: the compiled functions, and the messages that it rejects.
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "#messages/languages.ts";
import { compileMessage, type Message } from "#scripts/message-compiler.ts";
import { compileLanguage } from "#scripts/messages.ts";

type Compiled = ((inputs?: object) => string) & { parts(inputs?: object): unknown };

/** Returns the compiled function of a message. */
function compile(message: Message, language: Language = "en"): Compiled {
  const { code } = compileMessage("area_key", message, language);
  return new Function(`return ${code}`)();
}

const kills: Message = [
  {
    declarations: ["input count", "input name", "local plural = count: plural", "local number = count: number"],
    selectors: ["plural"],
    match: {
      "plural=one": "{name}: {number} zabójstwo",
      "plural=few": "{name}: {number} zabójstwa",
      "plural=*": "{name}: {number} zabójstw",
    },
  },
];

describe("a compiled message", () => {
  test("returns the text unchanged, including special characters", () => {
    const text = 'A "quoted" text, a `tick`, a price of $ and a line\nof it';
    expect(compile(text)()).toBe(text);
    expect(compile("$\\{price\\} \\\\")()).toBe(["$", "{price} \\"].join(""));
    expect(compileMessage("area_key", "Save", "en").text).toBe("Save");
  });

  test("inserts its inputs", () => {
    expect(compile("{count} of {total}: {count} %")({ count: 1, total: "two" })).toBe("1 of two: 1 %");
    expect(compileMessage("area_key", "{count} of {total}", "en")).toMatchObject({
      text: null,
      inputs: ["count", "total"],
      elements: [],
    });
  });

  test("uses the plural form and the number format of its language", () => {
    const write = compile(kills, "pl");
    expect([1, 3, 5, 12_345].map((count) => write({ count, name: "Al" }))).toEqual([
      "Al: 1 zabójstwo",
      "Al: 3 zabójstwa",
      "Al: 5 zabójstw",
      "Al: 12\u00a0345 zabójstw",
    ]);
  });

  test("uses the first matching case, for a number and for its digits", () => {
    const write = compile([
      {
        declarations: ["input head", "input shape"],
        selectors: ["head", "shape"],
        match: { "head=1, shape=*": "first", "head=all, shape=steps": "all in steps", "head=*, shape=slope": "slope" },
      },
    ]);
    const cases = [{ head: 1 }, { head: "1" }, { head: "all", shape: "steps" }, { head: 2, shape: "slope" }];
    expect(cases.map((inputs) => write(inputs))).toEqual(["first", "first", "all in steps", "slope"]);
    expect(write({ head: 2, shape: "steps" })).toBe("area_key");
  });

  test("returns its elements as parts, and the text without elements", () => {
    const message = "Hello {#b}{name}, {#i}you{/i}{/b}{#br/}";
    const write = compile(message);
    expect(write({ name: "Al" })).toBe("Hello Al, you");
    expect(write.parts({ name: "Al" })).toEqual([
      "Hello ",
      { name: "b", children: ["Al", ", ", { name: "i", children: ["you"] }] },
      { name: "br", children: [] },
    ]);
    expect(compileMessage("area_key", message, "en").elements).toEqual(["b", "br", "i"]);
  });
});

const variants = (changes: object): Message => [
  { declarations: ["input count"], selectors: ["count"], match: { "count=*": "{count}" }, ...changes },
];

test("a local may have any name", () => {
  for (const name of ["i", "new", "count"]) {
    const declarations = ["input count", `local ${name} = count: number`];
    expect(compile(variants({ declarations, match: { "count=*": `{${name}}` } }))({ count: 1234 })).toBe("1,234");
  }
});

test.for([
  ["an open brace", "Save {name"],
  ["a closing brace", "Save name}"],
  ["an invalid name", "Save {my name}"],
  ["a backslash before a letter", "Save \\n"],
  ["an element that is not closed", "{#b}Save"],
  ["an element that closes another", "{#b}{#i}Save{/b}{/i}"],
  ["an element that was not opened", "Save{/b}"],
  ["an unknown declaration", variants({ declarations: ["input count", "local day = count: datetime"] })],
  ["a plural of an unknown input", variants({ declarations: ["input count", "local plural = amount: plural"] })],
  ["an input that is not declared", variants({ match: { "count=*": "{amount}" } })],
  ["a selector that is not declared", variants({ selectors: ["count", "amount"] })],
  ["a condition on an unknown selector", variants({ match: { "amount=1": "{count}" } })],
  ["a name that begins with a digit", "Save {1st}"],
  ["a condition with two values", variants({ match: { "count=1=2": "{count}" } })],
  ["a case after the unconditional case", variants({ match: { "count=*": "{count}", "count=1": "one" } })],
  [
    "a plural form that the language lacks",
    variants({
      declarations: ["input count", "local plural = count: plural"],
      selectors: ["plural"],
      match: { "plural=oen": "one", "plural=*": "more" },
    }),
  ],
  ["a condition without a value", variants({ match: { "count=": "{count}" } })],
] as const)("%s is refused", ([, message]) => {
  expect(() => compileMessage("area_key", message, "en")).toThrow();
});

test.for(Object.keys(LANGUAGES) as Language[])("every message of %s is compiled", (language) => {
  const messages = compileLanguage(language);
  expect(messages.size).toBeGreaterThan(3000);
  expect(messages.get("language_code")?.text).toBe(language);
});
