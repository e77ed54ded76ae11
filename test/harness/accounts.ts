// What people do before a story begins: sign up, verify, sign in.
import { administer } from "#server/admin/admin.ts";
import type { AdminParts } from "#server/admin/admin-commands.ts";
import type { Context } from "#server/context.ts";
import type { StoredMail } from "#server/mail/mailer.ts";
import type { Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

export type Account = { name: string; email: string; password: string };

let people = 0;

export async function signUp(visitor: Visitor): Promise<Account> {
  people += 1;
  const account = {
    name: `Person ${people}`,
    email: `person-${people}@example.com`,
    password: "correct horse battery",
  };
  const answer = await visitor.post("/api/auth/sign-up/email", account);
  if (!answer.ok) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`);
  return account;
}

/** A visitor with a verified account and a session: the link of the mail makes one where the sign-up was. */
export async function signUpAndIn(
  world: World,
  visitor = world.visitor(),
): Promise<{ visitor: Visitor; account: Account }> {
  const account = await signUp(visitor);
  const answer = await visitor.fetch(linkIn(await newestMailTo(account, world)));
  if (answer.status !== 302) throw new Error(`The link answered ${answer.status}: ${await answer.text()}`);
  return { visitor, account };
}

/** The newest mail to that person; another process may send mail to other people at the same time. */
export const newestMailTo = async ({ email }: Pick<Account, "email">, world: Pick<World, "mails">) =>
  (await world.mails()).find(({ to }) => to === email);

/** The first link of a mail. */
export function linkIn(mail: StoredMail | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0];
  if (!link) throw new Error("There is no mail with a link.");
  return link;
}

/** Runs a command of npm run admin whose question is answered with yes. */
export const runAdmin = (
  { db, now }: Pick<Context, "db" | "now">,
  args: readonly string[],
  parts: Partial<AdminParts> = {},
) => administer({ db, now, confirm: async () => true, audit: async () => {}, report: () => {}, ...parts }, args);
