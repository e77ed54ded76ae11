// Tests the placeholders of a web build, and the scripts of each language that are created from them.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, type Rolldown } from "vite";
import { describe, expect, test } from "vitest";
import { createFiller } from "#scripts/language-files.ts";
import { compileMessage, type Message } from "#scripts/message-compiler.ts";
import { type Catalogue, placeholdersPlugin } from "#scripts/placeholders.ts";
import { createTempFolder } from "#test/harness/processes/program.ts";

const compile = (language: string, messages: Record<string, Message>): Catalogue =>
  new Map(Object.entries(messages).map(([key, message]) => [key, compileMessage(key, message, language)]));

const ENGLISH = compile("en", {
  app_save: "Save",
  app_saved: "{count} saved",
  app_title: "Locker",
  app_unused: "Unused",
});
const GERMAN = compile("de", {
  app_save: 'Sichern: "jetzt"',
  app_saved: "{count} gesichert",
  app_title: "{#b}Spind{/b}",
});

/** Builds the sources, whose entry is main.ts, into chunks. */
async function buildSources(sources: Record<string, string>): Promise<Rolldown.OutputChunk[]> {
  await using folder = await createTempFolder();
  for (const [getMainName, code] of Object.entries(sources)) {
    await mkdir(dirname(join(folder.path, getMainName)), { recursive: true });
    await writeFile(join(folder.path, getMainName), code);
  }
  const { output } = (await build({
    configFile: false,
    root: folder.path,
    logLevel: "silent",
    plugins: [placeholdersPlugin([ENGLISH, GERMAN])],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(folder.path, "main.ts"),
        output: { entryFileNames: "assets/main.js", chunkFileNames: "assets/[name].js" },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output.filter((file) => file.type === "chunk");
}

const IMPORT = 'import { m } from "#messages";\n';
const SHARED_TEXT = "of every language";
const SITE = {
  "main.ts": `${IMPORT}const shared = () => import("./shared.ts");
    const open = (m_: string) => import("./screen.ts").then(({ getTitle }) => m_ + getTitle());
    Object.assign(globalThis, { save: m.app_save, label: m.app_save(), open, shared, later: () => import("./later.ts") });`,
  "screen.ts": `${IMPORT}export const getTitle = () => m.app_saved({ count: m.app_title() });
    export const unused = m.app_unused();`,
  "later.ts": 'import { shared } from "./shared.ts"; Object.assign(globalThis, { shared });',
  "shared.ts": `export const shared = ${JSON.stringify(SHARED_TEXT)};`,
};

describe("the files of a language", () => {
  test("are the scripts that contain or import a message; the other scripts are shared", async () => {
    const { shared, fill } = createFiller(await buildSources(SITE));
    const { files, locate } = fill("de", GERMAN, ENGLISH);
    expect(shared.map(({ fileName }) => fileName).toSorted()).toEqual(["assets/later.js", "assets/shared.js"]);
    expect([...files.keys()].toSorted()).toEqual([locate("assets/main.js"), locate("assets/screen.js")]);
    expect(locate("assets/main.js")).toMatch(/^assets\/de-[\w-]{8}\/main\.js$/);
    expect(locate("assets/shared.js")).toBe("assets/shared.js");
  });

  test("run with the texts of the language, and import each other and the shared files", async () => {
    await using folder = await createTempFolder();
    const { shared, fill } = createFiller(await buildSources(SITE));
    const { files, locate } = fill("de", GERMAN, ENGLISH);
    await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
    const writtenFiles = new Map([...shared.map(({ fileName, code }) => [fileName, code] as const), ...files]);
    for (const [name, code] of writtenFiles) {
      await mkdir(dirname(join(folder.path, name)), { recursive: true });
      await writeFile(join(folder.path, name), code);
    }
    await import(join(folder.path, locate("assets/main.js")));
    const { save, label, open, shared: load } = globalThis as unknown as Record<string, (name?: string) => unknown>;
    expect([save?.(), label, await open?.("Al: "), await load?.()]).toEqual([
      'Sichern: "jetzt"',
      'Sichern: "jetzt"',
      "Al: Spind gesichert",
      expect.objectContaining({ shared: SHARED_TEXT }),
    ]);
    expect(await readFile(join(folder.path, locate("assets/screen.js")), "utf8")).not.toContain("Unused");
  });

  test("are in a folder whose name depends only on the texts they use", async () => {
    const { fill } = createFiller(await buildSources(SITE));
    const name = (catalogue: Catalogue) => fill("de", catalogue, ENGLISH).locate("assets/main.js");
    const changeText = (key: string) => new Map([...GERMAN, [key, compileMessage(key, "Neu", "de")]]);
    expect(name(changeText("app_unused"))).toBe(name(GERMAN));
    expect(name(changeText("app_save"))).not.toBe(name(GERMAN));
  });

  test("contain the English text of a message that the language lacks", async () => {
    const { fill } = createFiller(await buildSources(SITE));
    const { files } = fill("de", compile("de", {}), ENGLISH);
    expect([...files.values()].join()).toContain('"Save"');
  });
});

describe("a file of the site", () => {
  test.for([
    [
      "the messages imported under another name",
      'import { m as words } from "#messages"; console.log(words.app_save());',
      "Only { m } may be imported",
    ],
    ["a message that does not exist", `${IMPORT}console.log(m.app_nothing());`, "app_nothing"],
    ["a computed message name", `${IMPORT}console.log(m[location.hash]());`, "m stands for the messages"],
    ["messages that are exported again", 'export { m } from "#messages";', "in a declaration of its own"],
    [
      "messages that are imported dynamically",
      'console.log(await import("#messages"));',
      "in a declaration of its own",
    ],
    ["the messages as a value", `${IMPORT}console.log({ m });`, "m stands for the messages"],
    ["another variable named m", `${IMPORT}console.log(m.app_save(), [""].map((m) => m.length));`, "m stands"],
  ] as const)("with %s is refused", async ([, code, message]) => {
    await expect(buildSources({ "main.ts": code })).rejects.toThrow(message);
  });

  test("may have properties, types and JSX elements named m", async () => {
    const code = `${IMPORT}type Save = typeof m.app_save; const units = { m: 1 };
      console.log(units.m, (m.app_save satisfies Save)(), m.app_saved({ count: m.app_save() }));`;
    const [script] = await buildSources({ "main.ts": code });
    expect(script?.code.match(/__\w+__\("\w+"\)|__\w+__\(`\w+`\)/g)?.length).toBeGreaterThan(1);
  });
});
