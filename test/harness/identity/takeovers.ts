// An attacker's account that carries the victim's address, and what the two do with it.
import { expect } from "vitest";
import { getFixture } from "#test/fixtures/providers/all.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { type Account, linkIn, signUpAndIn } from "#test/harness/accounts.ts";
import { getUser } from "#test/harness/answers.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { type Authenticator, addPasskey, signInByPasskey } from "./passkeys.ts";
import { linkBy, type ProviderWorld, signInBy } from "./provider-flow.ts";

export const OWNER_PASSWORD = "the owner's own words";
let addresses = 0;
export const newAddress = () => {
  addresses += 1;
  return `victim-${addresses}@example.com`;
};

export type Takeover = {
  email: string;
  attacker: Visitor;
  account: Account;
  device: Authenticator;
  atDiscord: ReturnType<typeof aPerson>;
};

/** For the world that is current when they are called. */
export function testTakeovers(world: () => ProviderWorld) {
  const findMail = async (email: string, subject: string) => {
    const mail = (await world().mails()).find((mail) => mail.to === email && mail.subject.includes(subject));
    if (!mail) throw new Error(`There is no mail "${subject}" to ${email}.`);
    return mail;
  };

  /** The account of an attacker with a password, a passkey and a provider, moved to the victim's address. */
  async function takeOverAddress(email = newAddress()): Promise<Takeover> {
    const { visitor: attacker, account } = await signUpAndIn(world());
    const { device } = await addPasskey(attacker, world().origin);
    const atDiscord = aPerson({ email: account.email });
    await linkBy(world(), attacker, getFixture("discord"), atDiscord);
    await attacker.post("/api/auth/change-email", { newEmail: email });
    await attacker.fetch(linkIn(await findMail(account.email, "Confirm your new e-mail address")));
    expect(await getUser(attacker)).toMatchObject({ email, emailVerified: false });
    return { email, attacker, account, device, atDiscord };
  }

  /** The victim's browser follows the link that the change of address mailed. */
  async function verifyInOtherBrowser(takeover: Takeover): Promise<Visitor> {
    const victim = world().visitor();
    await victim.fetch(linkIn(await findMail(takeover.email, "Verify your e-mail address")));
    expect(await getUser(takeover.attacker)).toMatchObject({ emailVerified: true });
    return victim;
  }

  async function signInByCode(visitor: Visitor, email: string) {
    await visitor.post("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
    const otp = /\b\d{6}\b/.exec((await findMail(email, "sign-in code")).text)?.[0];
    const answer = await visitor.post("/api/auth/sign-in/email-otp", { email, otp });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  async function resetPassword(visitor: Visitor, email: string, newPassword = OWNER_PASSWORD) {
    await visitor.post("/api/auth/request-password-reset", { email, redirectTo: "/reset-password" });
    const landed = await visitor.fetch(linkIn(await findMail(email, "Choose a new password")));
    const token = new URL(landed.headers.get("location") ?? "", world().origin).searchParams.get("token");
    const answer = await visitor.post("/api/auth/reset-password", { token, newPassword });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  const signInByPassword = (visitor: Visitor, email: string, password: string) =>
    visitor.post("/api/auth/sign-in/email", { email, password });

  /** Which of the attacker's ways still open the account. */
  async function openTo({ email, attacker, account, device, atDiscord }: Takeover): Promise<string[]> {
    const open: string[] = [];
    if (await getUser(attacker)) open.push("session");
    if ((await signInByPassword(world().visitor(), email, account.password)).ok) open.push("password");
    if ((await signInByPasskey(world().visitor(), device)).ok) open.push("passkey");
    const byProvider = world().visitor();
    await signInBy(world(), byProvider, getFixture("discord"), atDiscord);
    if ((await getUser(byProvider))?.email === email) open.push("provider");
    return open;
  }

  return { findMail, takeOverAddress, verifyInOtherBrowser, signInByCode, resetPassword, signInByPassword, openTo };
}
