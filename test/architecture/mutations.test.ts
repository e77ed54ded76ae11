// Every change the web app asks for goes through one handler: the mutation cache of data/query-client.ts. `useMutation` uses
// it by itself; anything else has to use data/mutation.ts.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = globSync("src/web/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$|\.gen\.ts$/.test(path))
  .map((path) => ({ path: path.replace("src/web/", ""), text: readFileSync(path, "utf8") }));

/** The files outside of `allowed` whose text has this pattern. */
const filesWith = (pattern: RegExp, allowed: readonly string[]): string[] =>
  SOURCES.filter(({ path, text }) => !allowed.includes(path) && pattern.test(text)).map(({ path }) => path);

test("the account client is called by the handler and for reading alone", () => {
  expect(filesWith(/auth-client\.ts/, ["data/session/account-client.ts"])).toEqual([]);
  // The browser's own offer of passkeys waits until someone chooses one; its answer goes through the handler then.
  const allowed = ["data/session/account-client.ts", "data/mutation.ts", "features/account/passkey.ts"];
  expect(filesWith(/withAccountClient/, allowed)).toEqual([]);
});

test("no procedure is called as a mutation by the data client itself", () => {
  expect(filesWith(/\w\.\w+\.mutate\(/, [])).toEqual([]);
  // The outbox sends pending changes in the background: it logs failures and never navigates away from the current
  // screen.
  expect(filesWith(/\.mutation\(/, ["data/offline/outbox.ts"])).toEqual([]);
});

test("no file sends a POST of its own", () => {
  expect(filesWith(/(?<!\$)\bfetch\([^)]*method:/s, [])).toEqual([]);
});

test("the patterns find what they forbid", () => {
  expect("await client.folder.save.mutate({ id })").toMatch(/\w\.\w+\.mutate\(/);
  expect("save.mutate({ id })").not.toMatch(/\w\.\w+\.mutate\(/);
  expect('fetch("/api/auth/sign-out", { method: "POST" })').toMatch(/(?<!\$)\bfetch\([^)]*method:/s);
});
