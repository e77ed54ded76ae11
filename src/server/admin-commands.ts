// The commands of npm run admin that look at people and shares, and change them.
import { open, rm } from "node:fs/promises";
import { sql } from "kysely";
import { escapeUnprintable } from "#domain/text.ts";
import { deleteAccount } from "#server/auth/account-deletion.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { createRun } from "#server/database/purge-run.ts";
import { exportedAccount, exportPage } from "#server/features/account/export.ts";
import { dismissReports, reportedShares, withdrawShare } from "#server/features/share/repository.ts";
import { purgePerson } from "#server/people/deletion.ts";
import { lockPerson } from "#server/people/person-lock.ts";

const MAX_RESULTS = 50;

export type AdminParts = {
  db: Database;
  now: () => Date;
  /** Asks the operator before something is lost for good; false ends the command. */
  confirm(question: string): Promise<boolean>;
  /** Records a change before it is made. */
  audit(command: string, target: string): Promise<void>;
  /** Takes a line about the progress of long work. */
  report(line: string): void;
};

type Command = {
  /** The name of each argument. */
  takes: readonly string[];
  does: string;
  run(parts: AdminParts, ...given: string[]): Promise<string>;
};

type Person = { id: string; name: string; email: string };

const onPerson =
  (change: (parts: AdminParts, person: Person, ...rest: string[]) => Promise<string>): Command["run"] =>
  async (parts, id = "", ...rest) =>
    change(parts, await getPerson(parts.db, id), ...rest);

export const COMMANDS: Readonly<Record<string, Command>> = {
  find: { takes: ["TEXT"], does: "people whose id, name or address has the text in it", run: find },
  verify: { takes: ["ID"], does: "counts the person's e-mail address as verified", run: onPerson(verify) },
  "sign-out": { takes: ["ID"], does: "ends every session of the person", run: onPerson(signOut) },
  ban: { takes: ["ID"], does: "ends every session, and refuses each further sign-in", run: onPerson(ban) },
  unban: { takes: ["ID"], does: "lets the person sign in again", run: onPerson(unban) },
  export: { takes: ["ID", "FILE"], does: "writes all that is the person's to a new file", run: onPerson(exportTo) },
  delete: { takes: ["ID"], does: "deletes the person with all that is theirs, for good", run: onPerson(remove) },
  mails: { takes: [], does: "mails that were given up within 14 days, the newest first", run: deadMails },
  reports: { takes: [], does: "what was reported of shared loadouts, the most reported first", run: reports },
  withdraw: { takes: ["SHARE"], does: "takes a shared loadout down, and its reports off the list", run: withdraw },
  dismiss: { takes: ["SHARE"], does: "leaves it public, and takes its reports off the list", run: dismiss },
};

async function find({ db }: AdminParts, text = ""): Promise<string> {
  // SQLite lowers the letters of ASCII alone: others are found as they were typed.
  const patterns = [text, text.toLowerCase()].map((words) => `%${words.replace(/[\\%_]/g, "\\$&")}%`);
  const found = await db
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
  if (found.length === 0) return "No user found.\n";
  const lines = found.map((user) => {
    const kind = user.isAnonymous ? "guest" : user.emailVerified ? "verified" : "unverified";
    const [email, name] = [user.email, user.name].map(escapeUnprintable);
    const state = user.bannedAt === null ? kind : `${kind}, banned`;
    return `${user.id}  ${new Date(user.createdAt).toISOString().slice(0, 10)}  ${state}  ${email}  ${name}`;
  });
  return printNewest(lines);
}

/** The lines of a query with `limit(MAX_RESULTS)`, and that it may have had more. */
const printNewest = (lines: readonly string[]): string =>
  [...lines, ...(lines.length === MAX_RESULTS ? [`The ${MAX_RESULTS} newest; there may be more.`] : []), ""].join("\n");

async function getPerson(db: Database, id: string): Promise<Person> {
  const person = await db.selectFrom("user").select(["id", "name", "email"]).where("id", "=", id).executeTakeFirst();
  if (!person) throw new Error(`No user has the id ${escapeUnprintable(id)}: npm run admin -- find lists ids.`);
  return { id, name: escapeUnprintable(person.name), email: escapeUnprintable(person.email) };
}

/** The address is not proven by that: the first sign-in that proves it still revokes older credentials. */
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

/** Under the person's lock, which a sign-in takes before its session counts. */
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

/** JSON lines: the account first, then a line for each page of rows. Only the operator may read the file. */
async function exportTo({ db, audit }: AdminParts, { id, email }: Person, path = ""): Promise<string> {
  await audit("export", id);
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST"
      ? new Error(`${escapeUnprintable(path)} exists already; an export overwrites nothing.`)
      : error;
  });
  try {
    await file.write(`${JSON.stringify(await exportedAccount(db, id))}\n`);
    let cursor: Parameters<typeof exportPage>[2] = null;
    do {
      const page = await exportPage(db, id, cursor);
      await file.write(`${JSON.stringify(page.rows)}\n`);
      cursor = page.nextCursor;
    } while (cursor !== null);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return `All that is of ${email} is in ${escapeUnprintable(path)}. It holds personal data.\n`;
}

async function remove({ db, confirm, audit }: AdminParts, { id, email, name }: Person): Promise<string> {
  if (!(await confirm(`Delete ${email} (${name}) with all that is theirs, for good?`))) return "Nothing is deleted.\n";
  await audit("delete", id);
  await deleteAccount(db, id);
  // The hourly purge does not run in this process, so delete all rows now.
  await purgePerson(db, id, createRun(Number.POSITIVE_INFINITY));
  return `${email} is deleted, and all that was theirs.\n`;
}

async function deadMails({ db }: AdminParts): Promise<string> {
  const dead = await db.selectFrom("deadMail").selectAll().orderBy("updatedAt", "desc").limit(MAX_RESULTS).execute();
  if (dead.length === 0) return "No mail was given up.\n";
  const lines = dead.map(({ to, subject, attempts, reason, updatedAt }) =>
    [updatedAt, escapeUnprintable(reason), `${attempts} attempts`, escapeUnprintable(to), quoted(subject)].join("  "),
  );
  return printNewest(lines);
}

async function reports({ db }: AdminParts): Promise<string> {
  const shares = await reportedShares(db);
  if (shares.length === 0) return "Nothing was reported.\n";
  const lines = shares.map(({ id, game, name, userId, reports }) => {
    const given = reports.map(({ reason, text }) => `    ${reason}${text && `: ${quoted(text)}`}`);
    return [`${id}  /${game}?s=${id}  of ${userId}  ${quoted(name)}`, ...given].join("\n");
  });
  return `${lines.join("\n")}\n`;
}

/** Quotes text of users on one line, without control characters for the terminal. */
const quoted = (text: string): string => escapeUnprintable(JSON.stringify(text));

async function withdraw({ db, now, audit }: AdminParts, id = ""): Promise<string> {
  await audit("withdraw", id);
  if (!(await withdrawShare(db, id, now()))) throw new Error(`There is no share ${escapeUnprintable(id)}.`);
  return `${escapeUnprintable(id)} is taken down.\n`;
}

async function dismiss({ db, audit }: AdminParts, id = ""): Promise<string> {
  await audit("dismiss", id);
  const count = await dismissReports(db, id);
  return `${count} report${count === 1 ? "" : "s"} of ${escapeUnprintable(id)} dismissed.\n`;
}
