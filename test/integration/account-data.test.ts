// @postgres
// Account calls that the account library does not have: setting a first password, and exporting all data.
import { describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { TABLES } from "#domain/soldier/figures/table-id.ts";
import { getPages } from "#domain/soldier/pages.ts";
import { getVocabulary } from "#messages/progress/vocabulary.ts";
import { signUpAndSignIn } from "#test/harness/accounts.ts";
import { exportAccount } from "#test/harness/data/exports.ts";
import { PEOPLE } from "#test/harness/data/people.ts";
import { getOrganization, makePlatoon, postOrganization } from "#test/harness/data/platoons.ts";
import { createGuestWithSoldier, sendImport } from "#test/harness/data/soldiers.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const TEN_MINUTES_MS = 10 * 60_000;
const newPassword = "a first pass phrase";

/** Removes the password, as if the user had signed up through a provider. */
const removePassword = ({ context }: World) =>
  context.db.updateTable("account").set({ password: null, providerId: "discord" }).execute();

const saveLoadout = ({ context }: World, visitor: Visitor, name: string) =>
  visitor.trpc.loadout.save.mutate({
    id: crypto.randomUUID(),
    name,
    loadout: createStarterLoadout(context.arsenals.bf4, "assault"),
    seenVersion: 0,
  });

describe("a first password", () => {
  test("can be set for an account without a password, and signs in afterwards", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: true });
    await removePassword(world);
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: false });
    expect(await visitor.trpc.account.setPassword.mutate({ newPassword })).toEqual({ status: true });
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: true });
    const signedIn = await world.visitor().post("/api/auth/sign-in/email", { ...account, password: newPassword });
    expect(signedIn.status).toBe(200);
  });

  test("is refused to an account that has one", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndSignIn(world);
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
  ] as const)("that is too short, too common or too long is refused: %s", async ([wrong, message, code]) => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    await removePassword(world);
    await expect(visitor.trpc.account.setPassword.mutate({ newPassword: wrong })).rejects.toMatchObject({
      message,
      data: { httpStatus: 400, fault: { code } },
    });
    expect(await visitor.trpc.account.overview.query()).toMatchObject({ hasPassword: false });
  });

  test("needs a session of less than ten minutes", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    await removePassword(world);
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
  test("contains the account, the sign-in methods and the whole locker, and no other user's data", async () => {
    await using world = await makeWorld();
    const { visitor: other } = await signUpAndSignIn(world);
    await saveLoadout(world, other, "Not mine");
    const { visitor, account } = await signUpAndSignIn(world);
    await saveLoadout(world, visitor, "Everyday");
    const { id } = await saveLoadout(world, visitor, "Deleted");
    await visitor.trpc.loadout.remove.mutate({ id });
    const exported = await exportAccount(visitor);
    expect(exported).toMatchObject({
      account: { name: account.name, email: account.email },
      signInMethods: [{ providerId: "credential" }],
    });
    expect(exported.rows["loadout"]).toHaveLength(2);
    expect(exported.rows["loadout"]).toContainEqual(
      expect.objectContaining({ name: "Everyday", body: createStarterLoadout(world.context.arsenals.bf4, "assault") }),
    );
    expect(JSON.stringify(exported)).not.toContain("Not mine");
  });

  test("contains the user's contributions to platoons; deleting the account leaves only those marked to stay", async () => {
    await using world = await makeWorld();
    const { db, arsenals } = world.context;
    const { id: organizationId, people } = await makePlatoon(world);
    const { owner, member } = people;
    const propose = async ({ trpc }: Visitor, name: string, stays: boolean) => {
      const content = { name, loadout: createStarterLoadout(arsenals.bf4, "assault"), note: "", tags: [] };
      const [id, where] = [crypto.randomUUID(), { teamId: null, mapId: null, modeId: null }];
      const proposals = [{ id, content, note: `Note of ${name}`, stays, isPublished: false, ...where }];
      await trpc.platoon.locker.propose.mutate({ organizationId, proposals });
    };
    await propose(owner.visitor, "Foreign", true);
    await propose(member.visitor, "Left", true);
    await propose(member.visitor, "Taken", false);
    const { userId } = await (
      await getOrganization(member.visitor, "get-active-member", `organizationId=${organizationId}`)
    ).json();
    const at = new Date().toISOString();
    const milestone = { id: crypto.randomUUID(), organizationId, kind: "milestone", body: "{}", actorId: userId };
    await db
      .insertInto("platoonEvent")
      .values({ ...milestone, createdAt: at, updatedAt: at })
      .execute();
    const { rows, rowCount } = await exportAccount(member.visitor);
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

  test("contains the user's invite links and deleted platoons without secrets, and deleting the account removes them", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    const { id: organizationId, people } = await makePlatoon(world);
    const { owner, admin } = people;
    const link = { organizationId, role: "member", days: 7, uses: 5 } as const;
    await admin.visitor.trpc.platoon.members.createLink.mutate(link);
    const deletedPlatoon = await (
      await postOrganization(admin.visitor, "create", { name: "Gone", slug: "gone" })
    ).json();
    await postOrganization(admin.visitor, "delete", { organizationId: deletedPlatoon.id });
    const { rows } = await exportAccount(admin.visitor);
    const stored = await db.selectFrom("inviteLink").selectAll().executeTakeFirstOrThrow();
    expect(rows["inviteLink"]).toEqual([{ ...stored, tokenHash: undefined }]);
    expect(rows["deletedPlatoon"]).toEqual([expect.objectContaining({ id: deletedPlatoon.id, name: "Gone" })]);
    const text = JSON.stringify(rows);
    for (const hidden of [stored.tokenHash, "membershipKey", "teamMembers"]) expect(text).not.toContain(hidden);
    const { id: userId } = await getUser(admin.visitor);
    await PEOPLE.deleteAccount({ db }, String(userId));
    expect(await owner.visitor.trpc.platoon.members.links.query({ organizationId })).toEqual([]);
    expect(await db.selectFrom("deletedPlatoon").select("id").execute()).toEqual([]);
  });

  test("contains no password hash, session or token", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const text = JSON.stringify(await exportAccount(visitor));
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
    expect((await exportAccount(visitor)).rows["loadout"]).toHaveLength(1);
  });

  test("is split into pages of a megabyte that contain every row once", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const saved = await saveLoadout(world, visitor, "Everyday");
    const { db } = world.context;
    const row = await db.selectFrom("loadout").selectAll().where("id", "=", saved.id).executeTakeFirstOrThrow();
    // Each character has two bytes, because the size of a page is measured in bytes.
    const note = "é".repeat(4500);
    const ids = Array.from({ length: 300 }, () => crypto.randomUUID());
    for (const id of ids)
      await db
        .insertInto("loadout")
        .values({ ...row, id, note })
        .execute();
    const first = await visitor.trpc.account.export.query();
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(1_010_000);
    const exported = await exportAccount(visitor);
    expect(exported.pages).toBe(3);
    expect(exported.rows["loadout"]?.map(({ id }) => id).toSorted()).toEqual([saved.id, ...ids].toSorted());
    expect(Object.values(exported.rows).flat()).toHaveLength(exported.rowCount);
  });

  // A request is at most 64 kB, and only an import writes a row with several requests.
  test("has no row larger than a page, including the largest snapshot of an import", async () => {
    await using world = await makeWorld();
    const { visitor, soldierId } = await createGuestWithSoldier(world);
    const { figures, counters, targets, columns } = getVocabulary(world.context.arsenals, "bf4");
    const fillNames = <Value>(names: ReadonlySet<string> | undefined, value: Value) =>
      Object.fromEntries([...(names ?? [])].map((name) => [name, value]));
    const figure = -1.2345678901234567e-100;
    const tables = TABLES.map((table) => {
      const values = fillNames(columns[table], figure);
      const row = { name: "€".repeat(100), isKnown: true, values };
      return [table, Array.from({ length: 300 }, (_, number) => ({ ...row, id: `${number}`.padEnd(100, "€") }))];
    });
    const parts = getPages({
      game: "bf4",
      figures: fillNames(figures, figure),
      counters: fillNames(counters, figure),
      targets: fillNames(targets, [figure, figure] as const),
      tables: Object.fromEntries(tables),
    });
    await sendImport(visitor, soldierId, parts);
    await world.context.jobs.drained();
    const { rows } = await exportAccount(visitor);
    expect(rows["snapshot"]).toHaveLength(1);
    const size = Buffer.byteLength(JSON.stringify(rows["snapshot"]));
    expect(size).toBeGreaterThan(400_000);
    expect(size).toBeLessThan(1_000_000);
  });

  test("is refused beyond its hourly limit", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndSignIn(world);
    const { user } = await (await visitor.fetch("/api/auth/get-session")).json();
    for (let page = 0; page < 3000; page += 1) {
      await world.context.rateLimiter.consume(`export:${user.id}`, { max: 3000, windowMs: 3_600_000 });
    }
    await expect(visitor.trpc.account.export.query()).rejects.toMatchObject({ data: { httpStatus: 429 } });
  });
});
