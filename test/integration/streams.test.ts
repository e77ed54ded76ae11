// Answers that stay open end with their session, in whichever process that was ended.
import { describe, expect, test, vi } from "vitest";
import { administer } from "#server/admin.ts";
import { addJob } from "#server/jobs/job-rows.ts";
import { createStreams, MAX_STREAMS_PER_PERSON } from "#server/streams.ts";
import { linkIn, newestMailTo, signUpAndIn } from "#test/world/accounts.ts";
import { INSIDES } from "#test/world/alone.ts";
import { elsewhere, type Visitor } from "#test/world/visitor.ts";
import { makeWorld, type World } from "#test/world/world.ts";

const MINUTE_MS = 60_000;

/** A job that is not due while the test runs. */
async function addLateJob({ context: { db, now } }: World, visitor: Visitor): Promise<string> {
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const later = new Date(now().getTime() + 10_000 * MINUTE_MS * 60);
  const job = { userId: user.id, kind: "refresh-soldier", key: crypto.randomUUID(), input: {} };
  return (await addJob(db, job, later)).id;
}

type OpenStream = { ended: Promise<string>; stop: AbortController };

/** Opens a stream; `ended` resolves once the server has closed it. */
async function open(visitor: Visitor, path: string): Promise<OpenStream> {
  const stop = new AbortController();
  const answer = await visitor.fetch(`/api/trpc/${path}`, { signal: stop.signal });
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const events = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  const first = await events?.read();
  received += first?.value ?? "";
  const ended = (async () => {
    for (;;) {
      const { done, value } = (await events?.read()) ?? { done: true, value: "" };
      if (done) return received;
      received += value;
    }
  })();
  return { ended, stop };
}

const ENDINGS = {
  "its session is revoked elsewhere": async (world: World, _visitor: Visitor, email: string) => {
    const other = world.visitor();
    expect((await other.post("/api/auth/sign-in/email", { email, password: "correct horse battery" })).status).toBe(
      200,
    );
    expect((await other.post("/api/auth/revoke-other-sessions")).status).toBe(200);
  },
  "it signs out": async (world: World, visitor: Visitor) => {
    expect((await elsewhere(visitor, world).post("/api/auth/sign-out")).status).toBe(200);
  },
  "its account is deleted": async (world: World, visitor: Visitor, email: string) => {
    expect((await visitor.post("/api/auth/delete-user")).status).toBe(200);
    await elsewhere(visitor, world).fetch(linkIn(await newestMailTo({ email }, world)));
  },
  "its session expires": (world: World) => void world.turnClock(31 * 24 * 60 * MINUTE_MS),
  "somebody is signed out by whoever runs the site": async (world: World, visitor: Visitor) => {
    const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
    await administer(world.context, ["sign-out", user.id]);
  },
};

describe("a stream", () => {
  test.for(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])("ends when %s", async (name) => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndIn(world);
    const { visitor: bystander } = await signUpAndIn(world);
    const id = await addLateJob(world, visitor);
    const watch = `job.watch?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    // Twice each, so that of two processes both have one.
    const paths = ["loadout.changes", "loadout.changes", watch, watch];
    const streams: OpenStream[] = [];
    for (const path of paths) streams.push(await open(visitor, path));
    const untouched = await open(bystander, "loadout.changes");
    let isUntouched = true;
    untouched.ended.then(
      () => (isUntouched = false),
      () => {},
    );
    await ENDINGS[name](world, visitor, account.email);
    await vi.waitFor(() => Promise.all(streams.map(({ ended }) => ended)), { timeout: 10_000 });
    if (name !== "its session expires") expect(isUntouched).toBe(true);
    untouched.stop.abort();
    await untouched.ended.catch(() => {});
  });

  test("is checked more than twice a second", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await using world = await makeWorld({ alone: INSIDES });
      const { visitor } = await signUpAndIn(world);
      const { ended } = await open(visitor, "loadout.changes");
      await elsewhere(visitor, world).post("/api/auth/sign-out");
      await vi.advanceTimersByTimeAsync(500);
      await ended;
      expect(world.context.streams.count).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("of a client that has left before it opens is not counted", async () => {
    await using world = await makeWorld();
    using streams = createStreams(world.context);
    const owner = { id: crypto.randomUUID(), sessionId: crypto.randomUUID() };
    streams.open(owner, AbortSignal.abort(), async function* () {});
    expect(streams.count).toBe(0);
  });

  test("is refused beyond thirty of one person, of both kinds together", async () => {
    await using world = await makeWorld({ alone: "each process counts the streams that are open in it" });
    const { visitor } = await signUpAndIn(world);
    const id = await addLateJob(world, visitor);
    const watch = `job.watch?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    const streams: OpenStream[] = [];
    for (let count = 0; count < MAX_STREAMS_PER_PERSON; count += 1) {
      streams.push(await open(visitor, count % 2 ? watch : "loadout.changes"));
    }
    for (const path of [watch, "loadout.changes"]) {
      const refused = await visitor.fetch(`/api/trpc/${path}`);
      expect(await refused.text()).toContain("too_many");
    }
    for (const { stop, ended } of streams) {
      stop.abort();
      await ended.catch(() => {});
    }
    await vi.waitUntil(() => world.context.streams.count === 0);
    const again = await open(visitor, watch);
    again.stop.abort();
    await again.ended.catch(() => {});
  });
});
