import { expect, test } from "vitest";
import { ERRORS } from "#messages/errors.ts";
import { setReaderLanguage } from "#test/harness/reader-language.ts";
import { getChangeName, getRefusalText } from "./change-notices.ts";

test("the text of a refusal is in the reader's language, whatever language it was stored in", () => {
  const error = { message: "No such folder.", data: { fault: { code: "folder_missing" } } };
  for (const language of ["de", "en"] as const) {
    setReaderLanguage(language);
    expect(getRefusalText({ kind: "refused", error })).toBe(ERRORS.folder_missing.message());
  }
  expect(getRefusalText({ kind: "refused", error: { message: "Of another program.", data: null } })).toBe(
    "Of another program.",
  );
});

test("the name of a change to several items is the first name and the number of others", () => {
  const change = { call: "loadout.restore", input: { id: "a" }, id: "1", name: "Owl", at: "" } as const;
  expect(getChangeName(change)).toBe("Owl");
  expect(getChangeName({ ...change, others: 2 })).toBe("Owl and 2 more");
});
