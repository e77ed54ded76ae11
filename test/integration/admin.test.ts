// npm run admin, and what is tidied up without anybody asking.
import { describe, expect, test } from "vitest";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { administer } from "#server/admin.ts";
import { purgeExpired } from "#server/database/housekeeping.ts";
import { signUpAndIn } from "#test/harness/accounts.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld } from "#test/harness/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const getSession = async (visitor: Visitor) => (await visitor.fetch("/api/auth/get-session")).json();

describe("an administrator", () => {
  test("finds people by parts of id, name and address, and no more than these", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndIn(world);
    await signUpAndIn(world);
    const { user } = await getSession(visitor);
    await world.context.db.updateTable("user").set({ name: "Al_x" }).where("id", "=", user.id).execute();
    for (const text of [user.id, account.email.toUpperCase(), "l_x"]) {
      const found = await administer(world.context, ["find", text]);
      expect(found).toContain(`${user.id}  ${user.createdAt.slice(0, 10)}  verified  ${account.email}`);
    }
    expect(await administer(world.context, ["find", "%"])).toBe("No user found.\n");
    expect(await administer(world.context, ["find", user.id])).not.toMatch(/password|token/);
  });

  test("reads what people wrote without anything that a terminal obeys", async () => {
    await using world = await makeWorld();
    const { visitor } = await signUpAndIn(world);
    const { user } = await getSession(visitor);
    const [name, email] = ["\u001b[2JAl\u009b1m\nunknown  2026-01-01  verified", "al\u001b]0;x\u0007@example.com"];
    const { db } = world.context;
    await db.updateTable("user").set({ name, email }).where("id", "=", user.id).execute();
    const found = await administer(world.context, ["find", user.id]);
    expect(found).toContain("al\\u{1b}]0;x\\u{7}@example.com  \\u{1b}[2JAl\\u{9b}1m\\u{a}unknown");
    const loadout = starterLoadout(world.context.arsenals.bf4, "assault");
    const { id } = await visitor.trpc.share.create.mutate({ name: "Mine", loadout, note: null, withAuthor: true });
    await world.visitor().trpc.share.report.mutate({ id, reason: "other", text: "\u001b[31m\u009b \u202e" });
    await db.updateTable("share").set({ name: "\u001b[5m\u007f" }).execute();
    const reported = await administer(world.context, ["reports"]);
    const outputs = [found, reported, await administer(world.context, ["sign-out", user.id])];
    outputs.push(await administer(world.context, ["delete", user.id]));
    for (const output of outputs) expect(output.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\u202e/u);
    await expect(administer(world.context, ["delete", "\u001b[2J"])).rejects.toThrow("id \\u{1b}[2J:");
  });

  test("signs a user out everywhere", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndIn(world);
    const { user } = await getSession(visitor);
    expect(await administer(world.context, ["sign-out", user.id])).toBe(
      `${account.email} is signed out: 1 session ended.\n`,
    );
    expect(await getSession(visitor)).toBeNull();
  });

  test("deletes a user with all their data", async () => {
    await using world = await makeWorld();
    const { visitor, account } = await signUpAndIn(world);
    const { user } = await getSession(visitor);
    expect(await administer(world.context, ["delete", user.id])).toBe(
      `${account.email} is deleted, and all that was theirs.\n`,
    );
    expect(await getSession(visitor)).toBeNull();
    expect(await world.context.db.selectFrom("account").select("id").execute()).toEqual([]);
  });

  test("gets the usage text, and an error for an unknown user", async () => {
    await using world = await makeWorld();
    await expect(administer(world.context, [])).rejects.toThrow("npm run admin -- find TEXT");
    await expect(administer(world.context, ["delete", "unknown"])).rejects.toThrow("No user has the id unknown");
  });
});

describe("tidying up", () => {
  test("deletes a guest whose session has expired, with the locker, and no other user", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await world.visitor().post("/api/auth/sign-in/anonymous");
    const { account } = await signUpAndIn(world);
    await purgeExpired(db, new Date(Date.now() + 179 * DAY_MS));
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(2);
    await purgeExpired(db, new Date(Date.now() + 181 * DAY_MS));
    expect(await db.selectFrom("user").select("email").execute()).toEqual([{ email: account.email }]);
    expect(await db.selectFrom("session").select("id").execute()).toEqual([]);
  });

  test("leaves a guest who was made this moment, and drops what has run out", async () => {
    await using world = await makeWorld();
    const { db } = world.context;
    await world.visitor().post("/api/auth/sign-in/anonymous");
    await db.deleteFrom("session").execute();
    await purgeExpired(db, new Date());
    expect(await db.selectFrom("user").select("id").execute()).toHaveLength(1);
    await world
      .visitor()
      .post("/api/auth/email-otp/send-verification-otp", { email: "a@example.com", type: "sign-in" });
    await world.mails();
    await purgeExpired(db, new Date(Date.now() + 2 * DAY_MS));
    for (const table of ["user", "verification", "budget"] as const) {
      expect([table, await db.selectFrom(table).select("id").execute()]).toEqual([table, []]);
    }
  });
});
