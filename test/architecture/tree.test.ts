// Rules of docs/architecture.md that neither the compiler nor the linter can check.
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ERRORS } from "#messages/errors.ts";

/** Generated and third-party files, and one file that is a single table. */
const EXEMPT = /\/node_modules\/|messages\/compiled\/|routeTree\.gen\.ts$|test\/conformance\/lines\.ts$/;

const sources = globSync("{src,test,scripts,bench}/**/*.{ts,tsx,mjs,css}").filter((path) => !EXEMPT.test(path));
const getText = (path: string): string => readFileSync(path, "utf8");

describe("the tree", () => {
  test("has no folder with a vague name", () => {
    expect(sources.filter((path) => /\/(utils?|helpers?|misc|common|shared|lib)(\/|\.)/.test(path))).toEqual([]);
  });

  test("has no imports from parent folders by relative paths", () => {
    // test/rare has its own package.json, so the project's import aliases do not work there.
    const checkedFiles = sources.filter((path) => !path.endsWith(".config.ts") && !path.startsWith("test/rare/"));
    expect(checkedFiles.filter((path) => /from "\.\.\//.test(getText(path)))).toEqual([]);
  });

  test("has no comments that disable lint or type rules", () => {
    const word = new RegExp(["biome-" + "ignore", "@ts-" + "(ignore|expect-error|nocheck)"].join("|"));
    expect(sources.filter((path) => word.test(getText(path)))).toEqual([]);
  });

  test("has one search field for all lists", () => {
    const fields = sources.filter(
      (path) => /^src\/web\/.*\.tsx$/.test(path) && /type[=:] *"search"|role="searchbox"/.test(getText(path)),
    );
    expect(fields).toEqual(["src/web/ui/fields/field.tsx"]);
  });

  test("has one family of dialogs and one form for them", () => {
    const components = sources.filter((path) => /^src\/web\/.*\.tsx$/.test(path));
    const primitives = components.filter((path) => /from "radix-ui"/.test(getText(path)));
    expect(primitives.filter((path) => !path.startsWith("src/web/ui/"))).toEqual([]);
    const dialogs = components.filter((path) => /import \{.*\bDialog\b.*overlays\/dialog\.tsx"/.test(getText(path)));
    // In the last two dialogs, the form is one of several alternatives.
    expect(dialogs.filter((path) => getText(path).includes("<form")).sort()).toEqual([
      "src/web/app/shell/form-dialog.tsx",
      "src/web/features/account/reauthentication/reauthentication-methods.tsx",
      "src/web/features/loadout/squad/place-dialog.tsx",
    ]);
  });

  test("reads the address of a page in one place", () => {
    const readers = sources.filter(
      (path) =>
        /^src\/web\/(?!routes)/.test(path) &&
        /import \{[^}]*\buseSearch\b[^}]*\} from "@tanstack\/react-router"/.test(getText(path)),
    );
    expect(readers.sort()).toEqual([
      "src/web/app/shell/page/use-game-search.ts",
      // The account page's address.
      "src/web/features/account/reauthentication/reauthentication-methods.tsx",
    ]);
    expect(sources.filter((path) => path.startsWith("src/web/") && /\bonSearch\b/.test(getText(path)))).toEqual([]);
  });

  test("has tests with only the configured tags", () => {
    const tags = new Set(["@rest", "@weekly", "@postgres", "@postgres-only", "@shared", "@alone", "@build"]);
    const lines = sources
      .filter((path) => path.startsWith("test/"))
      .flatMap((path) => /^\/\/ (@.*)/.exec(getText(path))?.[1] ?? []);
    expect(new Set(lines.flatMap((line) => line.split(" ")))).toEqual(tags);
  });

  test("throws every error code of the table", () => {
    const server = sources
      .filter((path) => path.startsWith("src/server/"))
      .map(getText)
      .join("\n");
    const unused = Object.keys(ERRORS).filter((code) => !server.includes(`AppError("${code}"`));
    expect(unused).toEqual([]);
  });

  test("has every second-level folder of src in docs/architecture.md", () => {
    const plan = getText("docs/architecture.md");
    const folders = globSync("src/{domain,platform,server,web}/*/").map((path) => `${path.split("/")[2]}/`);
    expect(folders.filter((folder) => !plan.includes(folder))).toEqual([]);
  });
});

describe("the terms", () => {
  test("of the glossary are unique", () => {
    const terms = [...getText("docs/glossary.md").matchAll(/^\| ([^|]+?) \|/gm)].map(([, word]) => word);
    expect(new Set(terms).size).toBe(terms.length);
  });
});
