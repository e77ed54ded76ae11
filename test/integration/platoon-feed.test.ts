// What of a platoon's feed is unread: what came after the newest entry that a member saw, and after they joined.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, invited, makePlatoon } from "#test/harness/data/platoons.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

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

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

test("an entry that came after the newest one a member saw stays unread, in every tab", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  const { feed } = people.member.visitor.trpc.platoon;
  const countUnread = async () => (await feed.unread.query({ organizationId })).unread;
  await feed.mark.mutate({ organizationId, read: true, seenAt: secondsAgo(100).toISOString() });
  const joinedAt = secondsAgo(200);
  await world.context.db
    .updateTable("member")
    .set({ createdAt: joinedAt })
    .where("id", "=", people.member.memberId)
    .execute();
  const before = await countUnread();
  const [older = "", newer = ""] = await addEntries(organizationId, [secondsAgo(50), secondsAgo(40), secondsAgo(30)]);
  expect((await countUnread()) - before).toBe(3);
  await feed.mark.mutate({ organizationId, read: true, seenAt: newer });
  expect((await countUnread()) - before).toBe(1);
  await feed.mark.mutate({ organizationId, read: true, seenAt: older });
  expect((await countUnread()) - before).toBe(1);
  await feed.mark.mutate({ organizationId, wantsDigest: true });
  expect((await countUnread()) - before).toBe(1);
  // A clock that is ahead marks nothing as read that is to come.
  await feed.mark.mutate({ organizationId, read: true, seenAt: secondsAgo(-1000).toISOString() });
  expect(await countUnread()).toBe(0);
  await addEntries(organizationId, [secondsAgo(-500)]);
  expect(await countUnread()).toBe(1);
  await feed.mark.mutate({ organizationId, read: true });
  await addEntries(organizationId, [secondsAgo(1000)]);
  expect(await countUnread()).toBe(1);
});

test("what happened before a member joined is not unread", async () => {
  const { id: organizationId, people } = await makePlatoon(world);
  await addEntries(organizationId, [secondsAgo(60), secondsAgo(50)]);
  const { visitor, invitationId } = await invited(world, people.owner.visitor, organizationId, "member");
  expect((await call(visitor, "accept-invitation", { invitationId })).status).toBe(200);
  const { feed } = visitor.trpc.platoon;
  expect(await feed.unread.query({ organizationId })).toEqual({ unread: 0, wantsDigest: false });
  await feed.mark.mutate({ organizationId, wantsDigest: true });
  expect(await feed.unread.query({ organizationId })).toEqual({ unread: 0, wantsDigest: true });
  await addEntries(organizationId, [new Date(Date.now() + 1000)]);
  expect(await feed.unread.query({ organizationId })).toMatchObject({ unread: 1 });
});

test("the newest entries are those of one's own platoons, the last first, each with its platoon", async () => {
  const { id: first, people } = await makePlatoon(world);
  const { id: foreign } = await makePlatoon(world);
  const { visitor } = people.owner;
  const made = await call(visitor, "create", { name: "Day Owls", slug: "day-owls" });
  const { id: second } = await made.json();
  await addEntries(first, [secondsAgo(-100), secondsAgo(-300)]);
  await addEntries(second, [secondsAgo(-200)]);
  await addEntries(foreign, [secondsAgo(-400)]);
  const named = await world.context.db.selectFrom("organization").select(["id", "name", "slug"]).execute();
  const entries = await visitor.trpc.platoon.feed.newest.query();
  expect(entries).toHaveLength(5);
  const ids = entries.map(({ slug }) => named.find((one) => one.slug === slug)?.id);
  expect(ids.slice(0, 3)).toEqual([first, second, first]);
  expect(ids).not.toContain(foreign);
  expect(entries.map(({ platoon }) => platoon)).toEqual(ids.map((id) => named.find((one) => one.id === id)?.name));
  expect(
    await world
      .visitor()
      .trpc.platoon.feed.newest.query()
      .catch(({ data }) => data.httpStatus),
  ).toBe(401);
});
