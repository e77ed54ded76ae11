// @postgres
// What the account's screens ask beside the account library: a first password, and everything one owns as a file.
import { describe, expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { getPages } from "#domain/soldier/pages.ts";
import { getVocabulary } from "#messages/progress/vocabulary.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import { getExport } from "#test/harness/data/exports.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { ask, call, makePlatoon } from "#test/harness/data/platoons.ts";
import { getSoldier, sendImport } from "#test/harness/data/soldiers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const TEN_MINUTES_MS = 10 * 60_000;
const newPassword = "a first pass phrase";

/** Removes the password, as if the user had signed up through a provider. */
const withoutPassword = ({ context }: World) =>
  context.db.updateTable("account").set({ password: null, providerId: "discord" }).execute();

const saveLoadout = ({ context }: World, visitor: Visitor, name: string) =>
  visitor.trpc.loadout.save.mutate({
    id: crypto.randomUUID(),
    name,
    loadout: starterLoadout(context.arsenals.bf4, "assault"),
    seenVersion: 0,
  });

describe("a first password", () => {
  test("is set for an account without one, which can sign in by it from then on", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndIn(world);
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: true });
    await withoutPassword(world);
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: false });
    expect(await visitor.trpc.account.setPassword.mutate({ newPassword })).toEqual({ status: true });
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: true });
    const signedIn = await world.visitor().post("/api/auth/sign-in/email", { ...account, password: newPassword });
    expect(signedIn.status).toBe(200);
  });

  test("is refused to an account that has one", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndIn(world);
    await expect(visitor.trpc.account.setPassword.mutate({ newPassword })).rejects.toMatchObject({
      message: "user already has a password",
      data: { httpStatus: 400, fault: { code: "password_already_set" } },
    });
    expect((await world.visitor().post("/api/auth/sign-in/email", account)).status).toBe(200);
  });

  test.for([
    ["short", "Password too short", "password_too_short"],
    ["password123", "This password is too easy to guess. Choose another one.", "password_too_common"],
    ["l".repeat(129), "Password too long", "password_too_long"],
  ] as const)("of the wrong length is refused: %s", async ([wrong, message, code]) => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    await withoutPassword(world);
    await expect(visitor.trpc.account.setPassword.mutate({ newPassword: wrong })).rejects.toMatchObject({
      message,
      data: { httpStatus: 400, fault: { code } },
    });
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: false });
  });

  test("needs a session of less than ten minutes", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    await withoutPassword(world);
    world.turnClock(TEN_MINUTES_MS);
    await expect(visitor.trpc.account.setPassword.mutate({ newPassword })).rejects.toMatchObject({
      message: "Session is not fresh",
      data: { httpStatus: 403, code: "FORBIDDEN", fault: { code: "session_not_fresh" } },
    });
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: false });
  });

  test("is refused for a guest, and without a session", async () => {
    await using world = await makeWorld();
    const stranger = world.visitor();
    await expect(stranger.trpc.account.setPassword.mutate({ newPassword })).rejects.toMatchObject({
      data: { fault: { code: "signed_out" } },
    });
    await stranger.post("/api/auth/sign-in/anonymous");
    await expect(stranger.trpc.account.setPassword.mutate({ newPassword })).rejects.toMatchObject({
      data: { httpStatus: 403, fault: { code: "account_needed" } },
    });
    expect(await world.context.db.selectFrom("account").select("id").execute()).toEqual([]);
  });
});

describe("an export", () => {
  test("holds the account, the ways to sign in and the whole locker, and no other user's data", async () => {
    await using world = await makeWorld();
    const { visitor: other } = await signUpAndIn(world);
    await saveLoadout(world, other, "Not mine");
    const { visitor, account } = await signUpAndIn(world);
    await saveLoadout(world, visitor, "Everyday");
    const { id } = await saveLoadout(world, visitor, "Deleted");
    await visitor.trpc.loadout.remove.mutate({ id });
    const exported = await getExport(visitor);
    expect(exported).toMatchObject({
      account: { name: account.name, email: account.email },
      signInMethods: [{ providerId: "credential" }],
    });
    expect(exported.rows["loadout"]).toHaveLength(2);
    expect(exported.rows["loadout"]).toContainEqual(
      expect.objectContaining({ name: "Everyday", body: starterLoadout(world.context.arsenals.bf4, "assault") }),
    );
    expect(JSON.stringify(exported)).not.toContain("Not mine");
  });

  test("holds what the person brought to platoons, and the deletion leaves what they left to a platoon alone", async () => {
    await using world = await makeWorld();
    const { db, arsenals } = world.context;
    const { id: organizationId, people } = await makePlatoon(world);
    const { owner, member } = people;
    const propose = async ({ trpc }: Visitor, name: string, stays: boolean) => {
      const content = { name, loadout: starterLoadout(arsenals.bf4, "assault"), note: "", tags: [] };
      const [id, where] = [crypto.randomUUID(), { teamId: null, mapId: null, modeId: null }];
      const proposals = [{ id, content, note: `Note of ${name}`, stays, isPublished: false, ...where }];
      await trpc.platoon.locker.propose.mutate({ organizationId, proposals });
    };
    await propose(owner.visitor, "Foreign", true);
    await propose(member.visitor, "Left", true);
    await propose(member.visitor, "Taken", false);
    const { userId } = await (
      await ask(member.visitor, "get-active-member", `organizationId=${organizationId}`)
    ).json();
    const at = new Date().toISOString();
    const milestone = { id: crypto.randomUUID(), organizationId, kind: "milestone", body: "{}", actorId: userId };
    await db
      .insertInto("platoonEvent")
      .values({ ...milestone, createdAt: at, updatedAt: at })
      .execute();
    const { rows, rowCount } = await getExport(member.visitor);
    expect(rows["platoonLoadout"]?.map(({ name }) => name).toSorted()).toEqual(["Left", "Taken"]);
    expect(rows["platoonLoadout"]?.[0]?.["body"]).toMatchObject({ tags: [] });
    expect(rows["loadoutEvent"]?.map(({ text }) => text).toSorted()).toEqual(["Note of Left", "Note of Taken"]);
    expect(rows["platoonEvent"]?.map(({ kind }) => kind).toSorted()).toEqual([
      "joined",
      "milestone",
      "proposed",
      "proposed",
    ]);
    expect(Object.values(rows).flat()).toHaveLength(rowCount);
    expect(JSON.stringify(rows)).not.toContain("Foreign");

    await PEOPLE.deleteAccount({ db }, String(userId));
    const { items } = await owner.visitor.trpc.platoon.locker.list.query({ organizationId });
    expect(items.map(({ name, author }) => [name, author === null]).toSorted()).toEqual([
      ["Foreign", false],
      ["Left", true],
    ]);
    const { items: feed } = await owner.visitor.trpc.platoon.feed.list.query({ organizationId });
    expect(feed.filter(({ actorId }) => actorId === userId).map(({ kind, actor }) => [kind, actor])).toEqual([
      ["proposed", null],
      ["proposed", null],
      ["joined", null],
    ]);
  });

  test("holds the person's invite links and deleted platoons without secrets, and the deletion ends them", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const { id: organizationId, people } = await makePlatoon(world);
    const { owner, admin } = people;
    const link = { organizationId, role: "member", days: 7, uses: 5 } as const;
    await admin.visitor.trpc.platoon.members.createLink.mutate(link);
    const made = await (await call(admin.visitor, "create", { name: "Gone", slug: "gone" })).json();
    await call(admin.visitor, "delete", { organizationId: made.id });
    const { rows } = await getExport(admin.visitor);
    const stored = await db.selectFrom("inviteLink").selectAll().executeTakeFirstOrThrow();
    expect(rows["inviteLink"]).toEqual([{ ...stored, tokenHash: undefined }]);
    expect(rows["deletedPlatoon"]).toEqual([expect.objectContaining({ id: made.id, name: "Gone" })]);
    const text = JSON.stringify(rows);
    for (const hidden of [stored.tokenHash, "membershipKey", "teamMembers"]) expect(text).not.toContain(hidden);
    const { id: userId } = await getUser(admin.visitor);
    await PEOPLE.deleteAccount({ db }, String(userId));
    expect(await owner.visitor.trpc.platoon.members.links.query({ organizationId })).toEqual([]);
    expect(await db.selectFrom("deletedPlatoon").select("id").execute()).toEqual([]);
  });

  test("holds no secret: no hash, no session, no token", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const text = JSON.stringify(await getExport(visitor));
    const { password } = await world.context.db.selectFrom("account").select("password").executeTakeFirstOrThrow();
    const { token } = await world.context.db.selectFrom("session").select("token").executeTakeFirstOrThrow();
    expect(password).toMatch(/^\$argon2id\$/);
    for (const secret of [password ?? "", token, "argon2", "userAgent"]) expect(text).not.toContain(secret);
  });

  test("is available to a guest, and refused without a session", async () => {
    await using world = await makeWorld();
    const visitor = world.visitor();
    await expect(visitor.trpc.account.export.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
    await visitor.post("/api/auth/sign-in/anonymous");
    await saveLoadout(world, visitor, "Everyday");
    expect((await getExport(visitor)).rows["loadout"]).toHaveLength(1);
  });

  test("comes in pages of a megabyte, which hold every row once", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const saved = await saveLoadout(world, visitor, "Everyday");
    const { db } = world.context;
    const row = await db.selectFrom("loadout").selectAll().where("id", "=", saved.id).executeTakeFirstOrThrow();
    // Two bytes each: a page is a megabyte on the wire, not in characters.
    const note = "é".repeat(4500);
    const ids = Array.from({ length: 300 }, () => crypto.randomUUID());
    for (const id of ids)
      await db
        .insertInto("loadout")
        .values({ ...row, id, note })
        .execute();
    const first = await visitor.trpc.account.export.query();
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(1_010_000);
    const exported = await getExport(visitor);
    expect(exported.pages).toBe(3);
    expect(exported.rows["loadout"]?.map(({ id }) => id).toSorted()).toEqual([saved.id, ...ids].toSorted());
    expect(Object.values(exported.rows).flat()).toHaveLength(exported.rowCount);
  });

  // Any other row is written by one request, which is at most 64 kB.
  test("has no row larger than a page, also of the largest snapshot that an import can make", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await getSoldier(world);
    const { figures, counters, targets, columns } = getVocabulary(world.context.arsenals, "bf4");
    const all = <Value>(names: ReadonlySet<string> | undefined, value: Value) =>
      Object.fromEntries([...(names ?? [])].map((name) => [name, value]));
    const figure = -1.2345678901234567e-100;
    const tables = TABLES.map((table) => {
      const values = all(columns[table], figure);
      const row = { name: "€".repeat(100), isKnown: true, values };
      return [table, Array.from({ length: 300 }, (_, number) => ({ ...row, id: `${number}`.padEnd(100, "€") }))];
    });
    const parts = getPages({
      game: "bf4",
      figures: all(figures, figure),
      counters: all(counters, figure),
      targets: all(targets, [figure, figure] as const),
      tables: Object.fromEntries(tables),
    });
    await sendImport(visitor, soldierId, parts);
    await world.context.jobs.drained();
    const { rows } = await getExport(visitor);
    expect(rows["snapshot"]).toHaveLength(1);
    const size = Buffer.byteLength(JSON.stringify(rows["snapshot"]));
    expect(size).toBeGreaterThan(400_000);
    expect(size).toBeLessThan(1_000_000);
  });

  test("is refused as a part of a batch, and beyond its hourly share", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
    const both = await visitor.fetch("/api/trpc/account.export,account.overview?batch=1&input=%7B%7D");
    expect(both.status).toBe(413);
    expect((await visitor.fetch("/api/trpc/account.export?batch=1&input=%7B%7D")).status).toBe(200);
    for (let page = 0; page < 3000; page += 1) {
      await world.context.rateLimiter.consume(`export:${user.id}`, { max: 3000, windowMs: 3_600_000 });
    }
    await expect(visitor.trpc.account.export.query()).rejects.toMatchObject({ data: { httpStatus: 429 } });
  });
});
