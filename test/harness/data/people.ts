// The features' registrations about users, without a server.
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

/** Returns the tasks of the hourly purge, which send no mails here. */
export const getChores = (context: Pick<ChoreParts, "config" | "arsenals">) =>
  listChores(FEATURES, PEOPLE, { ...context, sendMail: async () => {} });

/** Purges everything that has expired by `now`, in one run. */
export async function purgeAll(
  context: Pick<ChoreParts, "config" | "arsenals"> & { db: Database },
  now: Date,
  db = context.db,
): Promise<void> {
  const run = createRun(Number.POSITIVE_INFINITY);
  for (const chore of getChores(context)) await chore(db, now, run);
}
