import { describe, expect, test } from "vitest";
import { hasOnlySymbols, normalizeText, tokenize, withSearchName } from "./text.ts";

describe("a normalized text", () => {
  test.for([
    ["AK-12", "ak 12"],
    ["  Métro   RUSH ", "metro rush"],
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["Sıkıntı İSTANBUL", "sikinti istanbul"],
    ["ＡＫ－１２ ﬁnal ²", "ak 12 final 2"],
    ["Łódź Øst Æsir Œuvre Đorđe Þór", "lodz ost aesir oeuvre dorde thor"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
    ["Ёлка Йога", "елка иога"],
    ["so\u00ADldier\u200B 1", "soldier 1"],
  ] as const)("of %j is %j", ([text, plain]) => {
    expect(normalizeText(text)).toBe(plain);
    expect(normalizeText(plain)).toBe(plain);
    expect(tokenize(text)).toEqual(plain.split(" "));
  });

  test.for([
    ["+++", ["+++"]],
    [" - ", ["-"]],
    ["! ★  ?", ["!", "★", "?"]],
    ["…", ["..."]],
    ["🎯", ["🎯"]],
    ["", []],
    ["  \t ", []],
    ["´", ["´"]],
    [" ¨\u00A0¯ ¸ ", ["¨", "¯", "¸"]],
    ["ﾞ", ["ﾞ"]],
    ["\u0301", ["\u0301"]],
    ["\u200D", ["\u200D"]],
    ["\u00AD", ["\u00AD"]],
    ["- ak -", ["ak"]],
    ["´ak\u200D", ["ak"]],
  ] as const)("of %j has these words, or these symbols if it has no words: %j", ([text, words]) => {
    expect(tokenize(text)).toEqual(words);
    expect(hasOnlySymbols(text)).toBe(words.length > 0 && !words.includes("ak" as never));
  });

  test("is empty only for blank texts, and normalizing it again does not change it", () => {
    // Unicode's planes 0 and 1, and plane 14 with the invisible tag characters. The other planes have only Han script, or nothing.
    const codes = [0, 1, 14].flatMap((plane) => Array.from({ length: 0x1_0000 }, (_, at) => plane * 0x1_0000 + at));
    const unexpected = codes.filter((code) => {
      const character = String.fromCodePoint(code);
      const plain = normalizeText(character);
      return (plain === "") !== /^\s$/.test(character) || normalizeText(plain) !== plain;
    });
    expect(unexpected).toEqual([]);
  });

  test("is stored with a name for searches", () => {
    expect(withSearchName("Groß ﬀ")).toEqual({ name: "Groß ﬀ", searchName: "gross ff" });
  });
});
