import { expect, test } from "vitest";
import { ERRORS } from "#messages/errors.ts";
import { setReaderLanguage } from "#test/harness/reader-language.ts";
import { getChangeName, wordReason } from "./change-notices.ts";

test("a refusal is worded in the reader's language, whichever it was stored in", () => {
  const error = { message: "No such folder.", data: { fault: { code: "folder_missing" } } };
  for (const language of ["de", "en"] as const) {
    setReaderLanguage(language);
    expect(wordReason({ kind: "refused", error })).toBe(ERRORS.folder_missing.message());
  }
  expect(wordReason({ kind: "refused", error: { message: "Of another program.", data: null } })).toBe(
    "Of another program.",
  );
});

test("a change of several names the first and how many more", () => {
  const change = { call: "loadout.restore", input: { id: "a" }, id: "1", name: "Owl", at: "" } as const;
  expect(getChangeName(change)).toBe("Owl");
  expect(getChangeName({ ...change, others: 2 })).toBe("Owl and 2 more");
});
