// data/official-terms.json has the games' own terms in the six other languages. Each term is shown as the game writes it, or the file
// has the reason; a term without a text of its own in the games is marked as usage.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { BASE_LANGUAGE, RELEASED_LANGUAGES } from "#messages/languages.ts";

const language = z.enum(RELEASED_LANGUAGES.filter((code) => code !== BASE_LANGUAGE));
const term = z.strictObject({
  term: z.string(),
  /** The keys of the messages that show the term; the condition of a variant follows after a slash. */
  messages: z.array(z.string()).nonempty(),
  texts: z.partialRecord(language, z.string()),
});
const TERMS = z
  .array(
    z.union([
      term.extend({
        game: z.enum(["bf2042", "bf4"]),
        /** The key of the text in the game's files. */
        key: z.string(),
        /** Why a language shows another text. */
        differs: z.partialRecord(language, z.string()).default({}),
      }),
      term.extend({ usage: z.string() }),
    ]),
  )
  .parse(JSON.parse(readFileSync("data/official-terms.json", "utf8")));

const catalogues = new Map<string, Record<string, string | [{ match: Record<string, string> }]>>(
  language.options.map((code) => [
    code,
    Object.assign({}, ...globSync(`src/messages/${code}/*.json`).map((path) => JSON.parse(readFileSync(path, "utf8")))),
  ]),
);

function getMessage(code: string, reference: string): string | undefined {
  const [key = "", condition] = reference.split("/");
  const message = catalogues.get(code)?.[key];
  return typeof message === "string" ? message : message?.[0].match[condition ?? ""];
}

/** A term within a sentence has a lower-case initial; the games write е for ё. */
const normalize = (text: string | undefined) => text?.toLowerCase().replaceAll("ё", "е");

test.for(language.options)("the terms of %s are the games' own, or the list has the reason", (code) => {
  const shown = TERMS.flatMap((each) =>
    each.messages.map((reference) => {
      const isShown = normalize(getMessage(code, reference)) === normalize(each.texts[code]);
      const isExpected = "usage" in each || each.differs[code] === undefined;
      return { reference, isShown, isExpected, text: getMessage(code, reference), official: each.texts[code] };
    }),
  );
  expect(shown.filter(({ isShown, isExpected }) => isShown !== isExpected)).toEqual([]);
});

test("a term is listed once", () => {
  const references = TERMS.flatMap(({ messages }) => messages);
  expect(references.filter((reference, index) => references.indexOf(reference) < index)).toEqual([]);
});
