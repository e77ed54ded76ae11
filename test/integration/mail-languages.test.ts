// The language of new accounts, and of the mails to them.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { m } from "#messages";
import { sendDigests } from "#server/features/platoon/digest.ts";
import { createRecipientSender } from "#server/http/language.ts";
import { createPerson } from "#test/fixtures/providers/provider.ts";
import { type Account, getLink, getNewestMail, signUp, signUpAndSignIn } from "#test/harness/accounts.ts";
import { createGuest } from "#test/harness/data/lockers.ts";
import { postOrganization } from "#test/harness/data/platoons.ts";
import { makeProviderWorld, signInWithProvider } from "#test/harness/identity/provider-flow.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

type Locale = "de" | "fr";
type Cause = {
  world: World;
  /** Signed in to the German account, in a browser whose language is French. */
  visitor: Visitor;
  account: Account;
  /** Another user, whose language is French, with a platoon. */
  other: Visitor;
  platoonId: string;
};

const invite = ({ other, platoonId }: Pick<Cause, "other" | "platoonId">, email: string) =>
  postOrganization(other, "invite-member", { email, role: "member", organizationId: platoonId });

/** Lets the visitor join the platoon, and sends the weekly mail. */
async function sendDigest({ world, visitor, other, platoonId: organizationId, account }: Cause): Promise<void> {
  const { db, outbox, arsenals } = world.context;
  const { id: invitationId } = await (await invite({ other, platoonId: organizationId }, account.email)).json();
  await postOrganization(visitor, "accept-invitation", { invitationId });
  await visitor.trpc.platoon.feed.mark.mutate({ organizationId, wantsDigest: true });
  const later = new Date(Date.now() + 8 * 24 * 60 * 60_000);
  const at = later.toISOString();
  const entry = { kind: "published", body: "{}", actorId: "another", createdAt: at, updatedAt: at };
  await db
    .insertInto("platoonEvent")
    .values({ id: randomUUID(), organizationId, ...entry })
    .execute();
  const send = createRecipientSender(db, (mail) => outbox.enqueue(mail));
  await sendDigests({ sendMail: send, config: world, arsenals })(db, later);
}

describe("a mail", () => {
  const newEmail = "moved@example.com";
  const getSubjectIn = (text: typeof m.mail_reset_subject) => (locale: Locale) => text({}, { locale });
  /** Name, action that causes the mail, subject, and recipient if the address was changed. The order matters. */
  const TO_ACCOUNT: readonly [string, (cause: Cause) => Promise<unknown>, (locale: Locale) => string, string?][] = [
    [
      "for a new password",
      ({ other, account: { email } }) => other.post("/api/auth/request-password-reset", { email }),
      getSubjectIn(m.mail_reset_subject),
    ],
    [
      "about a second sign-up",
      ({ other, account }) => other.post("/api/auth/sign-up/email", account),
      getSubjectIn(m.mail_registered_subject),
    ],
    [
      "with an invitation",
      (cause) => invite(cause, cause.account.email.toUpperCase()),
      getSubjectIn(m.mail_invitation_subject),
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
      getSubjectIn(m.mail_notice_password_changed),
    ],
    [
      "to delete the account",
      ({ visitor }) => visitor.post("/api/auth/delete-user"),
      getSubjectIn(m.mail_deletion_subject),
    ],
    [
      "to confirm a new address",
      ({ visitor }) => visitor.post("/api/auth/change-email", { newEmail }),
      getSubjectIn(m.mail_change_subject),
    ],
    [
      "about the new address, to the old one",
      async ({ world, visitor, account }) => visitor.fetch(getLink(await getNewestMail(account, world))),
      getSubjectIn(m.mail_notice_address_changed),
    ],
    ["to verify the new address", async () => {}, getSubjectIn(m.mail_verify_subject), newEmail],
  ];

  test("is in the language of the recipient's account, not of the user who causes it", async () => {
    await using world = await makeWorld();
    const createBrowser = (language: string) => {
      const visitor = world.visitor();
      visitor.cookies.set("lang", language);
      return visitor;
    };
    const { visitor, account } = await signUpAndSignIn(world, createBrowser("de"));
    expect((await getNewestMail(account, world))?.subject).toBe(m.mail_verify_subject({}, { locale: "de" }));
    visitor.cookies.set("lang", "fr");
    const { visitor: other } = await signUpAndSignIn(world, createBrowser("fr"));
    const { id } = await (await postOrganization(other, "create", { name: "Night Owls", slug: "night-owls" })).json();
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
    expect((await getNewestMail({ email: newEmail }, world))?.text).toContain(m.mail_code_text({}, { locale: "de" }));
    // Without an account, the mail is in the language of the inviter.
    await invite(cause, "unknown@example.com");
    const invitation = await getNewestMail({ email: "unknown@example.com" }, world);
    expect(invitation?.subject).toBe(m.mail_invitation_subject({}, { locale: "fr" }));
  });

  test("is in English when neither the account nor the browser has a language", async () => {
    await using world = await makeWorld();
    const account = await signUp(world.visitor());
    expect((await getNewestMail(account, world))?.subject).toBe(m.mail_verify_subject({}, { locale: "en" }));
  });
});

describe("a new account", () => {
  const getLanguage = async ({ trpc }: Visitor) => (await trpc.account.overview.query()).language;

  test("of a guest or through a provider gets the language of the browser", async () => {
    await using world = await makeProviderWorld();
    const headers = { "accept-language": "de-AT, en;q=0.5", "content-type": "application/json" };
    const visitor = world.visitor();
    await visitor.fetch("/api/auth/sign-in/anonymous", { method: "POST", headers, body: "{}" });
    expect(await getLanguage(visitor)).toBe("de");
    const newcomer = world.visitor();
    newcomer.cookies.set("lang", "pl");
    await signInWithProvider(world, newcomer, { id: "discord" }, createPerson());
    expect(await getLanguage(newcomer)).toBe("pl");
  });

  test("without a language gets that of the browser at the next sign-in", async () => {
    await using world = await makeWorld();
    const { account } = await signUpAndSignIn(world);
    const signInWith = async (language: string) => {
      const visitor = world.visitor();
      visitor.cookies.set("lang", language);
      await visitor.post("/api/auth/sign-in/email", account);
      return getLanguage(visitor);
    };
    expect([await signInWith("pl"), await signInWith("de")]).toEqual(["pl", "pl"]);
  });

  test("without a language gets that of a guest who is merged into it", async () => {
    await using world = await makeWorld();
    const { visitor: owner, account } = await signUpAndSignIn(world);
    const mergeFrom = async (language: "de" | "fr") => {
      const visitor = await createGuest(world);
      await visitor.trpc.account.setLanguage.mutate({ language });
      await visitor.post("/api/auth/sign-in/email", account);
      return getLanguage(visitor);
    };
    expect(await getLanguage(owner)).toBeNull();
    expect([await mergeFrom("de"), await mergeFrom("fr")]).toEqual(["de", "de"]);
  });
});
