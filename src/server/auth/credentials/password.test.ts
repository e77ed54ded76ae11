import { expect, test } from "vitest";
import { createPasswordHasher } from "./password.ts";

test("queues hashes, and refuses with Retry-After when too many are waiting", async () => {
  const passwords = createPasswordHasher({ memoryCost: 1024, timeCost: 1, parallelism: 1 }, 1, 2);
  const responses = await Promise.allSettled(["a", "b", "c", "d"].map((password) => passwords.hash(password)));
  expect(responses.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(responses[3]).toMatchObject({ reason: { statusCode: 503, headers: { "Retry-After": "5" } } });
  expect(await passwords.hash("e")).toMatch(/^\$argon2id\$/);
});
