// What a person writes of a loadout is listed once, and compared in one way; a field that another place forgets is lost silently.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("src/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$|messages\/compiled\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

const listFiles = (isMeant: (text: string) => boolean): string[] =>
  sources.filter(({ text }) => isMeant(text)).map(({ path }) => path);

/** The schema, the columns, and what each field is by itself: words of a search, cells, titles. */
const LISTING = [
  "src/domain/loadout/loadout.ts",
  "src/domain/loadout/locker-query.ts",
  "src/messages/loadout/locker-csv.ts",
  "src/server/database/baseline.ts",
  "src/server/database/schema.ts",
  "src/server/features/loadout/saved.ts",
  "src/web/features/loadout/content-texts.ts",
];

test("no other file lists the fields of a content", () => {
  const listsFields = (text: string) =>
    (text.match(/[{[][^{}]*[}\]]/g) ?? []).some((group) =>
      ["name", "note", "tags"].every((field) => new RegExp(`\\b${field}\\b`).test(group)),
    );
  expect(listFiles(listsFields).toSorted()).toEqual(LISTING);
});

test("one function compares contents", () => {
  const compares = /\b(?:const|function) (?:isSame\w*|get\w*Key|\w*[kK]ey)\b[^;{]*\b(?:Content|Loadout)/;
  expect(listFiles((text) => compares.test(text))).toEqual(["src/domain/loadout/loadout.ts"]);
  const comparesTexts = /stringify\([^()]*\btags\b/;
  expect(listFiles((text) => comparesTexts.test(text))).toEqual(["src/server/features/loadout/saved.ts"]);
});
