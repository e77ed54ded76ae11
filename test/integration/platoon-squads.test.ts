// @postgres
// Squads of a platoon and their sheets: permissions, limits, and public links.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GAMES, type GameId } from "#domain/game.ts";
import { SQUAD_SIZE } from "#domain/loadout/squad.ts";
import { MAX_SQUADS } from "#domain/platoon/platoon.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, getAppError } from "#test/harness/data/lockers.ts";
import {
  getOrganization,
  inviteUser,
  makePlatoon,
  type Platoon,
  postOrganization,
  type Role,
} from "#test/harness/data/platoons.ts";
import { newSoldier, saveCounters } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
let platoon: Platoon;
let userIds: Record<Role, string>;
beforeAll(async () => {
  world = await makeWorld();
  platoon = await makePlatoon(world);
  userIds = await readUserIds(platoon);
});
afterAll(() => world[Symbol.asyncDispose]());

async function readUserIds({ id, people }: Platoon): Promise<Record<Role, string>> {
  const response = await getOrganization(people.owner.visitor, "get-full-organization", `organizationId=${id}`);
  const { members } = await response.json();
  const getId = (role: Role) => members.find((member: { role: string }) => member.role === role).userId;
  return { owner: getId("owner"), admin: getId("admin"), member: getId("member") };
}

const getSquads = ({ trpc }: Visitor) => trpc.platoon.squad;
const getSheets = ({ trpc }: Visitor) => trpc.platoon.sheet;

type SquadChange = { game?: GameId; added?: string[]; removed?: string[] };

const getSquad = (name = "Alpha", change: SquadChange = {}) => ({
  organizationId: platoon.id,
  game: "bf4" as GameId,
  ...{ id: crypto.randomUUID() as string, isNew: true, name, added: [] as string[], removed: [] as string[] },
  ...change,
});

async function publishLoadout(name = "Rush medic"): Promise<string> {
  const id = crypto.randomUUID();
  const content = { name, note: "Private note", tags: [], loadout: buildLoadout(world) };
  const purpose = { teamId: null, mapId: null, modeId: null };
  const proposal = { id, content, note: "", stays: true, isPublished: true, ...purpose };
  await platoon.people.owner.visitor.trpc.platoon.locker.propose.mutate({
    organizationId: platoon.id,
    proposals: [proposal],
  });
  return id;
}

async function getSheet(change: object = {}) {
  const place = { userId: userIds.member, platoonLoadoutId: await publishLoadout(), task: "Revive" };
  return {
    ...{ organizationId: platoon.id, id: crypto.randomUUID() as string, seenAt: null as string | null },
    ...{ game: "bf4" as const, title: "Sunday", teamId: null, mapId: null, modeId: null },
    places: [place, { userId: null, platoonLoadoutId: null, task: "" }],
    ...change,
  };
}

describe("a squad", () => {
  test("is created, renamed, filled and removed by managers", async () => {
    const { owner, admin, member } = platoon.people;
    const squad = getSquad("Bravo", { added: [userIds.member, userIds.owner] });
    for (const _ of [1, 2]) await getSquads(admin.visitor).save.mutate(squad);
    const change = { ...squad, isNew: false, name: "Charlie", added: [userIds.admin], removed: [userIds.owner] };
    await getSquads(owner.visitor).save.mutate(change);
    const find = async () =>
      (await getSquads(member.visitor).list.query({ organizationId: platoon.id })).find(({ id }) => id === squad.id);
    const stored = await find();
    expect(stored).toMatchObject({ name: "Charlie" });
    expect(new Set(stored?.members.map(({ userId }) => userId))).toEqual(new Set([userIds.member, userIds.admin]));
    await getSquads(admin.visitor).remove.mutate({ organizationId: platoon.id, id: squad.id });
    expect(await find()).toBeUndefined();
    expect(await getAppError(getSquads(owner.visitor).save.mutate(change))).toMatchObject({ code: "squad_missing" });
  });

  test("cannot be changed by members or outsiders, nor contain an outsider", async () => {
    const { member } = platoon.people;
    const { visitor: stranger, account } = await signUpAndSignIn(world);
    const squad = getSquad();
    expect(await getAppError(getSquads(member.visitor).save.mutate(squad))).toMatchObject({
      code: "platoon_managers_only",
    });
    for (const refused of [
      () => getSquads(stranger).save.mutate(squad),
      () => getSquads(stranger).list.query(squad),
      () => getSheets(stranger).list.query(squad),
    ])
      expect(await getAppError(refused())).toMatchObject({ status: 404, code: "platoon_missing" });
    const outsider = await world.context.db
      .selectFrom("user")
      .select("id")
      .where("email", "=", account.email)
      .executeTakeFirstOrThrow();
    const withOutsider = getSquad("Alpha", { added: [outsider.id] });
    const refused = getSquads(platoon.people.owner.visitor).save.mutate(withOutsider);
    expect(await getAppError(refused)).toMatchObject({ code: "member_missing" });
  });

  test.for(GAMES)("has at most as many members as the game allows: %s", async (game) => {
    const { id: organizationId, people } = await makePlatoon(world);
    const { visitor } = people.owner;
    for (let number = 0; number < 3; number += 1) {
      const { visitor: other, invitationId } = await inviteUser(world, visitor, organizationId, "member");
      await postOrganization(other, "accept-invitation", { invitationId });
    }
    const { items } = await visitor.trpc.platoon.members.page.query({ organizationId });
    const everyone = items.map(({ userId }) => userId);
    const size = SQUAD_SIZE[game];
    const squad = { ...getSquad("Alpha", { game }), organizationId };
    const save = (change: SquadChange) => getSquads(visitor).save.mutate({ ...squad, ...change });
    expect(await getAppError(save({ added: everyone.slice(0, size + 1) }))).toMatchObject({ code: "squad_full" });
    await save({ added: everyone.slice(0, size) });
    expect(await getAppError(save({ added: everyone.slice(size, size + 1) }))).toMatchObject({ code: "squad_full" });
    await save({ added: everyone.slice(size, size + 1), removed: everyone.slice(0, 1) });
    const [stored] = await getSquads(visitor).list.query({ organizationId });
    expect([stored?.game, stored?.members.length]).toEqual([game, size]);
  });

  test("is refused beyond the limit, and cannot be moved to another platoon", async () => {
    const other = await makePlatoon(world);
    const { save } = getSquads(other.people.owner.visitor);
    const first = { ...getSquad(), organizationId: other.id };
    await save.mutate(first);
    for (let number = 1; number < MAX_SQUADS; number += 1)
      await save.mutate({ ...getSquad(`Squad ${number}`), organizationId: other.id });
    const another = { ...getSquad(), organizationId: other.id };
    expect(await getAppError(save.mutate(another))).toMatchObject({ code: "squads_full" });
    const { owner } = platoon.people;
    const saving = getSquads(owner.visitor).save.mutate({ ...first, organizationId: platoon.id });
    expect(await getAppError(saving)).toMatchObject({ code: "squad_missing" });
  });
});

test("the unlock plan of a squad shows the progress of members who share it, its time of those who share their pace, and the total", async () => {
  const { owner, admin, member } = platoon.people;
  const squad = getSquad("Planners", { added: [userIds.member, userIds.owner] });
  await getSquads(owner.visitor).save.mutate(squad);
  const squadInput = { organizationId: platoon.id, teamId: squad.id };
  const target = "award:sshap226";
  const { squadPlan } = member.visitor.trpc.platoon;
  for (const _ of [1, 2]) await squadPlan.add.mutate({ ...squadInput, targetId: target });
  const counter = getProgress(world.context.arsenals.bf4).byId.get(target)?.sole?.counter ?? "";
  for (const { visitor } of [member, owner]) {
    const { id: soldierId } = await visitor.trpc.soldier.add.mutate(newSoldier("Robin"));
    await saveCounters(
      visitor,
      soldierId,
      { [counter]: 70 },
      { hours: 10, hoursWith: { [counter.replace("kills:", "")]: 1.75 } },
    );
    if (visitor === owner.visitor) continue;
    const share = (groups: ("unlocks" | "combat" | "time")[]) =>
      visitor.trpc.platoon.board.allow.mutate({ organizationId: platoon.id, soldierId, groups });
    const readShared = async () =>
      (await admin.visitor.trpc.platoon.squadPlan.list.query(squadInput)).items.map(({ progress, total }) => ({
        estimates: progress.map(({ estimate }) => estimate),
        total,
      }));
    for (const groups of [[], ["combat"], ["combat", "time"]] as const) {
      await share([...groups]);
      expect(await readShared()).toEqual([{ estimates: [], total: [] }]);
    }
    await share(["unlocks", "combat"]);
    expect(await readShared()).toMatchObject([{ estimates: [{ hours: 0.75 }] }]);
    for (const groups of [["unlocks"], ["unlocks", "time"]] as const) {
      await share([...groups]);
      expect(await readShared()).toMatchObject([{ estimates: [null] }]);
    }
    await share(["unlocks", "combat"]);
  }
  const { items, canEdit } = await admin.visitor.trpc.platoon.squadPlan.list.query(squadInput);
  expect(canEdit).toBe(true);
  expect(items).toMatchObject([
    {
      ...{ id: target, total: [{ unit: "kills", left: 30 }] },
      progress: [
        {
          soldier: "Robin",
          state: "left",
          left: { done: 70, needed: 100, left: 30, unit: "kills" },
          estimate: { hours: 0.75 },
        },
      ],
    },
  ]);
  expect(await getAppError(squadPlan.add.mutate({ ...squadInput, targetId: "no-such" }))).toMatchObject({
    code: "target_unknown",
  });
  const others = getSquad("Others");
  await getSquads(owner.visitor).save.mutate(others);
  const foreign = { organizationId: platoon.id, teamId: others.id, targetId: target };
  expect(await getAppError(squadPlan.add.mutate(foreign))).toMatchObject({ code: "platoon_managers_only" });
  await squadPlan.remove.mutate({ ...squadInput, targetId: target });
  expect((await squadPlan.list.query(squadInput)).items).toEqual([]);
});

describe("a sheet", () => {
  test("can be edited by its creator and by managers, and is in the feed once", async () => {
    const { owner, member } = platoon.people;
    const sheet = await getSheet();
    for (const _ of [1, 2]) await getSheets(member.visitor).save.mutate(sheet);
    const response = await getSheets(owner.visitor).get.query(sheet);
    expect(response).toMatchObject({ title: "Sunday", isOpen: false, canEdit: true });
    expect(response.places[0]).toMatchObject({
      userId: userIds.member,
      task: "Revive",
      equipment: { name: "Rush medic" },
    });
    await getSheets(owner.visitor).save.mutate({ ...sheet, seenAt: response.updatedAt, title: "Monday" });
    const late = getSheets(member.visitor).save.mutate({ ...sheet, seenAt: response.updatedAt, title: "Tuesday" });
    expect(await getAppError(late)).toMatchObject({ code: "sheet_changed" });
    const removal = { ...sheet, seenAt: response.updatedAt };
    expect(await getAppError(getSheets(member.visitor).remove.mutate(removal))).toMatchObject({
      code: "sheet_changed",
    });
    expect(await getSheets(owner.visitor).get.query(sheet)).toMatchObject({ title: "Monday" });
    const { items } = await owner.visitor.trpc.platoon.feed.list.query({
      organizationId: platoon.id,
      kinds: ["sheet"],
    });
    expect(items.filter(({ body }) => body["sheetId"] === sheet.id)).toHaveLength(1);
    const [listed] = await getSheets(member.visitor).list.query({ organizationId: platoon.id });
    expect(listed).toMatchObject({ title: "Monday", filled: 1, creator: expect.any(String) });
  });

  test("of another user can be read but not changed by a member", async () => {
    const { owner, member } = platoon.people;
    const sheet = await getSheet();
    await getSheets(owner.visitor).save.mutate(sheet);
    const { updatedAt, canEdit } = await getSheets(member.visitor).get.query(sheet);
    expect(canEdit).toBe(false);
    for (const refused of [
      () => getSheets(member.visitor).save.mutate({ ...sheet, seenAt: updatedAt, title: "Mine" }),
      () => getSheets(member.visitor).setOpen.mutate({ ...sheet, isOpen: true }),
      () => getSheets(member.visitor).remove.mutate(sheet),
    ])
      expect(await getAppError(refused())).toMatchObject({ code: "platoon_managers_only" });
  });

  test("with an unknown map, squad, member or loadout is refused", async () => {
    const { owner } = platoon.people;
    const [free, unknown] = [{ userId: null, platoonLoadoutId: null, task: "" }, crypto.randomUUID()];
    for (const [change, code] of [
      [{ places: Array(6).fill(free) }, "input_invalid"],
      [{ game: "bf2042", places: Array(5).fill(free) }, "input_invalid"],
      [{ mapId: "no-such-map" }, "input_invalid"],
      [{ teamId: "no-such-squad" }, "squad_missing"],
      [{ places: [{ ...free, userId: "no-such-person" }] }, "member_missing"],
      [{ places: [{ ...free, platoonLoadoutId: unknown }] }, "platoon_loadout_missing"],
      [{ game: "bf2042" }, "platoon_loadout_missing"],
      [{ seenAt: new Date().toISOString() }, "sheet_missing"],
    ] as const)
      expect(await getAppError(getSheets(owner.visitor).save.mutate(await getSheet(change)))).toMatchObject({ code });
  });

  test("can be read without an account while it is open, without ids and notes", async () => {
    const { member } = platoon.people;
    const sheet = await getSheet();
    const anyone = getSheets(world.visitor());
    await getSheets(member.visitor).save.mutate(sheet);
    expect(await getAppError(anyone.open.query(sheet))).toMatchObject({ status: 404, code: "sheet_missing" });
    for (const _ of [1, 2]) await getSheets(member.visitor).setOpen.mutate({ ...sheet, isOpen: true });
    const id = await readLinkId(sheet);
    expect(id).not.toBe(sheet.id);
    const response = await anyone.open.query({ id });
    expect(response.places[0]).toMatchObject({
      task: "Revive",
      name: expect.any(String),
      equipment: { name: "Rush medic" },
    });
    expect(response.platoon).toEqual({ name: expect.any(String), emblem: null });
    const text = JSON.stringify(response);
    for (const secret of [userIds.member, platoon.id, "Private note"]) expect(text).not.toContain(secret);
    expect(await getSheets(platoon.people.admin.visitor).get.query(sheet)).toMatchObject({ linkId: id });
    const otherSheet = await getSheet();
    await getSheets(platoon.people.owner.visitor).save.mutate(otherSheet);
    await getSheets(platoon.people.owner.visitor).setOpen.mutate({ ...otherSheet, isOpen: true });
    expect(await getSheets(member.visitor).get.query(otherSheet)).toMatchObject({ isOpen: true, linkId: null });
    await getSheets(member.visitor).setOpen.mutate({ ...sheet, isOpen: false });
    expect(await getAppError(anyone.open.query({ id }))).toMatchObject({ code: "sheet_missing" });
  });

  test("that is closed and reopened has a new link", async () => {
    const { member } = platoon.people;
    const sheet = await getSheet();
    const anyone = getSheets(world.visitor());
    await getSheets(member.visitor).save.mutate(sheet);
    const open = async (isOpen: boolean) => getSheets(member.visitor).setOpen.mutate({ ...sheet, isOpen });
    await open(true);
    const first = await readLinkId(sheet);
    await open(false);
    await open(true);
    const second = await readLinkId(sheet);
    expect(await getAppError(anyone.open.query({ id: first }))).toMatchObject({ code: "sheet_missing" });
    expect(await anyone.open.query({ id: second })).toMatchObject({ title: "Sunday" });
  });

  const readLinkId = async (sheet: { organizationId: string; id: string }) =>
    String((await getSheets(platoon.people.member.visitor).get.query(sheet)).linkId);

  test("does not show members who left", async () => {
    const other = await makePlatoon(world);
    const { owner, member } = other.people;
    const { member: userId } = await readUserIds(other);
    const place = { userId, platoonLoadoutId: null, task: "Drive" };
    const sheet = { ...(await getSheet()), organizationId: other.id, places: [place] };
    await getSheets(owner.visitor).save.mutate(sheet);
    await postOrganization(member.visitor, "leave", { organizationId: other.id });
    const { places } = await getSheets(owner.visitor).get.query(sheet);
    expect(places).toEqual([{ userId: null, platoonLoadoutId: null, task: "Drive", name: null, equipment: null }]);
  });
});
