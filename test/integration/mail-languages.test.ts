// The language of a new account, and of the mails to it.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { m } from "#messages";
import { sendDigests } from "#server/features/platoon/digest.ts";
import { inRecipientLanguage } from "#server/http/language.ts";
import { aPerson } from "#test/fixtures/providers/provider.ts";
import { type Account, linkIn, newestMailTo, signUp, signUpAndIn } from "#test/harness/accounts.ts";
import { guest } from "#test/harness/data/lockers.ts";
import { call } from "#test/harness/data/platoons.ts";
import { makeProviderWorld, signInBy } from "#test/harness/identity/provider-flow.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

type Locale = "de" | "fr";
type Cause = {
  world: World;
  /** The German account, in a browser whose language is French. */
  visitor: Visitor;
  account: Account;
  /** Another person, in French, and a platoon of theirs. */
  other: Visitor;
  platoonId: string;
};

const invite = ({ other, platoonId }: Pick<Cause, "other" | "platoonId">, email: string) =>
  call(other, "invite-member", { email, role: "member", organizationId: platoonId });

/** The weekly mail to the person, who joins the platoon for it. */
async function sendDigest({ world, visitor, other, platoonId: organizationId, account }: Cause): Promise<void> {
  const { db, outbox, arsenals } = world.context;
  const { id: invitationId } = await (await invite({ other, platoonId: organizationId }, account.email)).json();
  await call(visitor, "accept-invitation", { invitationId });
  await visitor.trpc.platoon.feed.mark.mutate({ organizationId, wantsDigest: true });
  const later = new Date(Date.now() + 8 * 24 * 60 * 60_000);
  const at = later.toISOString();
  const entry = { kind: "published", body: "{}", actorId: "another", createdAt: at, updatedAt: at };
  await db
    .insertInto("platoonEvent")
    .values({ id: randomUUID(), organizationId, ...entry })
    .execute();
  const send = inRecipientLanguage(db, (mail) => outbox.enqueue(mail));
  await sendDigests({ sendMail: send, config: world, arsenals })(db, later);
}

describe("a mail", () => {
  const newEmail = "moved@example.com";
  const inLocale = (text: typeof m.mail_reset_subject) => (locale: Locale) => text({}, { locale });
  /** A name, what causes the mail, its subject, and its recipient where the address was moved; in this order. */
  const TO_ACCOUNT: readonly [string, (cause: Cause) => Promise<unknown>, (locale: Locale) => string, string?][] = [
    [
      "for a new password",
      ({ other, account: { email } }) => other.post("/api/auth/request-password-reset", { email }),
      inLocale(m.mail_reset_subject),
    ],
    [
      "about a second sign-up",
      ({ other, account }) => other.post("/api/auth/sign-up/email", account),
      inLocale(m.mail_registered_subject),
    ],
    [
      "with an invitation",
      (cause) => invite(cause, cause.account.email.toUpperCase()),
      inLocale(m.mail_invitation_subject),
    ],
    [
      "about the week of a platoon",
      sendDigest,
      (locale) => m.mail_digest_subject({ platoon: "Night Owls" }, { locale }),
    ],
    [
      "about a changed password",
      ({ visitor, account: { password } }) =>
        visitor.post("/api/auth/change-password", { currentPassword: password, newPassword: `${password} two` }),
      inLocale(m.mail_notice_password_changed),
    ],
    [
      "to delete the account",
      ({ visitor }) => visitor.post("/api/auth/delete-user"),
      inLocale(m.mail_deletion_subject),
    ],
    [
      "to confirm a new address",
      ({ visitor }) => visitor.post("/api/auth/change-email", { newEmail }),
      inLocale(m.mail_change_subject),
    ],
    [
      "about the new address, to the old one",
      async ({ world, visitor, account }) => visitor.fetch(linkIn(await newestMailTo(account, world))),
      inLocale(m.mail_notice_address_changed),
    ],
    ["to verify the new address", async () => {}, inLocale(m.mail_verify_subject), newEmail],
  ];

  test("is in the language of its recipient's account, and not of its cause", async () => {
    await using world = await makeWorld();
    const browser = (language: string) => {
      const visitor = world.visitor();
      visitor.cookies.set("lang", language);
      return visitor;
    };
    const { visitor, account } = await signUpAndIn(world, browser("de"));
    expect((await newestMailTo(account, world))?.subject).toBe(m.mail_verify_subject({}, { locale: "de" }));
    visitor.cookies.set("lang", "fr");
    const { visitor: other } = await signUpAndIn(world, browser("fr"));
    const { id } = await (await call(other, "create", { name: "Night Owls", slug: "night-owls" })).json();
    const cause: Cause = { world, visitor, account, other, platoonId: id };
    for (const [name, act, getSubject, email = account.email] of TO_ACCOUNT) {
      await act(cause);
      const mails = (await world.mails()).filter(({ to }) => to.toLowerCase() === email);
      expect(
        mails.map((mail) => mail.subject),
        name,
      ).toContain(getSubject("de"));
      expect(
        mails.map((mail) => mail.subject),
        name,
      ).not.toContain(getSubject("fr"));
    }
    await other.post("/api/auth/email-otp/send-verification-otp", { email: newEmail, type: "sign-in" });
    expect((await newestMailTo({ email: newEmail }, world))?.text).toContain(m.mail_code_text({}, { locale: "de" }));
    // There is no account whose language it could be.
    await invite(cause, "unknown@example.com");
    const invitation = await newestMailTo({ email: "unknown@example.com" }, world);
    expect(invitation?.subject).toBe(m.mail_invitation_subject({}, { locale: "fr" }));
  });

  test("is English where neither account nor browser name a language", async () => {
    await using world = await makeWorld();
    const account = await signUp(world.visitor());
    expect((await newestMailTo(account, world))?.subject).toBe(m.mail_verify_subject({}, { locale: "en" }));
  });
});

describe("a new account", () => {
  const getLanguage = async ({ trpc }: Visitor) => (await trpc.account.overview.query()).language;

  test("has the language that its browser asks for, also a guest, and one that a provider knows", async () => {
    await using world = await makeProviderWorld();
    const headers = { "accept-language": "de-AT, en;q=0.5", "content-type": "application/json" };
    const visitor = world.visitor();
    await visitor.fetch("/api/auth/sign-in/anonymous", { method: "POST", headers, body: "{}" });
    expect(await getLanguage(visitor)).toBe("de");
    const newcomer = world.visitor();
    newcomer.cookies.set("lang", "pl");
    await signInBy(world, newcomer, { id: "discord" }, aPerson());
    expect(await getLanguage(newcomer)).toBe("pl");
  });

  test("which has none gets the one of the browser that it next signs in with", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndIn(world);
    const signInWith = async (language: string) => {
      const visitor = world.visitor();
      visitor.cookies.set("lang", language);
      await visitor.post("/api/auth/sign-in/email", account);
      return getLanguage(visitor);
    };
    expect([await signInWith("pl"), await signInWith("de")]).toEqual(["pl", "pl"]);
  });

  test("takes the language of the guest that is merged into it, where it has none", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndIn(world);
    const mergeFrom = async (language: "de" | "fr") => {
      const visitor = await guest(world);
      await visitor.trpc.account.setLanguage.mutate({ language });
      await visitor.post("/api/auth/sign-in/email", account);
      return getLanguage(visitor);
    };
    expect(await getLanguage(owner)).toBeNull();
    expect([await mergeFrom("de"), await mergeFrom("fr")]).toEqual(["de", "de"]);
  });
});
