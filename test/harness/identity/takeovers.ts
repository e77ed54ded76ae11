// Helpers for tests of an attacker's account that was moved to the victim's address.
import { expect } from "vitest";
import { getFixture } from "#test/fixtures/providers/all.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { type Account, getLink, signUpAndSignIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/responses.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { type Authenticator, addPasskey, signInWithPasskey } from "./passkeys.ts";
import { linkProvider, type ProviderWorld, signInWithProvider } from "./provider-flow.ts";

export const OWNER_PASSWORD = "the owner's own words";
let addressCount = 0;
export const createAddress = () => {
  addressCount += 1;
  return `victim-${addressCount}@example.com`;
};

export type Takeover = {
  email: string;
  attacker: Visitor;
  account: Account;
  device: Authenticator;
  atDiscord: ReturnType<typeof createPerson>;
};

/** Creates the helpers; each call uses the world that `world` returns at that time. */
export function createTakeoverHelpers(world: () => ProviderWorld) {
  const findMail = async (email: string, subject: string) => {
    const mail = (await world().mails()).find((mail) => mail.to === email && mail.subject.includes(subject));
    if (!mail) throw new Error(`There is no mail "${subject}" to ${email}.`);
    return mail;
  };

  /** Creates an attacker's account with a password, a passkey and a provider, and moves it to the victim's address. */
  async function takeOverAddress(email = createAddress()): Promise<Takeover> {
    const { visitor: attacker, account } = await signUpAndSignIn(world());
    const { device } = await addPasskey(attacker, world().origin);
    const atDiscord = createPerson({ email: account.email });
    await linkProvider(world(), attacker, getFixture("discord"), atDiscord);
    await attacker.post("/api/auth/change-email", { newEmail: email });
    await attacker.fetch(getLink(await findMail(account.email, "Confirm your new e-mail address")));
    expect(await getUser(attacker)).toMatchObject({ email, emailVerified: false });
    return { email, attacker, account, device, atDiscord };
  }

  /** Follows the link of the mail about the changed address in the victim's browser. */
  async function verifyInOtherBrowser(takeover: Takeover): Promise<Visitor> {
    const victim = world().visitor();
    await victim.fetch(getLink(await findMail(takeover.email, "Verify your e-mail address")));
    expect(await getUser(takeover.attacker)).toMatchObject({ emailVerified: true });
    return victim;
  }

  async function signInByCode(visitor: Visitor, email: string) {
    await visitor.post("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
    const otp = /\b\d{6}\b/.exec((await findMail(email, "sign-in code")).text)?.[0];
    const response = await visitor.post("/api/auth/sign-in/email-otp", { email, otp });
    expect(response.status).toBe(200);
    return response.json();
  }

  async function resetPassword(visitor: Visitor, email: string, newPassword = OWNER_PASSWORD) {
    await visitor.post("/api/auth/request-password-reset", { email, redirectTo: "/reset-password" });
    const redirect = await visitor.fetch(getLink(await findMail(email, "Choose a new password")));
    const token = new URL(redirect.headers.get("location") ?? "", world().origin).searchParams.get("token");
    const response = await visitor.post("/api/auth/reset-password", { token, newPassword });
    expect(response.status).toBe(200);
    return response.json();
  }

  const signInByPassword = (visitor: Visitor, email: string, password: string) =>
    visitor.post("/api/auth/sign-in/email", { email, password });

  /** Lists the attacker's credentials that still give access to the account. */
  async function listWorkingCredentials({ email, attacker, account, device, atDiscord }: Takeover): Promise<string[]> {
    const open: string[] = [];
    if (await getUser(attacker)) open.push("session");
    if ((await signInByPassword(world().visitor(), email, account.password)).ok) open.push("password");
    if ((await signInWithPasskey(world().visitor(), device)).ok) open.push("passkey");
    const byProvider = world().visitor();
    await signInWithProvider(world(), byProvider, getFixture("discord"), atDiscord);
    if ((await getUser(byProvider))?.email === email) open.push("provider");
    return open;
  }

  return {
    findMail,
    takeOverAddress,
    verifyInOtherBrowser,
    signInByCode,
    resetPassword,
    signInByPassword,
    listWorkingCredentials,
  };
}
