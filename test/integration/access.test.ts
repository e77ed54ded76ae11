// Who may read and change what: every data call, as its owner, as another person, as a guest and signed out would make it.
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { appRouter } from "#server/router.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getExport } from "#test/harness/data/exports.ts";
import { guest } from "#test/harness/data/lockers.ts";
import { MARKS, OWN_CALLS, ownerOfEverything } from "#test/harness/data/owned.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

/** What is for anybody: the games' figures, what is switched on, the language, and what its owner has made public. */
const FOR_EVERYONE =
  /^(arsenal|catalogue|provider)\.|^share\.(get|report)$|^account\.(featuresOff|setLanguage)$|^platoon\.(members\.linkStanding|locker\.places|sheet\.open|squadPlan\.find)$/;
/** Needs a proof of who one is that was given lately, and has checks of its own. */
const ELSEWHERE = "account.setPassword";
/** Who has a link may join by it. */
const BY_LINK = "platoon.members.join";
const SUBSCRIPTIONS = ["job.watch", "loadout.changes", "platoon.feed.changes"];
const WATCH_MS = 1000;
const LATER_MS = 10 * 60_000;

const procedures = Object.entries(appRouter._def.procedures).map(
  ([path, procedure]) => [path, Object(procedure)._def.type] as const,
);
const kinds = new Map(procedures);
const isPrivate = (path: string) => !FOR_EVERYONE.test(path) && path !== ELSEWHERE && path !== BY_LINK;

async function call(visitor: Visitor, path: string, input: unknown): Promise<{ status: number; body: string }> {
  const address = `/api/trpc/${path}`;
  const answer =
    kinds.get(path) === "mutation"
      ? await visitor.post(address, input ?? undefined)
      : await visitor.fetch(input === null ? address : `${address}?input=${encodeURIComponent(JSON.stringify(input))}`);
  return { status: answer.status, body: await answer.text() };
}

/** What a subscription sends within a second. */
async function watched(visitor: Visitor, path: string, input: unknown): Promise<{ status: number; body: string }> {
  const query = input === null ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await visitor.fetch(`/api/trpc/${path}${query}`, { signal: AbortSignal.timeout(WATCH_MS) });
  let body = "";
  try {
    for await (const chunk of answer.body ?? []) body += new TextDecoder().decode(chunk);
  } catch {
    // It would go on.
  }
  return { status: answer.status, body };
}

async function belongings({ visitor }: { visitor: Visitor }): Promise<unknown> {
  const { exportedAt: _, ...rest } = await getExport(visitor);
  return rest;
}

async function everybody(world: World) {
  const own = await ownerOfEverything(world);
  const { visitor: other } = await signUpAndIn(world);
  return { own, others: { other, guest: await guest(world) }, signedOut: world.visitor() };
}

describe("a data call", () => {
  test("is on the list of what an owner sends, or for everyone", () => {
    const reported = [...Object.keys(OWN_CALLS), ...SUBSCRIPTIONS];
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
    const { own, others, signedOut } = await everybody(world);
    const before = await belongings(own);
    for (const [path, inputOf] of Object.entries(OWN_CALLS)) {
      const input = inputOf(own);
      const refused = await call(signedOut, path, input);
      expect([refused.status, refused.body.includes('"signed_out"')], `${path}, signed out`).toEqual([401, true]);
      for (const [who, visitor] of Object.entries(others)) {
        const { status, body } = await call(visitor, path, input);
        expect(status, `${path}, ${who}`).toBeLessThan(500);
        for (const mark of MARKS) expect(body, `${path}, ${who}`).not.toContain(mark);
      }
    }
    await world.context.jobs.drained();
    expect(await belongings(own)).toEqual(before);
  });

  test("gives its owner what is theirs", async () => {
    await using statistics = await createStatisticsService();
    await using world = await makeWorld({ statistics });
    const own = await ownerOfEverything(world);
    // The soldier has just been read: a while later it may be read again.
    world.turnClock(LATER_MS);
    for (const [path, inputOf] of Object.entries(OWN_CALLS)) {
      const { status, body } = await call(own.visitor, path, inputOf(own));
      expect(status, `${path}: ${body}`).toBe(200);
    }
  });

  test("that streams sends the owner's jobs and changes to no other user", async () => {
    await using world = await makeWorld();
    const { own, others, signedOut } = await everybody(world);
    const inputs = { "job.watch": { id: own.jobId }, "loadout.changes": null, "platoon.feed.changes": own.platoon };
    const show = () =>
      own.visitor.trpc.platoon.board.allow.mutate({ ...own.platoon, soldierId: own.soldierId, groups: ["combat"] });
    for (const [path, input] of Object.entries(inputs)) {
      expect((await watched(signedOut, path, input)).body, path).toContain('"signed_out"');
      for (const visitor of Object.values(others)) {
        const watching = watched(visitor, path, input);
        await own.visitor.trpc.loadout.arrange.mutate({ ids: [own.stored.id], pinned: true });
        await show();
        const { body } = await watching;
        for (const secret of [own.stored.id, own.jobId, own.soldierId]) expect(body, path).not.toContain(secret);
      }
    }
    expect((await watched(own.visitor, "job.watch", inputs["job.watch"])).body).toContain(own.jobId);
    // The same change reaches those it is for.
    let isOver = false;
    const watching = watched(own.visitor, "platoon.feed.changes", own.platoon).finally(() => {
      isOver = true;
    });
    for (let tries = 0; tries < 50 && !isOver; tries += 1) {
      await show();
      await setTimeout(20);
    }
    expect((await watching).body).toContain(own.soldierId);
  });
});
