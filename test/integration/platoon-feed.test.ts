// @postgres
// A platoon's feed: unread entries, and entries about the snapshots of shared soldiers.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { FigureGroup } from "#domain/platoon/platoon.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { describeEntry } from "#messages/platoon-feed.ts";
import { sendDigests } from "#server/features/platoon/digest.ts";
import { announceSnapshots } from "#server/features/platoon/feed-entries.ts";
import { withLanguage } from "#server/http/language.ts";
import type { SendLetter } from "#server/mail/mailer.ts";
import { SNAPSHOT_NEWS } from "#server/snapshot-statistics.ts";
import { inviteUser, makePlatoon, postOrganization, withHookBeforeTransaction } from "#test/harness/data/platoons.ts";
import { buildStatistics, newSoldier } from "#test/harness/data/soldiers.ts";
import { getUser } from "#test/harness/responses.ts";
import { createTrpcInLanguage, type Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const DAY_MS = 24 * 60 * 60_000;
const getBoard = ({ trpc }: Visitor) => trpc.platoon.board;

async function addEntries(organizationId: string, instants: readonly Date[]) {
  const entries = instants.map((instant) => {
    const at = instant.toISOString();
    return {
      id: randomUUID(),
      organizationId,
      kind: "published",
      body: "{}",
      actorId: "another",
      createdAt: at,
      updatedAt: at,
    };
  });
  await world.context.db.insertInto("platoonEvent").values(entries).execute();
  return entries.map(({ createdAt }) => createdAt);
}

const getTimeAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

test("entries after the newest one that a member saw stay unread, in every tab", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const { feed } = people.member.visitor.trpc.platoon;
  const countUnread = async () => (await feed.unread.query({ organizationId })).unread;
  await feed.mark.mutate({ organizationId, read: true, seenAt: getTimeAgo(100).toISOString() });
  const joinedAt = getTimeAgo(200);
  await world.context.db
    .updateTable("member")
    .set({ createdAt: joinedAt })
    .where("id", "=", people.member.memberId)
    .execute();
  const before = await countUnread();
  const [older = "", newer = ""] = await addEntries(organizationId, [getTimeAgo(50), getTimeAgo(40), getTimeAgo(30)]);
  expect((await countUnread()) - before).toBe(3);
  await feed.mark.mutate({ organizationId, read: true, seenAt: newer });
  expect((await countUnread()) - before).toBe(1);
  await feed.mark.mutate({ organizationId, read: true, seenAt: older });
  expect((await countUnread()) - before).toBe(1);
  await feed.mark.mutate({ organizationId, wantsDigest: true });
  expect((await countUnread()) - before).toBe(1);
  // A device with a fast clock does not mark future entries as read.
  await feed.mark.mutate({ organizationId, read: true, seenAt: getTimeAgo(-1000).toISOString() });
  expect(await countUnread()).toBe(0);
  await addEntries(organizationId, [getTimeAgo(-500)]);
  expect(await countUnread()).toBe(1);
  await feed.mark.mutate({ organizationId, read: true });
  await addEntries(organizationId, [getTimeAgo(1000)]);
  expect(await countUnread()).toBe(1);
});

test("entries from before a member joined are not unread", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  await addEntries(organizationId, [getTimeAgo(60), getTimeAgo(50)]);
  const { visitor, invitationId } = await inviteUser(world, people.owner.visitor, organizationId, "member");
  expect((await postOrganization(visitor, "accept-invitation", { invitationId })).status).toBe(200);
  const { feed } = visitor.trpc.platoon;
  expect(await feed.unread.query({ organizationId })).toEqual({ unread: 0, wantsDigest: false });
  await feed.mark.mutate({ organizationId, wantsDigest: true });
  expect(await feed.unread.query({ organizationId })).toEqual({ unread: 0, wantsDigest: true });
  await addEntries(organizationId, [new Date(Date.now() + 1000)]);
  expect(await feed.unread.query({ organizationId })).toMatchObject({ unread: 1 });
});

test("the newest entries are those of the caller's platoons, newest first, each with its platoon", async () => {
  const { id: first, people } = await makePlatoon(world);
  const { id: foreign } = await makePlatoon(world);
  const { visitor } = people.owner;
  const made = await postOrganization(visitor, "create", { name: "Day Owls", slug: "day-owls" });
  const { id: second } = await made.json();
  await addEntries(first, [getTimeAgo(-100), getTimeAgo(-300)]);
  await addEntries(second, [getTimeAgo(-200)]);
  await addEntries(foreign, [getTimeAgo(-400)]);
  const organizations = await world.context.db.selectFrom("organization").select(["id", "name", "slug"]).execute();
  const entries = await visitor.trpc.platoon.feed.newest.query();
  expect(entries).toHaveLength(5);
  const ids = entries.map(({ slug }) => organizations.find((each) => each.slug === slug)?.id);
  expect(ids.slice(0, 3)).toEqual([first, second, first]);
  expect(ids).not.toContain(foreign);
  expect(entries.map(({ platoon }) => platoon)).toEqual(
    ids.map((id) => organizations.find((each) => each.id === id)?.name),
  );
  expect(
    await world
      .visitor()
      .trpc.platoon.feed.newest.query()
      .catch(({ data }) => data.httpStatus),
  ).toBe(401);
});

describe("the feed about snapshots", () => {
  const COUNTERS = ["kills:ace-23", "rankPoints"];

  /** Creates a platoon in which a member shares a soldier; `store` saves a snapshot, and `read` returns the feed's texts. */
  async function makeFeed(groups: ("combat" | "time" | "unlocks")[]) {
    const { id: organizationId, people } = await makePlatoon(world);
    const { member, owner } = people;
    const { id: soldierId } = await member.visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    await getBoard(member.visitor).allow.mutate({ organizationId, soldierId, groups });
    let minutes = 0;
    const store = async (
      statistics: Partial<Statistics>,
      { id = crypto.randomUUID() as string, at = "", by = member.visitor.trpc } = {},
    ) => {
      minutes += 1;
      const takenAt = at || new Date(Date.now() - DAY_MS + minutes * 60_000).toISOString();
      const snapshot = { id, soldierId, takenAt, statistics: buildStatistics(0, statistics) };
      await by.soldier.saveTyped.mutate(snapshot);
      await world.context.jobs.drained();
      return snapshot;
    };
    const kinds = ["unlock" as const, "milestone" as const];
    const read = async () => {
      const { items } = await owner.visitor.trpc.platoon.feed.list.query({ organizationId, kinds });
      return items.map((entry) => describeEntry({ ...entry, actor: "Robin" }));
    };
    return { organizationId, people, soldierId, store, read };
  }

  test("has each milestone that a snapshot passes once, but none for the first or an older snapshot", async () => {
    const { store, read } = await makeFeed(["combat"]);
    const toSeconds = (count: number) => count * 3600;
    await store({ figures: { kills: 7000, secondsPlayed: toSeconds(40) } });
    expect(await read()).toEqual([]);
    const snapshot = await store({ figures: { kills: 60_000, secondsPlayed: toSeconds(400) } });
    const passed = ["Robin passed 50,000 kills in Battlefield 4"];
    expect(await read()).toEqual(passed);
    await store({ figures: { kills: 60_000 } }, { id: snapshot.id, at: snapshot.takenAt });
    await expect(store({ figures: { kills: 49_000 } })).rejects.toMatchObject({
      data: { fault: { code: "reading_fallen" } },
    });
    await store({ figures: { kills: 61_000 } });
    await store({ figures: { kills: 200_000 } }, { at: new Date(Date.now() - 9 * DAY_MS).toISOString() });
    expect(await read()).toEqual(passed);
  });

  test("names the first new unlocks of a snapshot, and counts the others", async () => {
    const { store, read } = await makeFeed(["unlocks", "time"]);
    const [kills = "", rank = ""] = COUNTERS;
    await store({ figures: { secondsPlayed: 1 }, counters: { [kills]: 0, [rank]: 0 } });
    await store({ figures: { kills: 10, secondsPlayed: 180_000 }, counters: { [kills]: 10, [rank]: 0 } });
    const [hours, unlocks] = (await read()).toSorted();
    expect(hours).toBe("Robin passed 50 hours in Battlefield 4");
    expect(unlocks).toMatch(/^Robin unlocked ACE 23 [^,]+$/);
    await store({ figures: { kills: 1000 }, counters: { [kills]: 1000, [rank]: 100_000_000 } });
    const text = (await read()).find((text) => text.includes("more"));
    expect(text).toMatch(/^Robin unlocked ([^,]+, ){4}[^,]+ and \d+ more$/);
  });

  test("names unlocks in the reader's language, and entries of earlier releases as stored", async () => {
    const { store, organizationId, people } = await makeFeed(["unlocks"]);
    const [member, owner] = [people.member.visitor, people.owner.visitor];
    const read = async ({ platoon }: Visitor["trpc"]) =>
      (await platoon.feed.list.query({ organizationId })).items.find(({ kind }) => kind === "unlock")?.body["unlocks"];
    await store({ counters: { rankPoints: 1 } });
    await store({ counters: { rankPoints: 3000 } }, { by: createTrpcInLanguage(member, world.origin, "de") });
    const { db, arsenals } = world.context;
    const platoonEvents = db.selectFrom("platoonEvent").select("body").where("organizationId", "=", organizationId);
    const { body } = await platoonEvents.where("kind", "=", "unlock").executeTakeFirstOrThrow();
    expect(JSON.parse(body)).toMatchObject({ targets: "rank:1", unlocks: "Rank 1, Private First Class" });
    const german = createTrpcInLanguage(owner, world.origin, "de");
    expect(await read(owner.trpc)).toBe("Rank 1, Private First Class");
    expect(await read(german)).toBe("Rang 1, Private First Class");
    const send = vi.fn<SendLetter>();
    await owner.trpc.platoon.feed.mark.mutate({ organizationId, wantsDigest: true });
    await db.updateTable("feedMark").set({ digestedAt: "" }).where("organizationId", "=", organizationId).execute();
    await sendDigests({ sendMail: send, config: world, arsenals })(db, new Date());
    const [, compose] = send.mock.calls.find(([to]) => to.email === people.owner.email) ?? [];
    expect(compose && withLanguage("de", compose).text).toContain("Rang 1, Private First Class");
    const entries = db.updateTable("platoonEvent").where("organizationId", "=", organizationId);
    await entries.where("kind", "=", "unlock").set({ body: '{"unlocks":"Rango 1","more":0}' }).execute();
    expect(await read(german)).toBe("Rango 1");
  });

  test("loses the entries about a soldier that is no longer shared, and gets no new ones", async () => {
    const actions = {
      allow: ({ people, organizationId, soldierId }) =>
        getBoard(people.member.visitor).allow.mutate({ organizationId, soldierId, groups: [] }),
      leave: ({ people, organizationId }) => postOrganization(people.member.visitor, "leave", { organizationId }),
      remove: ({ people, soldierId }) => people.member.visitor.trpc.soldier.remove.mutate({ id: soldierId }),
      follow: ({ people, soldierId }) =>
        people.member.visitor.trpc.soldier.change.mutate({ id: soldierId, relation: "followed" }),
      "add as followed": ({ people }) =>
        people.member.visitor.trpc.soldier.add.mutate({ ...newSoldier("Robin"), relation: "followed" }),
    } satisfies Record<string, (feed: Awaited<ReturnType<typeof makeFeed>>) => Promise<unknown>>;
    for (const [name, end] of Object.entries(actions)) {
      const feed = await makeFeed(["combat"]);
      await feed.store({ figures: { kills: 10 } });
      await feed.store({ figures: { kills: 1000 } });
      expect(await feed.read(), name).toHaveLength(1);
      await end(feed);
      expect(await feed.read(), name).toEqual([]);
      if (name !== "remove") await feed.store({ figures: { kills: 10_000 } });
      expect(await feed.read(), name).toEqual([]);
    }
  });

  test("loses the entries about figures that are no longer shared", async () => {
    const { store, read, people, organizationId, soldierId } = await makeFeed(["combat", "time", "unlocks"]);
    const [kills = ""] = COUNTERS;
    await store({ figures: { kills: 10, secondsPlayed: 0 }, counters: { [kills]: 0 } });
    await store({ figures: { kills: 1000, secondsPlayed: 180_000 }, counters: { [kills]: 10 } });
    const allowOnly = (groups: FigureGroup[]) =>
      getBoard(people.member.visitor).allow.mutate({ organizationId, soldierId, groups });
    expect(await read()).toHaveLength(3);
    await allowOnly(["combat", "time"]);
    expect((await read()).toSorted()).toEqual([
      "Robin passed 1,000 kills in Battlefield 4",
      "Robin passed 50 hours in Battlefield 4",
    ]);
    await allowOnly(["time"]);
    expect(await read()).toEqual(["Robin passed 50 hours in Battlefield 4"]);
  });

  test("has no entry for figures withdrawn in the meantime, or for the time when the platoon was deleted", async () => {
    const { organizationId, people, soldierId, store, read } = await makeFeed(["combat", "time"]);
    await store({ figures: { kills: 10, secondsPlayed: 0 } });
    const { id: snapshotId } = await store({ figures: { kills: 1000, secondsPlayed: 180_000 } });
    const { db, arsenals, events, now } = world.context;
    await db.deleteFrom("platoonEvent").where("organizationId", "=", organizationId).execute();
    const userId = String((await getUser(people.member.visitor)).id);
    const dbWithHook = withHookBeforeTransaction(db, () =>
      getBoard(people.member.visitor).allow.mutate({ organizationId, soldierId, groups: ["time"] }),
    );
    const kind = announceSnapshots({ db: dbWithHook, arsenals, events, now })[SNAPSHOT_NEWS.kind];
    await kind?.run({ userId, input: { soldierId, snapshotId } } as never);
    expect(await read()).toEqual(["Robin passed 50 hours in Battlefield 4"]);
    await postOrganization(people.owner.visitor, "delete", { organizationId });
    await store({ figures: { kills: 1000, secondsPlayed: 360_000 } });
    await people.owner.visitor.trpc.platoon.members.restorePlatoon.mutate({ id: organizationId });
    expect(await read()).toEqual(["Robin passed 50 hours in Battlefield 4"]);
  });
});
