// @postgres
// Event streams end when their session ends, even if another process ended it.
import { describe, expect, test, vi } from "vitest";
import { addJob } from "#server/jobs/job-rows.ts";
import { createStreams, MAX_STREAMS_PER_PERSON, STREAMS_LEASE_MS, type Streams } from "#server/streams.ts";
import { getLink, getNewestMail, runAdmin, signUpAndSignIn } from "#test/harness/accounts.ts";
import { USES_INTERNALS } from "#test/harness/isolation.ts";
import { moveToNewAddress, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const MINUTE_MS = 60_000;

/** Adds a job that is not due while the test runs. */
async function addLateJob({ context: { db, now } }: World, visitor: Visitor): Promise<string> {
  const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
  const later = new Date(now().getTime() + 10_000 * MINUTE_MS * 60);
  const job = { userId: user.id, kind: "refresh-soldier", key: crypto.randomUUID(), input: {} };
  return (await addJob(db, job, later)).id;
}

type OpenStream = { ended: Promise<string>; stop: AbortController };

/** Opens a stream; `ended` resolves once the server has closed it. */
async function openStream(visitor: Visitor, path: string): Promise<OpenStream> {
  const stop = new AbortController();
  const response = await visitor.fetch(`/api/trpc/${path}`, { signal: stop.signal });
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const events = response.body?.pipeThrough(new TextDecoderStream()).getReader();
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

const SESSION_ENDINGS = {
  "its session is revoked elsewhere": async (world: World, _visitor: Visitor, email: string) => {
    const otherBrowser = world.visitor();
    expect(
      (await otherBrowser.post("/api/auth/sign-in/email", { email, password: "correct horse battery" })).status,
    ).toBe(200);
    expect((await otherBrowser.post("/api/auth/revoke-other-sessions")).status).toBe(200);
  },
  "it signs out": async (world: World, visitor: Visitor) => {
    expect((await moveToNewAddress(visitor, world).post("/api/auth/sign-out")).status).toBe(200);
  },
  "its account is deleted": async (world: World, visitor: Visitor, email: string) => {
    expect((await visitor.post("/api/auth/delete-user")).status).toBe(200);
    await moveToNewAddress(visitor, world).fetch(getLink(await getNewestMail({ email }, world)));
  },
  "its session expires": (world: World) => void world.turnClock(31 * 24 * 60 * MINUTE_MS),
  "an administrator signs the user out": async (world: World, visitor: Visitor) => {
    const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
    await runAdmin(world.context, ["sign-out", user.id]);
  },
};

const getRows = ({ context: { db } }: World) => db.selectFrom("stream").select("id").execute();

/** Creates a person with a session, and the streams of two processes on one database. */
async function createTwoProcesses(world: World) {
  const { visitor } = await signUpAndSignIn(world);
  const { user, session } = await (await visitor.fetch("/api/auth/get-session")).json();
  const owner = { id: user.id, sessionId: session.id };
  const firstProcess = createStreams(world.context);
  const secondProcess = createStreams(world.context);
  const openIn = async (streams: Streams) => {
    const stop = new AbortController();
    await streams.open(owner, stop.signal, async function* () {});
    return stop;
  };
  return { firstProcess, secondProcess, openIn };
}

const HALF_OF_LIMIT = MAX_STREAMS_PER_PERSON / 2;
const TOO_MANY = { code: "too_many" };

describe("the streams of a person", () => {
  test("are counted in all processes together, even if opened at once, and a closed one can be replaced in any", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    const { firstProcess, secondProcess, openIn } = await createTwoProcesses(world);
    await using _firstProcess = firstProcess;
    await using _secondProcess = secondProcess;
    const attempts = Array.from({ length: MAX_STREAMS_PER_PERSON + 10 }, (_, index) =>
      openIn(index % 2 ? firstProcess : secondProcess),
    );
    const outcomes = await Promise.allSettled(attempts);
    const opened = outcomes.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
    const refused = outcomes.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason] : []));
    expect(opened).toHaveLength(MAX_STREAMS_PER_PERSON);
    expect(refused).toEqual(Array.from({ length: 10 }, () => expect.objectContaining(TOO_MANY)));
    expect(firstProcess.count + secondProcess.count).toBe(MAX_STREAMS_PER_PERSON);
    expect(firstProcess.count).toBeGreaterThan(0);
    for (const process of [firstProcess, secondProcess]) await expect(openIn(process)).rejects.toMatchObject(TOO_MANY);
    opened[0]?.abort();
    opened[1]?.abort();
    await vi.waitUntil(async () => (await getRows(world)).length === MAX_STREAMS_PER_PERSON - 2);
    for (const process of [firstProcess, secondProcess]) await openIn(process);
    for (const process of [firstProcess, secondProcess]) await expect(openIn(process)).rejects.toMatchObject(TOO_MANY);
  });

  test("of a stopped process are released at once, and those of a crashed one after 20 s", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { firstProcess, secondProcess, openIn } = await createTwoProcesses(world);
      await using _secondProcess = secondProcess;
      for (let count = 0; count < HALF_OF_LIMIT; count += 1)
        for (const process of [firstProcess, secondProcess]) await openIn(process);
      await expect(openIn(secondProcess)).rejects.toMatchObject(TOO_MANY);
      await firstProcess[Symbol.asyncDispose]();
      // Its timers are fake and do not run, so it neither renews nor releases its streams, as after a crash.
      const dead = createStreams(world.context);
      for (let count = 0; count < HALF_OF_LIMIT; count += 1) await openIn(dead);
      await expect(openIn(secondProcess)).rejects.toMatchObject(TOO_MANY);
      world.turnClock(STREAMS_LEASE_MS);
      await using next = createStreams(world.context);
      for (let count = 0; count < MAX_STREAMS_PER_PERSON; count += 1) await openIn(next);
      await expect(openIn(next)).rejects.toMatchObject(TOO_MANY);
    } finally {
      vi.useRealTimers();
    }
  });

  test("are counted for as long as their process runs", async () => {
    await using world = await makeWorld({ singleProcess: USES_INTERNALS });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    try {
      const { firstProcess, secondProcess, openIn } = await createTwoProcesses(world);
      await using _firstProcess = firstProcess;
      await using _secondProcess = secondProcess;
      for (let count = 0; count < MAX_STREAMS_PER_PERSON; count += 1) await openIn(firstProcess);
      const getLeaseEnd = async () =>
        (await world.context.db.selectFrom("lease").select("endsAt").where("name", "like", "streams %").execute())
          .map(({ endsAt }) => endsAt)
          .toSorted()
          .at(-1) ?? "";
      for (let turns = 0; turns < 4; turns += 1) {
        const before = await getLeaseEnd();
        world.turnClock(STREAMS_LEASE_MS / 2);
        await vi.advanceTimersByTimeAsync(STREAMS_LEASE_MS / 2);
        await vi.waitUntil(async () => (await getLeaseEnd()) > before, { timeout: 10_000 });
        await expect(openIn(secondProcess)).rejects.toMatchObject(TOO_MANY);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a stream", () => {
  test.for(Object.keys(SESSION_ENDINGS) as (keyof typeof SESSION_ENDINGS)[])("ends when %s", async (name) => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    const { visitor: bystander } = await signUpAndSignIn(world);
    const id = await addLateJob(world, visitor);
    const watch = `job.watch?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    // Two of each kind, so that each of two processes holds one.
    const paths = ["loadout.changes", "loadout.changes", watch, watch];
    const streams: OpenStream[] = [];
    for (const path of paths) streams.push(await openStream(visitor, path));
    const untouched = await openStream(bystander, "loadout.changes");
    let isUntouched = true;
    untouched.ended.then(
      () => (isUntouched = false),
      () => {},
    );
    await SESSION_ENDINGS[name](world, visitor, account.email);
    await vi.waitFor(() => Promise.all(streams.map(({ ended }) => ended)), { timeout: 10_000 });
    if (name !== "its session expires") expect(isUntouched).toBe(true);
    untouched.stop.abort();
    await untouched.ended.catch(() => {});
  });

  test("ends within 500 ms of its session", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await using world = await makeWorld({ singleProcess: USES_INTERNALS });
      const { visitor } = await signUpAndSignIn(world);
      const { ended } = await openStream(visitor, "loadout.changes");
      await moveToNewAddress(visitor, world).post("/api/auth/sign-out");
      await vi.advanceTimersByTimeAsync(500);
      await ended;
      expect(world.context.streams.count).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("of a client that disconnected before it opened is not counted", async () => {
    await using world = await makeWorld();
    await using streams = createStreams(world.context);
    const owner = { id: crypto.randomUUID(), sessionId: crypto.randomUUID() };
    await streams.open(owner, AbortSignal.abort(), async function* () {});
    expect(streams.count).toBe(0);
  });

  test("is refused when the person has thirty already, of both kinds together", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const id = await addLateJob(world, visitor);
    const watch = `job.watch?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    const streams: OpenStream[] = [];
    for (let count = 0; count < MAX_STREAMS_PER_PERSON; count += 1) {
      streams.push(await openStream(visitor, count % 2 ? watch : "loadout.changes"));
    }
    for (const path of [watch, "loadout.changes"]) {
      const refused = await visitor.fetch(`/api/trpc/${path}`);
      expect(await refused.text()).toContain("too_many");
    }
    for (const { stop, ended } of streams) {
      stop.abort();
      await ended.catch(() => {});
    }
    await vi.waitUntil(async () => (await getRows(world)).length === 0);
    const again = await openStream(visitor, watch);
    again.stop.abort();
    await again.ended.catch(() => {});
  });
});
