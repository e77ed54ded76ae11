// A password is hashed as often for a missing account (`hash`) as for a wrong password (`verify`).
import { expect, test, vi } from "vitest";
import { createPasswordHasher } from "./password.ts";

const runs = vi.hoisted(() => ({ count: 0 }));
vi.mock("@node-rs/argon2", async (load) => {
  const library = await load<typeof import("@node-rs/argon2")>();
  const counted =
    <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      runs.count += 1;
      return run(...args);
    };
  return { ...library, hash: counted(library.hash), verify: counted(library.verify) };
});

const passwords = createPasswordHasher({ memoryCost: 1024, timeCost: 1, parallelism: 1 });

test.for([
  ["wrong horse battery", 1],
  ["pässwörd".normalize("NFD"), 2],
] as const)("%j is hashed %i times", async ([password, expected]) => {
  const hash = await passwords.hash("correct horse battery");
  runs.count = 0;
  expect(await passwords.verify({ hash, password })).toBe(false);
  expect(runs.count).toBe(expected);
  runs.count = 0;
  await passwords.hash(password);
  expect(runs.count).toBe(expected);
});
