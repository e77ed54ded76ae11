import { describe, expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { awardEntries } from "./bf4-progress.ts";

const { bf4 } = ARSENALS;
const SENTENCES = awardEntries(bf4).map(({ id, brief }) => [id, brief] as const);

/** Words of the data that no player knows: codes of criteria and of their parameters. */
const CODES = new Set(
  [...bf4.awards.values()].flatMap(({ code, criteria }) => [
    code,
    ...criteria.flatMap(({ statCode, x, y }) => [statCode, x, y]),
  ]),
);
/** Codes that are words of a sentence, too. */
const WORDS_TOO = new Set(["as", "en", "be", "ca", "br", "scout"]);

describe("the description of an award", () => {
  test("is there for each of the 687", () => {
    expect(SENTENCES).toHaveLength(687);
  });

  test("is one sentence, without joined fields, codes and double spaces", () => {
    for (const [id, sentence] of SENTENCES) {
      expect(sentence, id).toMatch(/^[A-Z][^:;{}|%_]*\.$/);
      expect(sentence, id).not.toMatch(
        / {2}|, in | 1 (?!kill|round|multi|vehicle|bomb|flag|consumable|other|aircraft|heli)/,
      );
      expect(sentence, id).not.toMatch(/\bundefined\b|\bnull\b|\b1 \w+s\b/);
      const codes = sentence
        .split(/[\s.,]+/)
        .filter((word) => CODES.has(word) && !WORDS_TOO.has(word) && !/^[A-Z0-9-]+$/.test(word));
      expect(codes, id).toEqual([]);
    }
  });

  test.for([
    ["as29", "Immobilize 25 vehicles and destroy 50 targets of an unknown kind."],
    ["xp2as10", "Win 20 rounds of Carrier Assault."],
  ] as const)("of %s reads %s", ([code, sentence]) => {
    const found = SENTENCES.find(([id]) => id.toLowerCase().includes(code));
    expect(found?.[1]).toContain(sentence.slice(0, 12));
  });
});
