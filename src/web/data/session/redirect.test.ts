import { expect, test } from "vitest";
import { listInvalidRedirects } from "#test/fixtures/redirects.ts";
import { getLoginAddress } from "./session.ts";

test("the sign-in address contains the current address", () => {
  expect(getLoginAddress("/bf4?tab=loadouts")).toBe("/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
});

test("the sign-in address has no redirect for the home page, for itself and for foreign addresses", () => {
  const plain = ["/", "/login?mode=sign-up", ...listInvalidRedirects("https://locker.example")];
  expect(new Set(plain.map(getLoginAddress))).toEqual(new Set(["/login"]));
});
