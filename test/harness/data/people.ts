// What the features register of people, without a server.
import { type ChoreParts, listChores } from "#server/context.ts";
import type { Database } from "#server/database/database.ts";
import { createRun } from "#server/database/purge-run.ts";
import { FEATURES } from "#server/features.ts";
import { createPeople } from "#server/people/people.ts";

export const PEOPLE = createPeople(FEATURES);

/** The tables whose primary key begins with an owner, with the column that names the owner. */
export const OWNED_TABLES: Readonly<Record<string, string>> = Object.fromEntries(
  PEOPLE.tables.flatMap(([table, { key }]) => (key ? [[table, key]] : [])),
);

/** The tasks of the hourly purge, without mails. */
export const getChores = (context: Pick<ChoreParts, "config" | "arsenals">) =>
  listChores(FEATURES, PEOPLE, { ...context, sendMail: async () => {} });

/** Purges all that has ended by then, in one run. */
export async function purgeAll(
  context: Pick<ChoreParts, "config" | "arsenals"> & { db: Database },
  at: Date,
  db = context.db,
): Promise<void> {
  const run = createRun(Number.POSITIVE_INFINITY);
  for (const chore of getChores(context)) await chore(db, at, run);
}
