// Mixed calls over a longer time leak no memory and cause no unhandled error.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { getQuantile, isLong, recordFigure } from "./figure.ts";
import { saveLoadout, signIn, signUpPerson } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const MEGABYTE = 1024 * 1024;
const WARM_MS = isLong ? 60_000 : 5000;
const SOAK_MS = isLong ? 20 * 60_000 : 15_000;
const CALLERS = 8;
/** The pause between two calls of one caller, so that the machine is not overloaded. */
const PAUSE_MS = 20;
const MAX_GROWTH_MB = 20;
const PAGES = ["/", "/bf4", "/bf2042", "/robots.txt", "/sitemap.xml", "/login"];

type CallCounts = { calls: number; succeeded: number; serverErrors: string[]; tookMs: number[]; aborted: number };

/** Performs a user action; the number selects it. */
function performAction(site: Site, visitor: Visitor, email: string, number: number): Promise<Response | null> {
  const input = encodeURIComponent(JSON.stringify({ game: "bf4" }));
  const actions = [
    () => visitor.fetch("/api/auth/get-session"),
    () => visitor.fetch("/api/trpc/loadout.list?input=%7B%7D"),
    () =>
      visitor.fetch(`/api/trpc/arsenal.list,folder.list?batch=1&input=${encodeURIComponent(`{"0":{"game":"bf4"}}`)}`),
    () => saveLoadout(visitor),
    () => visitor.fetch(PAGES[number % PAGES.length] ?? "/"),
    () => visitor.fetch(`/api/trpc/arsenal.list?input=${input}`),
    () => visitor.fetch("/api/trpc/nothing.there"),
    () => visitor.post("/api/trpc/loadout.save", { id: "no id" }),
    () => abortCall(visitor),
    () => visitor.fetch("/api/auth/list-sessions"),
    () => site.createVisitor().post("/api/auth/sign-in/anonymous"),
    () => signIn(site.createVisitor(), email, number % 3 === 0 ? "not the password" : undefined),
    () => visitor.post("/api/trpc/soldier.addSample", { id: crypto.randomUUID(), game: "bf4" }),
    () => visitor.post("/api/trpc/soldier.add", newSoldier(`Soldier ${number % 5}`)),
    () => abortStream(visitor),
  ];
  return (actions[number % actions.length] ?? abortCall)(visitor);
}

/** Sends a request and aborts it before the response. */
async function abortCall(visitor: Visitor): Promise<null> {
  const abortController = new AbortController();
  const pendingResponse = visitor.fetch("/api/trpc/loadout.list?input=%7B%7D", { signal: abortController.signal });
  setTimeout(() => abortController.abort(), Math.random() * 5);
  await pendingResponse.then((response) => response.text()).catch(() => null);
  return null;
}

/** Opens a stream of locker changes and aborts it after a moment. */
async function abortStream(visitor: Visitor): Promise<null> {
  const stopSignal = new AbortController();
  const pendingStream = visitor.fetch("/api/trpc/loadout.changes", { signal: stopSignal.signal });
  await sleep(50);
  stopSignal.abort();
  await pendingStream.then((response) => response.text()).catch(() => null);
  return null;
}

async function runCaller(site: Site, until: AbortSignal, counts: CallCounts): Promise<void> {
  let visitor = site.createVisitor();
  let { email } = await signUpPerson(visitor);
  for (let number = 0; !until.aborted; number += 1) {
    // New visitors replace the earlier ones regularly, so that no locker grows without limit.
    if (number % 400 === 399) {
      visitor = site.createVisitor();
      ({ email } = await signUpPerson(visitor));
    }
    const startedAt = performance.now();
    const response = await performAction(site, visitor, email, number);
    const text = (await response?.text()) ?? "";
    counts.tookMs.push(performance.now() - startedAt);
    counts.calls += 1;
    if (!response) counts.aborted += 1;
    else if (response.ok) counts.succeeded += 1;
    else if (response.status >= 500)
      counts.serverErrors.push(`${response.status} ${response.url} ${text.slice(0, 100)}`);
    await sleep(PAUSE_MS);
  }
}

async function runCallers(site: Site, ms: number, seen: CallCounts): Promise<void> {
  const timeLimit = AbortSignal.timeout(ms);
  await Promise.all(Array.from({ length: CALLERS }, () => runCaller(site, timeLimit, seen)));
  // Wait for background work that continues after responses.
  await sleep(isLong ? 5000 : 1000);
}

test("mixed calls leak no memory and cause no unhandled error", async () => {
  await using site = await startSite();
  const callCounts: CallCounts = { calls: 0, succeeded: 0, serverErrors: [], tookMs: [], aborted: 0 };
  await runCallers(site, WARM_MS, callCounts);
  const memoryBefore = await site.getMemory();
  await runCallers(site, SOAK_MS, callCounts);
  const memoryAfter = await site.getMemory();
  const grownMb = (memoryAfter.heapUsed - memoryBefore.heapUsed) / MEGABYTE;
  expect(callCounts.serverErrors).toEqual([]);
  expect(callCounts.succeeded).toBeGreaterThan(callCounts.calls / 2);
  expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
  // An unhandled rejection would end the program with a message on stderr.
  expect([site.program().process.exitCode, site.browserErrors()]).toEqual([null, ""]);
  recordFigure(
    `soak of ${Math.round(SOAK_MS / 1000)} s: ${callCounts.calls} calls, ${callCounts.aborted} of them left in the middle, 0 answered 5xx, ` +
      `0 unhandled, heap ${grownMb.toFixed(1)} MB more (${Math.round(memoryAfter.heapUsed / MEGABYTE)} MB), ` +
      `99 of 100 within ${Math.round(getQuantile(callCounts.tookMs, 0.99))} ms`,
  );
});
