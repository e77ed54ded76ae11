import { describe, expect, test } from "vitest";
import { isGuessable } from "./account.ts";

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
