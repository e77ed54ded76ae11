import { describe, expect, test } from "vitest";
import { readAccountSearch } from "#web/features/account/account-search.ts";
import { readLoginSearch } from "./login-search.ts";

describe("the search of /login", () => {
  test.for([
    [{}, {}],
    [{ mode: "sign-up" }, { mode: "sign-up" }],
    [{ mode: "sign-in" }, {}],
    [{ mode: "wizard", redirect: 7 }, {}],
    [{ error: "no_code" }, { error: "no_code" }],
    [{ redirect: "/bf4?tab=loadouts", other: "x" }, { redirect: "/bf4?tab=loadouts" }],
  ] as const)("%j reads as %j", ([search, parsed]) => {
    expect(readLoginSearch(search)).toEqual(parsed);
  });
});

describe("the search of /account", () => {
  test.for([
    [{}, {}],
    [{ tab: "security" }, { tab: "security" }],
    [{ tab: "profile" }, {}],
    [{ tab: "attic" }, {}],
    [
      { tab: "connections", error: "no_code" },
      { tab: "connections", error: "no_code" },
    ],
  ] as const)("%j reads as %j", ([search, parsed]) => {
    expect(readAccountSearch(search)).toEqual(parsed);
  });
});
