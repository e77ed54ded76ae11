import { describe, expect, test } from "vitest";
import { loginAddress, safePath } from "./redirect.ts";

describe("a return path", () => {
  test.for(["/", "/bf4", "/bf4?tab=loadouts&lo=1%2F2", "/account?tab=security#name", "/a.b/..c"])(
    "%s is kept",
    (path) => {
      expect(safePath(path)).toBe(path);
    },
  );

  test.for([
    "https://evil.example/",
    "javascript:alert(1)",
    "bf4",
    "",
    "//evil.example",
    "/bf4//x",
    "/\\evil.example",
    "/%2fevil.example",
    "/%2Fevil.example",
    "/%5cevil.example",
    "/%00",
    "/%252f",
    "/../api",
    "/./x",
    "/%2e%2e/x",
    "/.%2e",
    "/bf4\n",
    "/bf4 x",
    "/é",
    " /bf4",
    undefined,
    7,
  ])("%j is refused", (path) => {
    expect(safePath(path)).toBeNull();
  });
});

describe("the sign-in address", () => {
  test("leads back to where one was", () => {
    expect(loginAddress("/bf4?tab=loadouts")).toBe("/login?redirect=%2Fbf4%3Ftab%3Dloadouts");
  });
  test("stays plain for home, for itself and for what is not ours", () => {
    expect(["/", "/login?mode=sign-up", "//evil"].map(loginAddress)).toEqual(["/login", "/login", "/login"]);
  });
});
