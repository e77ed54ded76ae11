// @postgres
// Shares can be revoked by their owner and reported by anyone.
import { describe, expect, test } from "vitest";
import { getLimit } from "#domain/limits.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { withdrawShare } from "#server/features/share/repository.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { buildLoadout, createGuest, getAppError } from "#test/harness/data/lockers.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const createContent = (world: World, name = "Rush") => ({
  name,
  loadout: buildLoadout(world),
  note: "Hold the stairs",
  withAuthor: true,
});

const reverseKeys = <T>(value: T): T =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (Object.fromEntries(
        Object.entries(value)
          .map(([key, part]) => [key, reverseKeys(part)])
          .reverse(),
      ) as T)
    : value;

describe("a share", () => {
  test("is readable without a session, and shows only the fields that its owner chose", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const { id } = await visitor.trpc.share.create.mutate(createContent(world));
    expect(id).toMatch(/^[0-9a-z]{12}$/);
    const seen = await world.visitor().trpc.share.get.query({ id });
    expect(Object.keys(seen).toSorted()).toEqual(["author", "createdAt", "id", "loadout", "name", "note"]);
    const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
    expect(seen).toMatchObject({
      name: "Rush",
      note: "Hold the stairs",
      author: user.name,
      loadout: buildLoadout(world),
    });
    const bare = await visitor.trpc.share.create.mutate({ ...createContent(world), note: null, withAuthor: false });
    expect(await world.visitor().trpc.share.get.query({ id: bare.id })).toMatchObject({ note: null, author: null });
  });

  test("has the same link for the same content of the same person, and otherwise a different one", async () => {
    await using world = await makeWorld();
    const [owner, otherGuest] = [await createGuest(world), await createGuest(world)];
    const first = await owner.trpc.share.create.mutate(createContent(world));
    expect(await owner.trpc.share.create.mutate(createContent(world))).toEqual(first);
    const attachments = { optic: "ace-23-kobra-rds", barrel: "ace-23-heavy-barrel" };
    const loadout = { ...buildLoadout(world), primary: { weaponId: "ace-23", attachments } } as Loadout;
    const withParts = { ...createContent(world), loadout };
    const sorted = await owner.trpc.share.create.mutate(withParts);
    expect(await owner.trpc.share.create.mutate(reverseKeys(withParts))).toEqual(sorted);
    const ids = [
      first.id,
      (await owner.trpc.share.create.mutate(createContent(world, "Other"))).id,
      (await otherGuest.trpc.share.create.mutate(createContent(world))).id,
    ];
    expect(new Set(ids).size).toBe(3);
    expect((await owner.trpc.share.list.query({})).items).toHaveLength(3);
  });

  test("is not readable once revoked, until its owner shares it again", async () => {
    await using world = await makeWorld();
    const [owner, stranger] = [await createGuest(world), await createGuest(world)];
    const { id } = await owner.trpc.share.create.mutate(createContent(world));
    expect(await getAppError(stranger.trpc.share.revoke.mutate({ id }))).toMatchObject({ code: "share_missing" });
    await owner.trpc.share.revoke.mutate({ id });
    expect(await getAppError(stranger.trpc.share.get.query({ id }))).toMatchObject({
      status: 404,
      code: "share_revoked",
    });
    const listShares = async () => (await owner.trpc.share.list.query({})).items;
    const revoked = await listShares();
    expect(revoked).toMatchObject([{ id, revokedAt: expect.any(String) }]);
    world.turnClock(1000);
    await owner.trpc.share.revoke.mutate({ id });
    expect(await listShares()).toEqual(revoked);
    await owner.trpc.share.create.mutate(createContent(world));
    expect(await stranger.trpc.share.get.query({ id })).toMatchObject({ name: "Rush" });
    const unknown = stranger.trpc.share.get.query({ id: "zzzzzzzzzzzz" });
    expect(await getAppError(unknown)).toMatchObject({ status: 404, code: "share_missing" });
  });

  test("withdrawn by the operator does not count towards its owner's limit", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { id } = await visitor.trpc.share.create.mutate(createContent(world));
    const { db, now } = world.context;
    const row = await db.selectFrom("share").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const count = getLimit("shares", { isGuest: true }) - 1;
    await db
      .insertInto("share")
      .values(Array.from({ length: count }, (_, index) => ({ ...row, id: `share${index}` })))
      .execute();
    const create = (name: string) => visitor.trpc.share.create.mutate(createContent(world, name));
    expect(await getAppError(create("One"))).toMatchObject({ code: "shares_full" });
    await withdrawShare(db, id, now());
    await create("One");
    expect(await getAppError(create("Two"))).toMatchObject({ code: "shares_full" });
  });

  test("with a loadout that the game does not allow is refused", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const loadout = { ...buildLoadout(world), primary: { weaponId: "railgun", attachments: {} } } as never;
    const refused = getAppError(visitor.trpc.share.create.mutate({ ...createContent(world), loadout }));
    expect(await refused).toMatchObject({ status: 422, code: "loadout_illegal" });
  });

  test("of a guest is moved to the account at sign-in", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    const { id } = await visitor.trpc.share.create.mutate(createContent(world));
    await signUpAndSignIn(world, visitor);
    expect((await visitor.trpc.share.list.query({})).items).toMatchObject([{ id }]);
    expect(await world.visitor().trpc.share.get.query({ id })).toMatchObject({ author: null });
  });

  test("is listed page by page", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    for (const name of ["A", "B", "C"]) {
      world.turnClock(1000);
      await visitor.trpc.share.create.mutate(createContent(world, name));
    }
    const first = await visitor.trpc.share.list.query({ limit: 2 });
    const second = await visitor.trpc.share.list.query({ limit: 2, cursor: first.nextCursor });
    expect([first, second].map(({ items }) => items.map(({ name }) => name))).toEqual([["C", "B"], ["A"]]);
    expect(second.nextCursor).toBeNull();
  });

  test("is listed in both directions, with cursors that are null at the two ends", async () => {
    await using world = await makeWorld();
    const visitor = await createGuest(world);
    for (const name of ["A", "B", "C", "D", "E"]) {
      world.turnClock(1000);
      await visitor.trpc.share.create.mutate(createContent(world, name));
    }
    const list = visitor.trpc.share.list.query;
    const joinNames = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ name }) => name).join("");
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    const last = await list({ limit: 2, cursor: second.nextCursor });
    expect([first, second, last].map(joinNames)).toEqual(["ED", "CB", "A"]);
    expect([first.previousCursor, last.nextCursor]).toEqual([null, null]);
    const before = await list({ limit: 2, cursor: last.previousCursor, direction: "backward" });
    expect(joinNames(before)).toBe("CB");
    expect(before.nextCursor).toEqual(second.nextCursor);
    const top = await list({ limit: 2, cursor: before.previousCursor, direction: "backward" });
    expect(joinNames(top)).toBe("ED");
    expect(top.previousCursor).toBeNull();
  });
});

describe("a report", () => {
  test("is stored for the operator without the reporter's name, and limited to ten an hour", async () => {
    await using world = await makeWorld();
    const { id } = await (await createGuest(world)).trpc.share.create.mutate(createContent(world));
    const stranger = world.visitor();
    const report = { id, reason: "insulting", text: "The name" } as const;
    for (let count = 0; count < 10; count += 1) await stranger.trpc.share.report.mutate(report);
    expect(await getAppError(stranger.trpc.share.report.mutate(report))).toMatchObject({
      status: 429,
      code: "too_many",
    });
    await world.visitor().trpc.share.report.mutate(report);
    const rows = await world.context.db.selectFrom("report").selectAll().execute();
    expect(rows).toHaveLength(11);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      "createdAt",
      "id",
      "reason",
      "shareId",
      "text",
      "updatedAt",
    ]);
    const unknownShare = stranger.trpc.share.report.mutate({ ...report, id: "zzzzzzzzzzzz" });
    expect(await getAppError(unknownShare)).toMatchObject({ code: "share_missing" });
  });
});
