import { describe, expect, test } from "vitest";
import { isGuessable, MAX_PASSWORD_INPUT, normalizePassword } from "./account.ts";

const COMMON = new Set(["password1", "qwertyuiop"]);
const EMAIL = "robin.hood@example.com";

describe("a guessable password", () => {
  test.for(["password1", "PassWord1", "QWERTYUIOP"])("is on the list of common passwords: %s", (password) => {
    expect(isGuessable(password, COMMON, EMAIL)).toBe(true);
  });

  test.for(["fieldlocker", "Fieldlocker!", "battlefield4", "1234Battlefield2042", "bf-2042-"])(
    "is made of a word of the site: %s",
    (password) => {
      expect(isGuessable(password, COMMON, EMAIL)).toBe(true);
    },
  );

  test.for(["robin.hood@example.com", "Robin.Hood", "robin.hood1999!"])(
    "is made of the user's e-mail address: %s",
    (password) => {
      expect(isGuessable(password, COMMON, EMAIL)).toBe(true);
    },
  );

  test("is not detected by an e-mail address that is not passed", () => {
    expect(isGuessable("robin.hood", COMMON)).toBe(false);
  });
});

test.for(["correct horse battery", "password1 and more", "battlefield medic kit", "пароль-мой-друг", "12345678901"])(
  "a password is not guessable: %s",
  (password) => {
    expect(isGuessable(password, COMMON, EMAIL)).toBe(false);
  },
);

test.for([
  ["e\u0301", "é"],
  ["ｂａｔｔｅｒｙ", "battery"],
  ["\ufb01eld", "field"],
  ["correct horse battery", "correct horse battery"],
] as const)("the password %j is normalized to %j", ([password, expected]) => {
  expect(normalizePassword(password)).toBe(expected);
});

test("a password longer than MAX_PASSWORD_INPUT is not normalized", () => {
  const text = "ﬁ".repeat(MAX_PASSWORD_INPUT + 1);
  expect(normalizePassword(text)).toBe(text);
});
