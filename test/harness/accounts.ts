// Helpers that sign up, verify and sign in a user before a test.
import { administer } from "#server/admin/admin.ts";
import type { AdminParts } from "#server/admin/admin-commands.ts";
import type { Context } from "#server/context.ts";
import type { StoredMail } from "#server/mail/mailer.ts";
import type { Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

export type Account = { name: string; email: string; password: string };

let accountCount = 0;

export async function signUp(visitor: Visitor): Promise<Account> {
  accountCount += 1;
  const account = {
    name: `Person ${accountCount}`,
    email: `person-${accountCount}@example.com`,
    password: "correct horse battery",
  };
  const response = await visitor.post("/api/auth/sign-up/email", account);
  if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`);
  return account;
}

/** Signs a visitor up and follows the link of the verification mail, which signs in the browser that signed up. */
export async function signUpAndSignIn(
  world: World,
  visitor = world.visitor(),
): Promise<{ visitor: Visitor; account: Account }> {
  const account = await signUp(visitor);
  const response = await visitor.fetch(getLink(await getNewestMail(account, world)));
  if (response.status !== 302) throw new Error(`The link answered ${response.status}: ${await response.text()}`);
  return { visitor, account };
}

/** Returns the newest mail to the account; another process may send mail to other people at the same time. */
export const getNewestMail = async ({ email }: Pick<Account, "email">, world: Pick<World, "mails">) =>
  (await world.mails()).find(({ to }) => to === email);

/** Returns the first link of a mail. */
export function getLink(mail: StoredMail | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0];
  if (!link) throw new Error("There is no mail with a link.");
  return link;
}

/** Runs a command of `npm run admin` and confirms its question. */
export const runAdmin = (
  { db, now }: Pick<Context, "db" | "now">,
  args: readonly string[],
  parts: Partial<AdminParts> = {},
) => administer({ db, now, confirm: async () => true, audit: async () => {}, report: () => {}, ...parts }, args);
