// Every mutation of the web app goes through one handler, the mutation cache of data/query-client.ts. `useMutation` uses it
// automatically; other code has to use data/mutation.ts.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = globSync("src/web/**/*.{ts,tsx}")
  .filter((path) => !/\.test\.tsx?$|\.gen\.ts$/.test(path))
  .map((path) => ({ path: path.replace("src/web/", ""), text: readFileSync(path, "utf8") }));

/** Returns the files outside `allowed` whose text matches the pattern. */
const findFiles = (pattern: RegExp, allowed: readonly string[]): string[] =>
  SOURCES.filter(({ path, text }) => !allowed.includes(path) && pattern.test(text)).map(({ path }) => path);

test("only the handler and a few files use the account client", () => {
  expect(findFiles(/auth-client\.ts/, ["data/session/account-client.ts"])).toEqual([]);
  // The passkey autofill request stays open until the user chooses a passkey; the result then goes through the handler.
  const allowed = ["data/session/account-client.ts", "data/mutation.ts", "features/account/passkey.ts"];
  expect(findFiles(/withAccountClient/, allowed)).toEqual([]);
});

test("no file calls a mutation directly on the tRPC client", () => {
  expect(findFiles(/\w\.\w+\.mutate\(/, [])).toEqual([]);
  // The outbox sends pending changes in the background: it logs failures and never leaves the current screen.
  expect(findFiles(/\.mutation\(/, ["data/offline/outbox.ts"])).toEqual([]);
});

test("no file sends requests with fetch and a method", () => {
  expect(findFiles(/(?<!\$)\bfetch\([^)]*method:/s, [])).toEqual([]);
});

test("the patterns match forbidden calls", () => {
  expect("await client.folder.save.mutate({ id })").toMatch(/\w\.\w+\.mutate\(/);
  expect("save.mutate({ id })").not.toMatch(/\w\.\w+\.mutate\(/);
  expect('fetch("/api/auth/sign-out", { method: "POST" })').toMatch(/(?<!\$)\bfetch\([^)]*method:/s);
});
