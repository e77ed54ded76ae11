// The fields of a loadout's content are listed and compared in one place, because a field that a second list omits would be lost
// silently.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("src/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$|messages\/compiled\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

const listFiles = (predicate: (text: string) => boolean): string[] =>
  sources.filter(({ text }) => predicate(text)).map(({ path }) => path);

/** The files that may list the fields: the schema, the columns, and files that treat each field differently. */
const LISTING_FILES = [
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
  expect(listFiles(listsFields).toSorted()).toEqual(LISTING_FILES);
});

test("one function compares contents", () => {
  const compares = /\b(?:const|function) (?:isSame\w*|get\w*Key|\w*[kK]ey)\b[^;{]*\b(?:Content|Loadout)/;
  expect(listFiles((text) => compares.test(text))).toEqual(["src/domain/loadout/loadout.ts"]);
  const comparesTexts = /stringify\([^()]*\btags\b/;
  expect(listFiles((text) => comparesTexts.test(text))).toEqual(["src/server/features/loadout/saved.ts"]);
});
