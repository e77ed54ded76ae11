// The shared locker of a platoon: proposals, decisions, versions, copies, and permissions.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { sendDigests } from "#server/features/platoon/digest.ts";
import { repairPlatoons } from "#server/features/platoon/platoon-owners.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, getAppError } from "#test/harness/data/lockers.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { makePlatoon, type Platoon, postOrganization } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let platoon: Platoon;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const getLocker = (visitor: Visitor) => visitor.trpc.platoon.locker;
const getProposal = (name = "Rush medic", loadout: Loadout = buildLoadout(world)) => ({
  id: crypto.randomUUID() as string,
  content: { name, note: "", tags: ["rush"], loadout },
  ...{ note: "For Sunday", stays: true, isPublished: false, teamId: null, mapId: null, modeId: null },
});

/** Proposes a loadout; returns the input that other calls on it need. */
async function propose(by: Platoon["people"]["owner"], change: Partial<ReturnType<typeof getProposal>> = {}) {
  const proposal = { ...getProposal(), ...change };
  await getLocker(by.visitor).propose.mutate({ organizationId: platoon.id, proposals: [proposal] });
  return { organizationId: platoon.id, id: proposal.id, seenVersion: 1, seenState: "proposed" as const, proposal };
}

describe("a proposal", () => {
  test("is discussed, published, and listed in the feed", async () => {
    const { owner, member } = platoon.people;
    const { proposal, ...seen } = await propose(member);
    await getLocker(owner.visitor).decide.mutate({ ...seen, decision: "changes", reason: "Lighter barrel, please" });
    const content = { ...proposal.content, name: "Rush medic, light" };
    const purpose = { teamId: null, mapId: null, modeId: null };
    const change = { ...seen, seenState: "changes" as const, content, note: "Done", purpose };
    await getLocker(member.visitor).edit.mutate(change);
    await getLocker(owner.visitor).decide.mutate({ ...seen, seenVersion: 2, decision: "publish", reason: "" });
    const response = await getLocker(member.visitor).get.query(seen);
    expect(response).toMatchObject({
      state: "published",
      version: 2,
      name: "Rush medic, light",
      author: expect.any(String),
    });
    expect(response.history.map(({ kind, text, version }) => [kind, text, version])).toEqual([
      ["published", "", 2],
      ["edited", "Done", 2],
      ["changes", "Lighter barrel, please", 1],
      ["proposed", "For Sunday", 1],
    ]);
    expect(await getLocker(member.visitor).version.query({ ...seen, version: 1 })).toMatchObject({
      name: "Rush medic",
      purpose: { teamId: null, mapId: null, modeId: null },
    });
    const kinds = ["proposed" as const, "published" as const];
    const { items } = await owner.visitor.trpc.platoon.feed.list.query({ organizationId: platoon.id, kinds });
    expect(items.map(({ kind, body }) => [kind, body["name"]])).toEqual([
      ["published", "Rush medic, light"],
      ["proposed", "Rush medic"],
    ]);
  });

  test("sent twice is stored once, and an illegal one is refused", async () => {
    const { member } = platoon.people;
    const proposal = getProposal("Twice");
    for (const _ of [1, 2])
      await getLocker(member.visitor).propose.mutate({ organizationId: platoon.id, proposals: [proposal] });
    const { items } = await getLocker(member.visitor).list.query({ organizationId: platoon.id, q: "twice" });
    expect(items).toHaveLength(1);
    const loadout = { ...buildLoadout(world), gadget1Id: "no-such-gadget" } as Loadout;
    const illegal = { organizationId: platoon.id, proposals: [getProposal("Illegal", loadout)] };
    expect(await getAppError(getLocker(member.visitor).propose.mutate(illegal))).toMatchObject({
      code: "loadout_illegal",
    });
  });

  test("of another user cannot be changed by a member, and an outdated decision is refused", async () => {
    const { owner, member } = platoon.people;
    const { proposal, ...seen } = await propose(owner, { isPublished: true });
    const published = { ...seen, seenState: "published" as const };
    const edit = {
      ...published,
      content: proposal.content,
      note: "",
      purpose: { teamId: null, mapId: null, modeId: null },
    };
    for (const refused of [
      () => getLocker(member.visitor).decide.mutate({ ...published, decision: "unpublish", reason: "" }),
      () => getLocker(member.visitor).edit.mutate(edit),
      () => getLocker(member.visitor).restore.mutate({ ...published, earlier: 1 }),
      () => getLocker(member.visitor).remove.mutate(published),
    ])
      expect(await getAppError(refused())).toMatchObject({ status: 403, code: "platoon_managers_only" });
    const late = getLocker(owner.visitor).decide.mutate({ ...seen, decision: "publish", reason: "" });
    expect(await getAppError(late)).toMatchObject({ code: "platoon_loadout_changed" });
  });

  test("is not removed by a call that saw an earlier version", async () => {
    const { owner, admin } = platoon.people;
    const { proposal, ...seen } = await propose(owner, { isPublished: true });
    const { organizationId, id } = seen;
    const content = { ...proposal.content, name: "Rush medic 2" };
    const purpose = { teamId: null, mapId: null, modeId: null };
    await getLocker(owner.visitor).edit.mutate({ ...seen, seenState: "published", content, note: "", purpose });
    const removal = { organizationId, id, seenVersion: 1 };
    expect(await getAppError(getLocker(admin.visitor).remove.mutate(removal))).toMatchObject({
      status: 409,
      code: "platoon_loadout_changed",
    });
    expect(await getLocker(owner.visitor).get.query(removal)).toMatchObject({ version: 2 });
    await getLocker(admin.visitor).remove.mutate({ ...removal, seenVersion: 2 });
    expect(await getAppError(getLocker(owner.visitor).get.query(removal))).toMatchObject({
      code: "platoon_loadout_missing",
    });
  });

  test("can be restored to an earlier version by a manager", async () => {
    const { admin } = platoon.people;
    const { proposal, ...seen } = await propose(admin, { isPublished: true });
    const shown = { ...seen, seenState: "published" as const };
    const purpose = { teamId: null, mapId: null, modeId: null };
    const content = { ...proposal.content, name: "Worse" };
    await getLocker(admin.visitor).edit.mutate({ ...shown, content, note: "", purpose });
    await getLocker(admin.visitor).restore.mutate({ ...shown, seenVersion: 2, earlier: 1 });
    expect(await getLocker(admin.visitor).get.query(seen)).toMatchObject({ version: 3, name: "Rush medic" });
  });
});

test("the version of a copy shows that its original has changed, and one call updates it", async () => {
  const { owner, member } = platoon.people;
  const { proposal, ...seen } = await propose(owner, { isPublished: true });
  const copyId = crypto.randomUUID();
  const copy = await getLocker(member.visitor).copy.mutate({ ...seen, copyId });
  expect(copy).toMatchObject({ id: copyId, name: "Rush medic", version: 1 });
  const content = { ...proposal.content, name: "Rush medic 2" };
  const purpose = { teamId: null, mapId: null, modeId: null };
  await getLocker(owner.visitor).edit.mutate({ ...seen, seenState: "published", content, note: "", purpose });
  expect(await getLocker(member.visitor).get.query(seen)).toMatchObject({
    version: 2,
    copy: { loadoutId: copyId, version: 1 },
  });
  const updated = await getLocker(member.visitor).copy.mutate({ ...seen, copyId: crypto.randomUUID() });
  expect(updated).toMatchObject({ id: copyId, name: "Rush medic 2", version: 2 });
  const own = { ...content, name: "My own", id: copyId, seenVersion: 2 };
  await member.visitor.trpc.loadout.save.mutate(own);
  const again = { ...seen, copyId: crypto.randomUUID() };
  expect(await getAppError(getLocker(member.visitor).copy.mutate(again))).toMatchObject({ code: "loadout_changed" });
  expect(await getLocker(member.visitor).copy.mutate({ ...again, isForced: true })).toMatchObject({ version: 4 });
});

test("a deleted copy does not count as one until it is restored", async () => {
  const { owner, member } = platoon.people;
  const { proposal, ...seen } = await propose(owner, { ...getProposal("Removed copy"), isPublished: true });
  const copyId = crypto.randomUUID();
  const { locker } = member.visitor.trpc.platoon;
  await locker.copy.mutate({ ...seen, copyId });
  const read = async () => {
    const { items } = await locker.list.query({ organizationId: platoon.id, q: proposal.content.name });
    return [items[0]?.copy, (await locker.get.query(seen)).copy];
  };
  const copy = { loadoutId: copyId, version: 1 };
  expect(await read()).toEqual([copy, copy]);
  await member.visitor.trpc.loadout.remove.mutate({ id: copyId });
  expect(await read()).toEqual([null, null]);
  await member.visitor.trpc.loadout.restore.mutate({ id: copyId });
  expect(await read()).toEqual([copy, copy]);
  await member.visitor.trpc.loadout.remove.mutate({ id: copyId });
  const again = await locker.copy.mutate({ ...seen, copyId: crypto.randomUUID() });
  const newCopy = { loadoutId: again.id, version: 1 };
  expect(again.id).not.toBe(copyId);
  expect(await read()).toEqual([newCopy, newCopy]);
});

test("a copy does not belong to another platoon's loadout with the same id", async () => {
  const { owner, member } = platoon.people;
  const { proposal, ...seen } = await propose(owner, { ...getProposal("Same id"), isPublished: true });
  const { locker } = member.visitor.trpc.platoon;
  const copy = await locker.copy.mutate({ ...seen, copyId: crypto.randomUUID() });
  await getLocker(owner.visitor).remove.mutate(seen);
  const { id } = await (
    await postOrganization(member.visitor, "create", { name: "Day Owls", slug: "day-owls" })
  ).json();
  const other = { organizationId: String(id), id: seen.id };
  await locker.propose.mutate({ ...other, proposals: [proposal] });
  expect((await locker.list.query(other)).items.map((listed) => listed.copy)).toEqual([null]);
  expect((await locker.get.query(other)).copy).toBeNull();
  expect((await locker.copy.mutate({ ...other, copyId: crypto.randomUUID() })).id).not.toBe(copy.id);
});

test("parallel copies create one loadout, and a repeated copy changes nothing", async () => {
  const { owner, member } = platoon.people;
  const { proposal, ...seen } = await propose(owner, { ...getProposal("Twenty at once"), isPublished: true });
  const copy = async () => {
    const response = await member.visitor.post("/api/trpc/platoon.locker.copy", {
      ...seen,
      copyId: crypto.randomUUID(),
    });
    return (await response.json()).result.data;
  };
  const copies = await Promise.all(Array.from({ length: 20 }, copy));
  expect(new Set(copies.map(({ id, version }) => `${id} ${version}`)).size).toBe(1);
  expect(await copy()).toEqual(copies[0]);
  const { items } = await member.visitor.trpc.loadout.list.query({});
  expect(items.filter(({ name }) => name === proposal.content.name).map(({ id }) => id)).toEqual([copies[0]?.id]);
});

test("the list is filtered, searched, ordered and paged", async () => {
  const { owner, member } = platoon.people;
  const ask = { organizationId: platoon.id, q: "page" };
  for (let page = 0; page < 3; page += 1) {
    const proposals = Array.from({ length: 10 }, (_, number) => getProposal(`Page ${page}${number}`));
    await getLocker(owner.visitor).propose.mutate({ organizationId: platoon.id, proposals });
  }
  const first = await getLocker(member.visitor).list.query({ ...ask, order: "name" });
  const second = await getLocker(member.visitor).list.query({ ...ask, order: "name", cursor: first.nextCursor });
  const names = [...first.items, ...second.items].map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect([names.length, second.nextCursor]).toEqual([30, null]);
  const count = async (filter: object) =>
    (await getLocker(member.visitor).list.query({ ...ask, ...filter })).items.length;
  expect([await count({ tag: "rush", q: "page 01" }), await count({ tag: "rus" })]).toEqual([1, 0]);
  expect([await count({ game: "bf2042" }), await count({ state: "published" })]).toEqual([0, 0]);
});

test("the loadouts that a sheet can use are searched and paged, without declined ones", async () => {
  const other = await makePlatoon(world);
  const { visitor } = other.people.owner;
  const organizationId = other.id;
  const names = Array.from({ length: 25 }, (_, at) => `Rush ${String(at).padStart(2, "0")}`);
  const proposals = [...names, "Declined"].map((name) => getProposal(name));
  for (let at = 0; at < proposals.length; at += 10)
    await visitor.trpc.platoon.locker.propose.mutate({ organizationId, proposals: proposals.slice(at, at + 10) });
  const declined = { organizationId, id: proposals.at(-1)?.id ?? "", seenVersion: 1, seenState: "proposed" as const };
  await visitor.trpc.platoon.locker.decide.mutate({ ...declined, decision: "decline", reason: "" });
  const { loadouts } = visitor.trpc.platoon.sheet;
  const first = await loadouts.query({ organizationId, game: "bf4" });
  const second = await loadouts.query({ organizationId, game: "bf4", cursor: first.nextCursor });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(names);
  expect([first.items.length, second.nextCursor]).toEqual([20, null]);
  const page = await loadouts.query({ organizationId, game: "bf4", search: "rush 2" });
  expect(page.items.map(({ name }) => name)).toEqual(names.slice(20));
  expect((await loadouts.query({ organizationId, game: "bf2042" })).items).toEqual([]);
});

test("outsiders and signed-out visitors cannot read the locker", async () => {
  const { proposal: _, ...seen } = await propose(platoon.people.owner);
  const { visitor: stranger } = await signUpAndSignIn(world);
  for (const refused of [
    () => getLocker(stranger).list.query(seen),
    () => getLocker(stranger).get.query(seen),
    () => getLocker(stranger).copy.mutate({ ...seen, copyId: crypto.randomUUID() }),
    () => stranger.trpc.platoon.feed.list.query(seen),
  ])
    expect(await getAppError(refused())).toMatchObject({ status: 404, code: "platoon_missing" });
  expect(await getAppError(getLocker(world.visitor()).list.query(seen))).toMatchObject({ code: "signed_out" });
});

test.for(["leaves", "deletes their account", "leaves, and the server stops in the middle"])(
  "a member's loadouts stay or are removed, as the member chose, when the member %s",
  async (how) => {
    const other = await makePlatoon(world);
    const { owner, member } = other.people;
    const proposals = [
      { ...getProposal("Stays"), stays: true },
      { ...getProposal("Goes"), stays: false },
    ];
    await getLocker(member.visitor).propose.mutate({ organizationId: other.id, proposals });
    if (how === "leaves") await postOrganization(member.visitor, "leave", { organizationId: other.id });
    else if (how !== "deletes their account") {
      await world.context.db.deleteFrom("member").where("id", "=", member.memberId).execute();
      await repairPlatoons(world.context.db, new Date());
    } else {
      const { userId } = await world.context.db
        .selectFrom("member")
        .select("userId")
        .where("id", "=", member.memberId)
        .executeTakeFirstOrThrow();
      await PEOPLE.deleteAccount({ db: world.context.db }, userId);
    }
    const { items } = await getLocker(owner.visitor).list.query({ organizationId: other.id });
    expect(items.map(({ name }) => name)).toEqual(["Stays"]);
    expect(items[0]?.author).toEqual(how === "deletes their account" ? null : expect.any(String));
  },
);

test("the feed counts the unread entries of other members", async () => {
  const { owner, member } = platoon.people;
  const { feed } = member.visitor.trpc.platoon;
  const ask = { organizationId: platoon.id };
  await feed.mark.mutate({ ...ask, read: true, wantsDigest: true });
  expect(await feed.unread.query(ask)).toEqual({ unread: 0, wantsDigest: true });
  await propose(owner);
  await propose(member);
  expect(await feed.unread.query(ask)).toMatchObject({ unread: 1 });
  const { items } = await feed.list.query({ ...ask, kinds: ["published"] });
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(["published"]));
});

test("the weekly mail lists new entries once, for members who enabled it", async () => {
  const { owner, member } = platoon.people;
  const send = vi.fn();
  const digests = sendDigests({
    arsenals: world.context.arsenals,
    config: { origin: "https://fieldlocker.example" },
    sendMail: send,
  });
  const week = new Date(Date.now() + 8 * 24 * 60 * 60_000);
  await member.visitor.trpc.platoon.feed.mark.mutate({ organizationId: platoon.id, read: true, wantsDigest: true });
  await propose(owner);
  await digests(world.context.db, new Date());
  expect(send).not.toHaveBeenCalled();
  await digests(world.context.db, week);
  expect(send).toHaveBeenCalledOnce();
  const [to, compose] = send.mock.lastCall ?? [];
  const mail = compose();
  expect([to.email, mail.subject]).toEqual([member.email, "New in Night Owls"]);
  expect(mail.text).toContain("proposed Rush medic");
  expect(mail.text).toContain("https://fieldlocker.example/platoons?platoon=night-owls");
  await digests(world.context.db, week);
  expect(send).toHaveBeenCalledOnce();
});
