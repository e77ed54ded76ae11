import { describe, expect, test } from "vitest";
import { linkRefusalOf, refusalOf } from "./account-errors.ts";

describe("a refusal", () => {
  test.for([
    ["INVALID_EMAIL_OR_PASSWORD", "form", "E-mail or password is wrong."],
    ["EMAIL_NOT_VERIFIED", "form", "Verify your e-mail first."],
    ["USER_ALREADY_EXISTS", "email", "There is already an account for this e-mail."],
    ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "email", "There is already an account for this e-mail."],
    ["PASSWORD_TOO_SHORT", "password", "Use 8–128 characters."],
    ["PASSWORD_TOO_LONG", "password", "Use 8–128 characters."],
    ["INVALID_PASSWORD", "current-password", "This is not your current password."],
    ["INVALID_TOKEN", "form", "This link has expired or was already used."],
  ] as const)("%s stands at the %s", ([code, field, text]) => {
    expect(refusalOf({ code, status: 400, message: "as the library says it" })).toMatchObject({ field, text });
  });

  test("of no known code stands as it is", () => {
    expect(refusalOf({ code: "ODD", message: "Odd thing." })).toEqual({ field: "form", text: "Odd thing." });
  });
  test("for asking too often says to wait", () => {
    expect(refusalOf({ status: 429, message: "Too many requests." }).text).toContain("Wait a minute");
  });
  test("without any words says something", () => {
    expect(refusalOf({}).text).toContain("did not answer");
  });
});

describe("a mailed link", () => {
  test.for(["token_expired", "invalid_token", "INVALID_TOKEN", "user_not_found"])(
    "that came back %s is spent",
    (code) => {
      expect(linkRefusalOf(code)).toBe("This link has expired or was already used.");
    },
  );
  test("that came back with another code names it", () => {
    expect(linkRefusalOf("unauthorized")).toBe("That did not work (code unauthorized). Try again.");
  });
});
