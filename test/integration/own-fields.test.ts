// Clients cannot set fields that belong to the server, and an address belongs to one account regardless of its spelling.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { getLink, getNewestMail, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { makePlatoon, postOrganization } from "#test/harness/data/platoons.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const LONG_AGO = "2001-01-01T00:00:00.000Z";
const SERVER_FIELDS = {
  id: "chosen",
  emailVerified: true,
  role: "admin",
  isAnonymous: true,
  createdAt: LONG_AGO,
  updatedAt: LONG_AGO,
  userId: "chosen",
  organizationId: "chosen",
  token: "chosen",
  expiresAt: "2099-01-01T00:00:00.000Z",
  version: 99,
  deletedAt: LONG_AGO,
};
/** All fields together, and each field alone, because the refusal of one could hide the effect of another. */
const ADDITIONS = [SERVER_FIELDS, ...Object.entries(SERVER_FIELDS).map(([name, value]) => ({ [name]: value }))];
const POLLUTING =
  '"__proto__":{"emailVerified":true,"role":"admin"},"constructor":{"prototype":{"emailVerified":true}}';

const tables = ["user", "session", "account", "member", "organization", "loadout"] as const;

/** Returns every row that contains one of the values. */
async function findMarkedRows(): Promise<unknown[]> {
  const { db } = world.context;
  const read = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return read.flat().filter((row) => /chosen|2001-01-01|2099-01-01/.test(JSON.stringify(row)));
}

const getUser = async (email: string) => {
  const row = await world.context.db.selectFrom("user").selectAll().where("email", "=", email).executeTakeFirst();
  return row && { isVerified: Boolean(row.emailVerified), isGuest: Boolean(row.isAnonymous), name: row.name };
};

describe("a field that only the server sets", () => {
  test("cannot be set by a sign-up", async () => {
    for (const [number, addition] of ADDITIONS.entries()) {
      const email = `own-fields-${number}@example.com`;
      const body = { name: "Al", password: "correct horse battery", ...addition, email };
      const { status } = await world.visitor().post("/api/auth/sign-up/email", body);
      expect([status < 500, await getUser(email)]).toEqual([
        true,
        status === 200 ? { isVerified: false, isGuest: false, name: "Al" } : undefined,
      ]);
    }
    expect(await findMarkedRows()).toEqual([]);
  });

  test("cannot be changed by an account call", async () => {
    const { visitor, account } = await signUpAndSignIn(world);
    const { visitor: unverified, account: other } = await signInUnverified();
    for (const addition of ADDITIONS) {
      for (const by of [visitor, unverified]) {
        await by.post("/api/auth/update-user", { name: "Al", ...addition });
        await by.post("/api/auth/send-verification-email", { ...addition, email: other.email });
      }
    }
    expect((await getUser(account.email))?.isGuest).toBe(false);
    expect(await getUser(other.email)).toMatchObject({ isVerified: false, isGuest: false });
    expect(await findMarkedRows()).toEqual([]);
  });

  test("cannot be set in a platoon or a loadout", async () => {
    const platoon = await makePlatoon(world);
    const { owner, member } = platoon.people;
    const loadout = createStarterLoadout(world.context.arsenals.bf4, "assault");
    for (const addition of ADDITIONS) {
      const { organizationId: _, ...rest } = { organizationId: "", ...addition };
      await postOrganization(member.visitor, "update", { organizationId: platoon.id, data: { name: "Owls", ...rest } });
      await postOrganization(owner.visitor, "update", { organizationId: platoon.id, data: { name: "Owls", ...rest } });
      const input = { name: "First", loadout, seenVersion: 0, ...addition, id: crypto.randomUUID() };
      await owner.visitor.post("/api/trpc/loadout.save", input);
    }
    const rows = await world.context.db.selectFrom("loadout").select(["version", "deletedAt"]).execute();
    expect(rows).toEqual(rows.map(() => ({ version: 1, deletedAt: null })));
    const { role } = await world.context.db
      .selectFrom("member")
      .select("role")
      .where("id", "=", member.memberId)
      .executeTakeFirstOrThrow();
    expect([rows.length > 0, role]).toEqual([true, "member"]);
    expect(await findMarkedRows()).toEqual([]);
  });

  test("cannot be set by prototype pollution", async () => {
    const email = "polluting@example.com";
    const body = `{"name":"Al","email":"${email}","password":"correct horse battery",${POLLUTING}}`;
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    for (const path of ["auth/sign-up/email", "auth/update-user", "trpc/loadout.save"]) {
      expect((await world.visitor().fetch(`/api/${path}`, init)).status).toBeLessThan(500);
    }
    expect(["emailVerified" in {}, "role" in {}]).toEqual([false, false]);
    expect((await getUser(email))?.isVerified ?? false).toBe(false);
  });
});

/** Signs up a user, then marks the address as unverified. */
async function signInUnverified() {
  const { visitor, account } = await signUpAndSignIn(world);
  await world.context.db.updateTable("user").set({ emailVerified: false }).where("email", "=", account.email).execute();
  return { visitor, account };
}

describe("an address", () => {
  const signIn = (email: string, password: string, visitor: Visitor = world.visitor()) =>
    visitor.post("/api/auth/sign-in/email", { email, password });

  test("is stored in lower case, and signs in in any case", async () => {
    const visitor = world.visitor();
    const person = { name: "Al", email: "Al.Pacheco@Example.COM", password: "correct horse battery" };
    await visitor.post("/api/auth/sign-up/email", person);
    const mail = await getNewestMail({ email: "al.pacheco@example.com" }, world);
    await visitor.fetch(getLink(mail));
    for (const email of [person.email, person.email.toLowerCase(), person.email.toUpperCase()]) {
      expect((await signIn(email, person.password)).status).toBe(200);
    }
  });

  test("gets mails in its stored form, whatever the case of the request", async () => {
    const { email } = await signUp(world.visitor());
    await world.visitor().post("/api/auth/request-password-reset", { email: email.toUpperCase() });
    await world
      .visitor()
      .post("/api/auth/email-otp/send-verification-otp", { email: email.toUpperCase(), type: "sign-in" });
    const addresses = (await world.mails()).map(({ to }) => to).filter((to) => to.toLowerCase() === email);
    expect(addresses).toEqual([email, email, email]);
  });

  test("that resembles another user's address cannot sign in and causes no mail", async () => {
    const visitor = world.visitor();
    const password = "correct horse battery";
    await visitor.post("/api/auth/sign-up/email", { name: "Al", email: "mark.ii@example.com", password });
    await visitor.fetch(getLink(await getNewestMail({ email: "mark.ii@example.com" }, world)));
    const before = (await world.mails()).length;
    const similarAddresses = [
      "mar\u212a.ii@example.com",
      "m\u0430rk.ii@example.com",
      "mark.\u0130i@example.com",
      "mark.\u0131i@example.com",
      "ｍａｒｋ.ii@example.com",
      "mark.ii@ex\u0430mple.com",
      "mark.ii@example\u3002com",
      "mark.ii@example.com\u200b",
      "mark.ii@example.com.",
      "mark.ii@example.com\0",
      "mark.ii@example.com%00",
      "mark.ii@example.com,al@evil.example",
      "mark.ii@example.com\nBcc: al@evil.example",
      "Mark <mark.ii@example.com>",
      '"mark.ii"@example.com',
      "markii@example.com",
      "mark.ii+x@example.com",
    ];
    for (const email of similarAddresses) {
      expect([email, (await signIn(email, password)).ok]).toEqual([email, false]);
      await world.visitor().post("/api/auth/request-password-reset", { email });
      await world.visitor().post("/api/auth/send-verification-email", { email });
    }
    expect((await world.mails()).length).toBe(before);
    expect((await signIn("mark.ii@example.com", password)).status).toBe(200);
  });

  test.for([" al@example.com", "al@example.com ", "\tal@example.com", "al @example.com"])(
    "is rejected with a space: %j",
    async (email) => {
      const response = await world
        .visitor()
        .post("/api/auth/sign-up/email", { name: "Al", email, password: "correct horse" });
      expect(response.status).toBe(400);
    },
  );
});
