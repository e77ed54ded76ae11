// Access control: sends every data call as the owner of the data, as another user, as a guest, and signed out.
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { appRouter } from "#server/router.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { exportAccount } from "#test/harness/data/exports.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { createOwnerOfEverything, MARKERS, OWNER_CALLS } from "#test/harness/data/owned.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** Public calls: game data, enabled features, the language, and data that its owner has made public. */
const PUBLIC_CALLS =
  /^(arsenal|catalogue|provider)\.|^share\.(get|report)$|^account\.(featuresOff|setLanguage)$|^platoon\.(members\.linkStanding|locker\.places|sample|sheet\.open|squadPlan\.find)$/;
/** Needs a fresh session; other tests cover it. */
const FRESH_SESSION_CALL = "account.setPassword";
/** Is allowed to every user who has the link. */
const LINK_CALL = "platoon.members.join";
const SUBSCRIPTIONS = ["job.watch", "loadout.changes", "platoon.feed.changes"];
const WATCH_MS = 1000;
const LATER_MS = 10 * 60_000;

const procedures = Object.entries(appRouter._def.procedures).map(
  ([path, procedure]) => [path, Object(procedure)._def.type] as const,
);
const kinds = new Map(procedures);
const isPrivate = (path: string) => !PUBLIC_CALLS.test(path) && path !== FRESH_SESSION_CALL && path !== LINK_CALL;

async function call(visitor: Visitor, path: string, input: unknown): Promise<{ status: number; body: string }> {
  const address = `/api/trpc/${path}`;
  const response =
    kinds.get(path) === "mutation"
      ? await visitor.post(address, input ?? undefined)
      : await visitor.fetch(input === null ? address : `${address}?input=${encodeURIComponent(JSON.stringify(input))}`);
  return { status: response.status, body: await response.text() };
}

/** Returns what a subscription sends within a second. */
async function readSubscription(
  visitor: Visitor,
  path: string,
  input: unknown,
): Promise<{ status: number; body: string }> {
  const query = input === null ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await visitor.fetch(`/api/trpc/${path}${query}`, { signal: AbortSignal.timeout(WATCH_MS) });
  let body = "";
  try {
    for await (const chunk of response.body ?? []) body += new TextDecoder().decode(chunk);
  } catch {
    // The timeout ended the subscription.
  }
  return { status: response.status, body };
}

async function exportData({ visitor }: { visitor: Visitor }): Promise<unknown> {
  const { exportedAt: _, ...rest } = await exportAccount(visitor);
  return rest;
}

async function createUsers(world: World) {
  const owner = await createOwnerOfEverything(world);
  const { visitor: other } = await signUpAndSignIn(world);
  return { owner, others: { other, guest: await createGuest(world) }, signedOut: world.visitor() };
}

describe("a data call", () => {
  test("is in OWNER_CALLS, is a subscription, or is public", () => {
    const reported = [...Object.keys(OWNER_CALLS), ...SUBSCRIPTIONS];
    expect(
      procedures
        .map(([path]) => path)
        .filter(isPrivate)
        .toSorted(),
    ).toEqual(reported.toSorted());
  });

  test("gives no other user the owner's data, and changes none of it", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const { owner, others, signedOut } = await createUsers(world);
    const before = await exportData(owner);
    for (const [path, inputOf] of Object.entries(OWNER_CALLS)) {
      const input = inputOf(owner);
      const refused = await call(signedOut, path, input);
      expect([refused.status, refused.body.includes('"signed_out"')], `${path}, signed out`).toEqual([401, true]);
      for (const [who, visitor] of Object.entries(others)) {
        const { status, body } = await call(visitor, path, input);
        expect(status, `${path}, ${who}`).toBeLessThan(500);
        for (const mark of MARKERS) expect(body, `${path}, ${who}`).not.toContain(mark);
      }
    }
    await world.context.jobs.drained();
    expect(await exportData(owner)).toEqual(before);
  });

  test("succeeds for the owner of the data", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const owner = await createOwnerOfEverything(world);
    // The soldier was read just now, and may be read again after some minutes.
    world.turnClock(LATER_MS);
    for (const [path, inputOf] of Object.entries(OWNER_CALLS)) {
      const { status, body } = await call(owner.visitor, path, inputOf(owner));
      expect(status, `${path}: ${body}`).toBe(200);
    }
  });

  test("that streams sends the owner's jobs and changes to no other user", async () => {
    await using world = await makeWorld();
    const { owner, others, signedOut } = await createUsers(world);
    const inputs = { "job.watch": { id: owner.jobId }, "loadout.changes": null, "platoon.feed.changes": owner.platoon };
    const shareSoldier = () =>
      owner.visitor.trpc.platoon.board.allow.mutate({
        ...owner.platoon,
        soldierId: owner.soldierId,
        groups: ["combat"],
      });
    for (const [path, input] of Object.entries(inputs)) {
      expect((await readSubscription(signedOut, path, input)).body, path).toContain('"signed_out"');
      for (const visitor of Object.values(others)) {
        const watching = readSubscription(visitor, path, input);
        await owner.visitor.trpc.loadout.arrange.mutate({ ids: [owner.stored.id], pinned: true });
        await shareSoldier();
        const { body } = await watching;
        for (const secret of [owner.stored.id, owner.jobId, owner.soldierId]) expect(body, path).not.toContain(secret);
      }
    }
    expect((await readSubscription(owner.visitor, "job.watch", inputs["job.watch"])).body).toContain(owner.jobId);
    // The owner gets the same change.
    let isOver = false;
    const watching = readSubscription(owner.visitor, "platoon.feed.changes", owner.platoon).finally(() => {
      isOver = true;
    });
    for (let tries = 0; tries < 50 && !isOver; tries += 1) {
      await shareSoldier();
      await setTimeout(20);
    }
    expect((await watching).body).toContain(owner.soldierId);
  });
});
