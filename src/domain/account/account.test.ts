import { describe, expect, test } from "vitest";
import { isGuessable, MAX_PASSWORD_INPUT, normalizePassword } from "./account.ts";

const COMMON = new Set(["password1", "qwertyuiop"]);
const EMAIL = "robin.hood@example.com";

describe("a password is guessable", () => {
  test.for(["password1", "PassWord1", "QWERTYUIOP"])("on the list: %s", (password) => {
    expect(isGuessable(password, COMMON, EMAIL)).toBe(true);
  });

  test.for(["fieldlocker", "Fieldlocker!", "battlefield4", "1234Battlefield2042", "bf-2042-"])(
    "as a word of the site: %s",
    (password) => {
      expect(isGuessable(password, COMMON, EMAIL)).toBe(true);
    },
  );

  test.for(["robin.hood@example.com", "Robin.Hood", "robin.hood1999!"])("as the person's address: %s", (password) => {
    expect(isGuessable(password, COMMON, EMAIL)).toBe(true);
  });

  test("by nothing of an address that is not known", () => {
    expect(isGuessable("robin.hood", COMMON)).toBe(false);
  });
});

test.for(["correct horse battery", "password1 and more", "battlefield medic kit", "пароль-мой-друг", "12345678901"])(
  "a password is no guess: %s",
  (password) => {
    expect(isGuessable(password, COMMON, EMAIL)).toBe(false);
  },
);

test.for([
  ["e\u0301", "é"],
  ["ｂａｔｔｅｒｙ", "battery"],
  ["\ufb01eld", "field"],
  ["correct horse battery", "correct horse battery"],
] as const)("%j is normalized to %j", ([given, expected]) => {
  expect(normalizePassword(given)).toBe(expected);
});

test("a text that is too long in any form is not normalized", () => {
  const text = "ﬁ".repeat(MAX_PASSWORD_INPUT + 1);
  expect(normalizePassword(text)).toBe(text);
});
