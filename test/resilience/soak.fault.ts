// The program under mixed calls for a while: it holds no more memory at the end than at the beginning, and nothing goes
// unhandled.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { newSoldier } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { figure, isLong, quantile } from "./figure.ts";
import { newPerson, save, signIn } from "./people.ts";
import { type Site, startSite } from "./site.ts";

const MEGABYTE = 1024 * 1024;
const WARM_MS = isLong ? 60_000 : 5000;
const SOAK_MS = isLong ? 20 * 60_000 : 15_000;
const CALLERS = 8;
/** Between two calls of one caller: the machine is to be used, not filled. */
const PAUSE_MS = 20;
const MAX_GROWTH_MB = 20;
const PAGES = ["/", "/bf4", "/bf2042", "/robots.txt", "/sitemap.xml", "/login"];

type Seen = { calls: number; well: number; bad: string[]; tookMs: number[]; aborted: number };

/** One thing that people do, by its number. */
function act(site: Site, visitor: Visitor, email: string, number: number): Promise<Response | null> {
  const input = encodeURIComponent(JSON.stringify({ game: "bf4" }));
  const acts = [
    () => visitor.fetch("/api/auth/get-session"),
    () => visitor.fetch("/api/trpc/loadout.list?input=%7B%7D"),
    () =>
      visitor.fetch(`/api/trpc/arsenal.list,folder.list?batch=1&input=${encodeURIComponent(`{"0":{"game":"bf4"}}`)}`),
    () => save(visitor),
    () => visitor.fetch(PAGES[number % PAGES.length] ?? "/"),
    () => visitor.fetch(`/api/trpc/arsenal.list?input=${input}`),
    () => visitor.fetch("/api/trpc/nothing.there"),
    () => visitor.post("/api/trpc/loadout.save", { id: "no id" }),
    () => abortedCall(visitor),
    () => visitor.fetch("/api/auth/list-sessions"),
    () => site.visitor().post("/api/auth/sign-in/anonymous"),
    () => signIn(site.visitor(), email, number % 3 === 0 ? "not the password" : undefined),
    () => visitor.post("/api/trpc/soldier.addSample", { id: crypto.randomUUID(), game: "bf4" }),
    () => visitor.post("/api/trpc/soldier.add", newSoldier(`Soldier ${number % 5}`)),
    () => watched(visitor),
  ];
  return (acts[number % acts.length] ?? abortedCall)(visitor);
}

/** Asks, and is gone before the answer comes. */
async function abortedCall(visitor: Visitor): Promise<null> {
  const gone = new AbortController();
  const asking = visitor.fetch("/api/trpc/loadout.list?input=%7B%7D", { signal: gone.signal });
  setTimeout(() => gone.abort(), Math.random() * 5);
  await asking.then((answer) => answer.text()).catch(() => null);
  return null;
}

/** Watches the locker for a moment, and leaves. */
async function watched(visitor: Visitor): Promise<null> {
  const gone = new AbortController();
  const watching = visitor.fetch("/api/trpc/loadout.changes", { signal: gone.signal });
  await sleep(50);
  gone.abort();
  await watching.then((answer) => answer.text()).catch(() => null);
  return null;
}

async function caller(site: Site, until: AbortSignal, seen: Seen): Promise<void> {
  let visitor = site.visitor();
  let { email } = await newPerson(visitor);
  for (let number = 0; !until.aborted; number += 1) {
    // Visitors are replaced from time to time, and no locker grows without end.
    if (number % 400 === 399) {
      visitor = site.visitor();
      ({ email } = await newPerson(visitor));
    }
    const began = performance.now();
    const answer = await act(site, visitor, email, number);
    const text = (await answer?.text()) ?? "";
    seen.tookMs.push(performance.now() - began);
    seen.calls += 1;
    if (!answer) seen.aborted += 1;
    else if (answer.ok) seen.well += 1;
    else if (answer.status >= 500) seen.bad.push(`${answer.status} ${answer.url} ${text.slice(0, 100)}`);
    await sleep(PAUSE_MS);
  }
}

async function use(site: Site, ms: number, seen: Seen): Promise<void> {
  const until = AbortSignal.timeout(ms);
  await Promise.all(Array.from({ length: CALLERS }, () => caller(site, until, seen)));
  // What was begun after an answer ends, too.
  await sleep(isLong ? 5000 : 1000);
}

test("mixed calls for a while leave no memory behind, and nothing unhandled", async () => {
  await using site = await startSite();
  const seen: Seen = { calls: 0, well: 0, bad: [], tookMs: [], aborted: 0 };
  await use(site, WARM_MS, seen);
  const before = await site.memory();
  await use(site, SOAK_MS, seen);
  const after = await site.memory();
  const grownMb = (after.heapUsed - before.heapUsed) / MEGABYTE;
  expect(seen.bad).toEqual([]);
  expect(seen.well).toBeGreaterThan(seen.calls / 2);
  expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
  // An unhandled rejection would end the program with a word on its standard error.
  expect([site.program().process.exitCode, site.complaints()]).toEqual([null, ""]);
  figure(
    `soak of ${Math.round(SOAK_MS / 1000)} s: ${seen.calls} calls, ${seen.aborted} of them left in the middle, 0 answered 5xx, ` +
      `0 unhandled, heap ${grownMb.toFixed(1)} MB more (${Math.round(after.heapUsed / MEGABYTE)} MB), ` +
      `99 of 100 within ${Math.round(quantile(seen.tookMs, 0.99))} ms`,
  );
});
