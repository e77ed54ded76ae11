import { expect, test } from "vitest";
import { illegalRedirects } from "#test/fixtures/redirects.ts";
import { loginAddress } from "./session.ts";

test("the sign-in address leads back to where one was", () => {
  expect(loginAddress("/bf4?tab=loadouts")).toBe("/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
});

test("the sign-in address stays plain for home, for itself and for what is not ours", () => {
  const plain = ["/", "/login?mode=sign-up", ...illegalRedirects("https://locker.example")];
  expect(new Set(plain.map(loginAddress))).toEqual(new Set(["/login"]));
});
