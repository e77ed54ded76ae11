// @postgres
import { describe, expect, test } from "vitest";
import { getLimit } from "#domain/limits.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { createStarterLoadout, createVehicleStarter } from "#domain/loadout/starter.ts";
import { getLink, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, createGuest, findNames, getAppError, newLoadout } from "#test/harness/data/lockers.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const bf4Loadout = (world: World) => buildLoadout(world);
const bf2042Loadout = (world: World) => buildLoadout(world, "bf2042", "recon");
const tankLoadout = (): Loadout => ({ ...createVehicleStarter("vehiclembt"), parts: { primary: "he-shell" } });

describe("a loadout", () => {
  test.for([bf4Loadout, tankLoadout, bf2042Loadout])("is saved by a guest and listed", async (make) => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const requested = newLoadout(make(world));
    const saved = await visitor.trpc.loadout.save.mutate(requested);
    expect(saved).toMatchObject({ id: requested.id, name: "First", version: 1, loadout: requested.loadout });
    const { items } = await visitor.trpc.loadout.list.query({});
    expect(items).toEqual([saved]);
    expect(await visitor.trpc.loadout.get.query({ id: requested.id })).toEqual(saved);
  });

  test("saved twice in the same version is stored once", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const requested = newLoadout(bf4Loadout(world));
    const first = await visitor.trpc.loadout.save.mutate(requested);
    expect(await visitor.trpc.loadout.save.mutate(requested)).toEqual(first);
    expect(await findNames(visitor)).toEqual(["First"]);
    const change = { ...requested, name: "Renamed", seenVersion: 1 };
    const second = await visitor.trpc.loadout.save.mutate(change);
    expect(second).toMatchObject({ name: "Renamed", version: 2 });
    expect(await visitor.trpc.loadout.save.mutate(change)).toEqual(second);
  });

  test("changed elsewhere is not overwritten, and the refusal contains the current one", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const requested = newLoadout(bf4Loadout(world));
    await visitor.trpc.loadout.save.mutate(requested);
    await visitor.trpc.loadout.save.mutate({ ...requested, name: "Here", seenVersion: 1 });
    const fault = await getAppError(visitor.trpc.loadout.save.mutate({ ...requested, name: "There", seenVersion: 1 }));
    expect(fault).toMatchObject({ status: 409, code: "loadout_changed", details: { current: { name: "Here" } } });
  });

  test("deleted is removed from the list, and can be restored", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const requested = newLoadout(bf4Loadout(world));
    await visitor.trpc.loadout.save.mutate(requested);
    await visitor.trpc.loadout.remove.mutate({ id: requested.id });
    expect((await visitor.trpc.loadout.list.query({})).items).toEqual([]);
    expect(await getAppError(visitor.trpc.loadout.get.query({ id: requested.id }))).toMatchObject({
      code: "loadout_missing",
    });
    await visitor.trpc.loadout.restore.mutate({ id: requested.id });
    expect((await visitor.trpc.loadout.list.query({})).items).toHaveLength(1);
  });

  test("changed elsewhere is not deleted by an outdated device, and the refusal contains the current one", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { loadout } = visitor.trpc;
    const requested = newLoadout(bf4Loadout(world));
    const { id } = requested;
    await loadout.save.mutate(requested);
    await loadout.save.mutate({ ...requested, name: "Elsewhere", seenVersion: 1 });
    expect(await getAppError(loadout.remove.mutate({ id, seenVersion: 1 }))).toMatchObject({
      status: 409,
      code: "loadout_changed",
      details: { current: { name: "Elsewhere", version: 2 } },
    });
    expect(await loadout.get.query({ id })).toMatchObject({ name: "Elsewhere", version: 2 });
    await loadout.remove.mutate({ id, seenVersion: 2 });
    expect(await getAppError(loadout.get.query({ id }))).toMatchObject({ code: "loadout_missing" });
  });

  test("deleted in the seen version stays deleted when the call is repeated", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { loadout } = visitor.trpc;
    const requested = newLoadout(bf4Loadout(world));
    await loadout.save.mutate(requested);
    for (const seenVersion of [1, 1, 7]) await loadout.remove.mutate({ id: requested.id, seenVersion });
    expect((await loadout.list.query({ order: "deleted" })).items).toMatchObject([{ id: requested.id, version: 1 }]);
  });

  test("is deleted by a call without a version, as an earlier release sends it", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const requested = newLoadout(bf4Loadout(world));
    await visitor.trpc.loadout.save.mutate(requested);
    await visitor.trpc.loadout.save.mutate({ ...requested, name: "Changed", seenVersion: 1 });
    await visitor.trpc.loadout.remove.mutate({ id: requested.id });
    expect((await visitor.trpc.loadout.list.query({})).items).toEqual([]);
  });

  test("pinned, moved, restored or put into a folder keeps its version, and can be deleted in it", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { loadout, folder } = visitor.trpc;
    const [requested, other] = [newLoadout(bf4Loadout(world)), newLoadout(bf4Loadout(world))];
    const { id } = requested;
    for (const one of [requested, other]) await loadout.save.mutate(one);
    const folderId = crypto.randomUUID();
    await folder.save.mutate({ id: folderId, name: "Nights" });
    await loadout.arrange.mutate({ ids: [id], pinned: true });
    await loadout.arrange.mutate({ ids: [id], folderId });
    await loadout.move.mutate({ id, afterId: other.id });
    await loadout.remove.mutate({ id, seenVersion: 1 });
    await loadout.restore.mutate({ id });
    await folder.remove.mutate({ id: folderId });
    await loadout.remove.mutate({ id, seenVersion: 1 });
    expect((await loadout.list.query({})).items).toMatchObject([{ id: other.id }]);
  });

  test("is accessible to its owner only", async () => {
    await using world = await makeWorld();
    const owner = await createGuest(world);
    const other = await createGuest(world);
    const requested = newLoadout(bf4Loadout(world));
    await owner.trpc.loadout.save.mutate(requested);
    const missing = { status: 404, code: "loadout_missing" };
    expect(await getAppError(other.trpc.loadout.get.query({ id: requested.id }))).toMatchObject(missing);
    expect(await getAppError(other.trpc.loadout.remove.mutate({ id: requested.id }))).toMatchObject(missing);
    // A loadout of another user may have the same id.
    expect(await other.trpc.loadout.save.mutate({ ...requested, name: "Mine" })).toMatchObject({ version: 1 });
    expect(await getAppError(world.visitor().trpc.loadout.list.query({}))).toMatchObject({ status: 401 });
    expect(await owner.trpc.loadout.get.query({ id: requested.id })).toMatchObject({ name: "First" });
  });
});

describe("a locker", () => {
  test("is paged forward and back", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    for (const name of ["1", "2", "3", "4", "5"]) {
      world.turnClock(1000);
      await visitor.trpc.loadout.save.mutate(newLoadout(bf4Loadout(world), name));
    }
    const page = { limit: 2 };
    const first = await visitor.trpc.loadout.list.query(page);
    expect(first.items.map(({ name }) => name)).toEqual(["5", "4"]);
    expect(first.previousCursor).toBeNull();
    const second = await visitor.trpc.loadout.list.query({ ...page, cursor: first.nextCursor });
    expect(second.items.map(({ name }) => name)).toEqual(["3", "2"]);
    const last = await visitor.trpc.loadout.list.query({ ...page, cursor: second.nextCursor });
    expect([last.items.map(({ name }) => name), last.nextCursor]).toEqual([["1"], null]);
    const back = await visitor.trpc.loadout.list.query({ ...page, cursor: last.previousCursor, direction: "backward" });
    expect(back.items.map(({ name }) => name)).toEqual(["3", "2"]);
    const start = await visitor.trpc.loadout.list.query({
      ...page,
      cursor: back.previousCursor,
      direction: "backward",
    });
    expect([start.items.map(({ name }) => name), start.previousCursor]).toEqual([["5", "4"], null]);
  });
});

describe("a full locker", () => {
  test("refuses further loadouts, but still accepts a repeated save of the last", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const last = newLoadout(bf4Loadout(world), "Last");
    const saved = await visitor.trpc.loadout.save.mutate(last);
    const row = await world.context.db.selectFrom("loadout").selectAll().executeTakeFirstOrThrow();
    const length = getLimit("loadouts", { isGuest: true }) - 1;
    const rows = Array.from({ length }, () => ({ ...row, id: crypto.randomUUID() }));
    await world.context.db.insertInto("loadout").values(rows).execute();
    const fault = await getAppError(visitor.trpc.loadout.save.mutate(newLoadout(bf4Loadout(world))));
    expect(fault).toMatchObject({ status: 409, code: "locker_full" });
    expect(await visitor.trpc.loadout.save.mutate(last)).toEqual(saved);
  });
});

describe("a loadout that the game forbids is refused", () => {
  const saveChanged = async (change: (loadout: Loadout, world: World) => unknown) => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const requested = newLoadout(bf4Loadout(world));
    const body = { ...requested, loadout: change(requested.loadout, world) };
    const response = await visitor.post("/api/trpc/loadout.save", body);
    const { error } = await response.json();
    expect(await findNames(visitor)).toEqual([]);
    return { status: response.status, message: error.message, fault: error.data.fault };
  };

  test.for([
    ["an unknown weapon", { weaponId: "railgun", attachments: {} }, "unknown-weapon"],
    ["a weapon of another kit", { weaponId: "m98b", attachments: {} }, "weapon-not-for-kit"],
    [
      "a part that does not fit",
      { weaponId: "ak-12", attachments: { optic: "338-recon-reflex-rds" } },
      "part-does-not-fit",
    ],
  ] as const)("%s", async ([, primary, rule]) => {
    const { status, message, fault } = await saveChanged((loadout) => ({ ...loadout, primary }));
    expect([status, message]).toEqual([422, "The game would not allow this loadout."]);
    expect(fault).toMatchObject({ code: "loadout_illegal", details: { violations: [{ rule, slot: "primary" }] } });
  });

  test("a loadout of one game that names the other game", async () => {
    const { status } = await saveChanged((_, world) => ({ ...bf2042Loadout(world), game: "bf4" }));
    expect(status).toBe(400);
  });
});

describe("invalid input", () => {
  test.for([
    ["10,000 characters of name", (body: object) => JSON.stringify({ ...body, name: "x".repeat(10_000) })],
    ["a name of blanks", (body: object) => JSON.stringify({ ...body, name: "   " })],
    ["an id that is none", (body: object) => JSON.stringify({ ...body, id: "1; drop table loadout" })],
    ["fields of the wrong kind", (body: object) => JSON.stringify({ ...body, loadout: [1, 2, 3] })],
    ["broken JSON", () => '{"id": '],
    ["nothing at all", () => ""],
  ] as const)("is refused with a message: %s", async ([, createBody]) => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const body = createBody(newLoadout(bf4Loadout(world)));
    const headers = { "content-type": "application/json" };
    const response = await visitor.fetch("/api/trpc/loadout.save", { method: "POST", headers, body });
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error.message).toMatch(/^[A-Z].+\.$/);
    expect(await findNames(visitor)).toEqual([]);
  });
});

describe("a guest's locker", () => {
  test("is moved to the account at the next sign-in", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(bf4Loadout(world), "Mine"));
    await signUpAndSignIn(world, visitor);
    expect((await visitor.trpc.loadout.list.query({})).items).toMatchObject([{ name: "Mine" }]);
    const users = await world.context.db.selectFrom("user").select("name").execute();
    expect(users).toHaveLength(1);
  });

  test("is moved to the account when the link of the sign-up mail is followed", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(bf4Loadout(world), "Mine"));
    await signUp(visitor);
    await visitor.fetch(getLink((await world.mails())[0]));
    expect((await visitor.trpc.loadout.list.query({})).items).toMatchObject([{ name: "Mine" }]);
  });

  test("is added to the account's locker: identical loadouts once, equal names with a number", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    const [assault, support] = (["assault", "support"] as const).map((kit) =>
      createStarterLoadout(world.context.arsenals.bf4, kit),
    ) as [Loadout, Loadout];
    await owner.trpc.loadout.save.mutate(newLoadout(assault, "Same"));
    await owner.trpc.loadout.save.mutate(newLoadout(assault, "Close"));
    const visitor = await createGuest(world);
    await visitor.trpc.loadout.save.mutate(newLoadout(assault, "Same"));
    await visitor.trpc.loadout.save.mutate(newLoadout(support, "Close"));
    await visitor.trpc.loadout.save.mutate(newLoadout(bf2042Loadout(world), "Close"));
    await visitor.post("/api/auth/sign-in/email", account);
    const { items } = await visitor.trpc.loadout.list.query({});
    const names = items.map(({ name, loadout }) => `${loadout.game} ${name}`);
    expect(names.toSorted()).toEqual(["bf2042 Close", "bf4 Close", "bf4 Close (2)", "bf4 Same"]);
    expect(await world.context.db.selectFrom("loadout").select("id").execute()).toHaveLength(4);
  });
});
