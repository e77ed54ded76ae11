// @postgres
// "This was not me": the owner of an address removes it from an account to which another person moved it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getLink } from "#test/harness/accounts.ts";
import { getLandingPath, makeProviderWorld, type ProviderWorld } from "#test/harness/identity/provider-flow.ts";
import { createTakeoverHelpers } from "#test/harness/identity/takeovers.ts";
import { getUser } from "#test/harness/responses.ts";

let world: ProviderWorld;
beforeAll(async () => {
  world = await makeProviderWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const { findMail, takeOverAddress, verifyInOtherBrowser, signInByCode } = createTakeoverHelpers(() => world);

describe("This was not me", () => {
  const LABEL = "This was not me: ";
  const getToken = (text: string) => new URL(text.split(LABEL)[1] ?? "").searchParams.get("disown");
  const disownAddress = async (token: string | null) => {
    const response = await world.visitor().post("/api/auth/disown-account", { token });
    return [response.status, await response.json()];
  };
  const REFUSED = [400, { code: "INVALID_TOKEN", message: "Invalid token" }];
  const getRow = (email: string) =>
    world.context.db
      .selectFrom("user")
      .select(["id", "email", "emailVerified", "addressProvenAt"])
      .where("email", "=", email)
      .executeTakeFirst();

  async function takeOverWithToken() {
    const takeover = await takeOverAddress();
    const { text } = await findMail(takeover.email, "Verify your e-mail address");
    expect(text.split(LABEL)[1]).toMatch(new RegExp(`^${world.origin}/verify-email\\?disown=[\\w.-]+&part=address$`));
    return { ...takeover, token: getToken(text) };
  }

  test("gives the account its previous, still verified address back, and notifies that address", async () => {
    const { email, attacker, account, token } = await takeOverWithToken();
    expect(await disownAddress(token)).toEqual([200, { status: true }]);
    expect(await getUser(attacker)).toMatchObject({ email: account.email, emailVerified: true });
    expect((await getRow(account.email))?.addressProvenAt).toEqual(expect.any(String));
    expect(await getRow(email)).toBeUndefined();
    await findMail(account.email, "The change of your e-mail address was undone");
  });

  test("frees the address, and invalidates the pending verification", async () => {
    const { email, attacker, token } = await takeOverWithToken();
    await disownAddress(token);
    const response = await attacker.fetch(getLink(await findMail(email, "Verify your e-mail address")));
    expect(getLandingPath(response)).toBe("/verify-email?error=user_not_found");
    await signInByCode(world.visitor(), email);
    expect(await getRow(email)).toBeDefined();
  });

  test("is refused once the account is deleted", async () => {
    const { attacker, account, token } = await takeOverWithToken();
    const { id } = await getUser(attacker);
    const { internalAdapter } = await world.context.auth.$context;
    await internalAdapter.deleteUser(id);
    const rows = await world.context.db.selectFrom("verification").select("value").execute();
    expect(JSON.stringify(rows)).not.toContain(account.email);
    expect(await disownAddress(token)).toEqual(REFUSED);
  });

  test("works once, and only until the address is proven", async () => {
    const used = await takeOverWithToken();
    await disownAddress(used.token);
    expect(await disownAddress(used.token)).toEqual(REFUSED);
    const proven = await takeOverWithToken();
    await signInByCode(world.visitor(), proven.email);
    expect(await disownAddress(proven.token)).toEqual(REFUSED);
    expect(await getRow(proven.email)).toBeDefined();
  });

  test("works after a mail scanner has followed the verification link", async () => {
    const takeover = await takeOverWithToken();
    await verifyInOtherBrowser(takeover);
    expect(await disownAddress(takeover.token)).toEqual([200, { status: true }]);
  });

  test("leaves the account without an address when the previous one belongs to another account by now", async () => {
    const { email, attacker, account, token } = await takeOverWithToken();
    await signInByCode(world.visitor(), account.email);
    expect(await disownAddress(token)).toEqual([200, { status: true }]);
    const { id } = await getUser(attacker);
    expect(await getUser(attacker)).toMatchObject({
      email: `${id.toLowerCase()}@detached.invalid`,
      emailVerified: false,
    });
    expect(await getRow(email)).toBeUndefined();
  });

  test("accepts no other token, and no GET", async () => {
    const { email, token } = await takeOverWithToken();
    const verificationLink = getLink(await findMail(email, "Verify your e-mail address"));
    expect(await disownAddress(new URL(verificationLink).searchParams.get("token"))).toEqual(REFUSED);
    expect((await world.visitor().fetch(`/api/auth/verify-email?token=${token}`)).status).toBe(401);
    await world.visitor().fetch(`/api/auth/disown-account?token=${token}`);
    await world.visitor().fetch(`/verify-email?disown=${token}`);
    expect(await getRow(email)).toBeDefined();
  });
});
