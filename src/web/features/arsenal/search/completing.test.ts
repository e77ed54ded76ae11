import { describe, expect, test } from "vitest";
import { getCompletion } from "./completion.tsx";
import { GAME_CONTROLS, getVocabulary } from "./vocabulary.ts";

const BF4 = getVocabulary(GAME_CONTROLS.bf4, ["assault-rifle", "lmg", "sniper-rifle"]);
const offered = (text: string, caret = text.length) =>
  getCompletion(text, caret, BF4)?.suggestions.map((suggestion) => suggestion.text) ?? [];

describe("completion", () => {
  test.for([
    ["cl", ["class:"]],
    ["ak he", ["health:", "head:"]],
    ["class:", ["class:assault-rifle", "class:lmg", "class:sniper-rifle"]],
    ["class:s", ["class:sniper-rifle"]],
    ["rpm:", ["rpm:>", "rpm:>=", "rpm:<", "rpm:<="]],
    ["class:lmg", []],
    ["zebra", []],
    ["has:", []],
    ["wing:", []],
    ["", []],
    ["class:lmg ", []],
  ] as const)("for “%s” offers %j", ([text, expected]) => {
    expect(offered(text)).toEqual(expected);
  });

  test.for([
    ["has:", ["has:acog", 'has:"barrel, heavy"', 'has:"heavy barrel"']],
    ["has:HEAVY", ['has:"heavy barrel"', 'has:"barrel, heavy"']],
    ['mg has:"heavy b', ['has:"heavy barrel"']],
    ['has:"', ["has:acog", 'has:"barrel, heavy"', 'has:"heavy barrel"']],
    ["has:zebra", []],
    ["has:´", []],
  ] as const)("for “%s” offers the attachments %j", ([text, expected]) => {
    const parts = ["Heavy Barrel", "ACOG", "Barrel, Heavy"];
    const vocabulary = getVocabulary(GAME_CONTROLS.bf4, [], { own: "none", parts });
    expect(getCompletion(text, text.length, vocabulary)?.suggestions.map((each) => each.text) ?? []).toEqual(expected);
  });

  test("offers terms about a soldier only if there is one", () => {
    const own = getVocabulary(GAME_CONTROLS.bf4, [], { own: "known", parts: [] });
    expect(getCompletion("unlocked:", 9, own)?.suggestions.map(({ text }) => text)).toEqual([
      "unlocked:yes",
      "unlocked:no",
    ]);
    expect(offered("unl")).toEqual([]);
  });

  test("completes the word at the caret", () => {
    expect(getCompletion("cl ak", 2, BF4)).toMatchObject({ start: 0, end: 2 });
    expect(offered("cl ak")).toEqual([]);
  });
});
