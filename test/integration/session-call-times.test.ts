// @rest @alone
// Refusing a call without a session takes about as long as reading the session.
import { afterAll, beforeAll, expect, test } from "vitest";
import { SESSION_CALLS } from "#test/harness/session-calls.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ environment: { CALLS_PER_MINUTE: "1000000" } });
});
afterAll(() => world[Symbol.asyncDispose]());

const TIMES = 200;
/** Several measurements, because the machine may be busy. */
const MEASUREMENTS = 3;

const getMedian = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

type Call = { path: string; method: string; body?: string | undefined };

/** Calls with further errors besides the missing session, and a call with the cookie of an ended session. */
const FURTHER_CALLS: readonly (readonly [string, Call & { isEnded?: boolean }])[] = [
  ["a path with a slash at its end", { method: "GET", path: "/list-accounts/" }],
  ["a body that is not JSON", { method: "POST", path: "/change-password", body: "{" }],
  ["an empty body", { method: "POST", path: "/change-password", body: "" }],
  ["no body", { method: "POST", path: "/change-password" }],
  ["an invalid body", { method: "POST", path: "/change-email", body: `{"newEmail":"${"a".repeat(300)}"}` }],
  ["an invalid query", { method: "GET", path: "/organization/list?limit=0" }],
  ["an ended session", { method: "GET", path: "/list-accounts", isEnded: true }],
];

test.for([...SESSION_CALLS, ...FURTHER_CALLS])(
  "%s takes at most three times as long as reading the session",
  async ([, { path, method, body, ...options }]) => {
    const visitor = world.visitor();
    // An ended session is looked up in the database, so it is compared with reading the session of another visitor.
    const reader = "isEnded" in options ? world.visitor() : visitor;
    if (reader !== visitor) {
      for (const guest of [visitor, reader]) await guest.post("/api/auth/sign-in/anonymous", {});
      const cookies = [...visitor.cookies];
      await visitor.post("/api/auth/sign-out", {});
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
    }
    const endedCookies = [...visitor.cookies];
    const headers = { "content-type": "application/json" };
    const call = { method, ...(body !== undefined && { body, headers }) };
    const measure = async (caller: Visitor, address: string, init: RequestInit): Promise<number> => {
      const startedAt = performance.now();
      await (await caller.fetch(`/api/auth${address}`, init)).text();
      return performance.now() - startedAt;
    };
    const measureRatio = async (): Promise<number> => {
      const refusals: number[] = [];
      const readings: number[] = [];
      // The measurements alternate, so that other load on the machine affects both.
      for (let time = 0; time < TIMES; time += 1) {
        for (const [name, value] of endedCookies) visitor.cookies.set(name, value);
        refusals.push(await measure(visitor, path, call));
        readings.push(await measure(reader, "/get-session", {}));
      }
      return getMedian(refusals) / getMedian(readings);
    };
    const ratios: number[] = [];
    while (ratios.length < MEASUREMENTS && !ratios.some((ratio) => ratio <= 3)) ratios.push(await measureRatio());
    expect(Math.min(...ratios)).toBeLessThanOrEqual(3);
  },
);
