// The account commands of npm run admin, and the types shared by all commands.
import { sql } from "kysely";
import { escapeUnprintable } from "#domain/text.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { createRun } from "#server/database/purge-run.ts";
import type { People } from "#server/people/people.ts";
import { lockPerson } from "#server/people/person-lock.ts";

const MAX_RESULTS = 50;

export type AdminParts = {
  db: Database;
  people: People;
  now: () => Date;
  /** Asks the operator before data is deleted permanently; the command ends if it returns false. */
  confirm(question: string): Promise<boolean>;
  /** Records a change in the audit log before it is made. */
  audit(command: string, target: string): Promise<void>;
  /** Prints a line about the progress of long work. */
  report(line: string): void;
};

export type AdminCommand = {
  /** The names of the arguments, for the usage text. */
  parameters: readonly string[];
  description: string;
  run(parts: AdminParts, ...args: string[]): Promise<string>;
};

export type Person = { id: string; name: string; email: string };

/** Returns a command whose first argument is the id of a person. */
export const withPerson =
  (change: (parts: AdminParts, person: Person, ...rest: string[]) => Promise<string>): AdminCommand["run"] =>
  async (parts, id = "", ...rest) =>
    change(parts, await getPerson(parts.db, id), ...rest);

export const PEOPLE_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  find: { parameters: ["TEXT"], description: "people whose id, name or address has the text in it", run: find },
  verify: {
    parameters: ["ID"],
    description: "counts the person's e-mail address as verified",
    run: withPerson(verify),
  },
  "sign-out": { parameters: ["ID"], description: "ends every session of the person", run: withPerson(signOut) },
  ban: {
    parameters: ["ID"],
    description: "ends every session, and refuses each further sign-in",
    run: withPerson(ban),
  },
  unban: { parameters: ["ID"], description: "lets the person sign in again", run: withPerson(unban) },
  delete: {
    parameters: ["ID"],
    description: "permanently deletes the person and all their data",
    run: withPerson(remove),
  },
  mails: {
    parameters: [],
    description: "mails that were given up within 14 days, the newest first",
    run: listDeadMails,
  },
};

async function find({ db }: AdminParts, text = ""): Promise<string> {
  // SQLite's lower() changes only ASCII letters, so search for the text as typed, too.
  const patterns = [text, text.toLowerCase()].map((variant) => `%${variant.replace(/[\\%_]/g, "\\$&")}%`);
  const users = await db
    .selectFrom("user")
    .select(["id", "name", "email", "emailVerified", "isAnonymous", "bannedAt", "createdAt"])
    .where(({ or }) =>
      or(
        ["id", "name", "email"].flatMap((column) =>
          patterns.map((like) => sql<boolean>`lower(${sql.ref(column)}) LIKE lower(${like}) ESCAPE '\\'`),
        ),
      ),
    )
    .orderBy("createdAt", "desc")
    .limit(MAX_RESULTS)
    .execute();
  if (users.length === 0) return "No user found.\n";
  const lines = users.map((user) => {
    const kind = user.isAnonymous ? "guest" : user.emailVerified ? "verified" : "unverified";
    const [email, name] = [user.email, user.name].map(escapeUnprintable);
    const state = user.bannedAt === null ? kind : `${kind}, banned`;
    return `${user.id}  ${new Date(user.createdAt).toISOString().slice(0, 10)}  ${state}  ${email}  ${name}`;
  });
  return formatNewest(lines);
}

/** Joins the lines of a query with `limit(MAX_RESULTS)`, and adds a note if there may be more. */
const formatNewest = (lines: readonly string[]): string =>
  [...lines, ...(lines.length === MAX_RESULTS ? [`The ${MAX_RESULTS} newest; there may be more.`] : []), ""].join("\n");

async function getPerson(db: Database, id: string): Promise<Person> {
  const person = await db.selectFrom("user").select(["id", "name", "email"]).where("id", "=", id).executeTakeFirst();
  if (!person) throw new Error(`No user has the id ${escapeUnprintable(id)}: npm run admin -- find lists ids.`);
  return { id, name: escapeUnprintable(person.name), email: escapeUnprintable(person.email) };
}

/** Sets `emailVerified` but not `addressProvenAt`: the first sign-in that proves the address still revokes older credentials. */
async function verify({ db, now, audit }: AdminParts, { id, email }: Person): Promise<string> {
  await audit("verify", id);
  await db.updateTable("user").set({ emailVerified: true, updatedAt: now() }).where("id", "=", id).execute();
  return `${email} counts as verified.\n`;
}

async function endSessions(db: Database, userId: string): Promise<string> {
  const ended = await db.deleteFrom("session").where("userId", "=", userId).returning("id").execute();
  return `${ended.length} session${ended.length === 1 ? "" : "s"} ended`;
}

async function signOut({ db, audit }: AdminParts, { id, email }: Person): Promise<string> {
  await audit("sign-out", id);
  return `${email} is signed out: ${await endSessions(db, id)}.\n`;
}

/** Holds the person's lock, which each sign-in also takes, so that no session is created during the ban. */
async function ban({ db, now, audit }: AdminParts, { id, email }: Person): Promise<string> {
  await audit("ban", id);
  const ended = await inTransaction(db, async (trx) => {
    await lockPerson(trx, id);
    await trx.updateTable("user").set({ bannedAt: now().toISOString() }).where("id", "=", id).execute();
    return endSessions(trx, id);
  });
  return `${email} is banned: ${ended}.\n`;
}

async function unban({ db, audit }: AdminParts, { id, email }: Person): Promise<string> {
  await audit("unban", id);
  await db.updateTable("user").set({ bannedAt: null }).where("id", "=", id).execute();
  return `${email} may sign in again.\n`;
}

async function remove({ db, people, confirm, audit }: AdminParts, { id, email, name }: Person): Promise<string> {
  if (!(await confirm(`Delete ${email} (${name}) and all their data permanently?`))) return "Nothing is deleted.\n";
  await audit("delete", id);
  await people.deleteAccount({ db }, id);
  // The hourly purge does not run in this process, so delete all rows now.
  await people.purgePerson(db, id, createRun(Number.POSITIVE_INFINITY));
  return `${email} is deleted, and all that was theirs.\n`;
}

async function listDeadMails({ db }: AdminParts): Promise<string> {
  const dead = await db.selectFrom("deadMail").selectAll().orderBy("updatedAt", "desc").limit(MAX_RESULTS).execute();
  if (dead.length === 0) return "No mail was given up.\n";
  const lines = dead.map(({ to, subject, attempts, reason, updatedAt }) =>
    [updatedAt, escapeUnprintable(reason), `${attempts} attempts`, escapeUnprintable(to), quoteText(subject)].join(
      "  ",
    ),
  );
  return formatNewest(lines);
}

/** Quotes user text on one line and escapes control characters. */
export const quoteText = (text: string): string => escapeUnprintable(JSON.stringify(text));
