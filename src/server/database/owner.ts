import { sql } from "kysely";

/**
 * Whether a row is this person's, of rows that are looked up by their ids. An expression, so that SQLite takes the index of
 * the ids: by an index that begins with the person it reads everything the person has, 14,000 loadouts or their words.
 */
export const isOwnedBy = (userId: string) => sql<boolean>`"userId" || '' = ${userId}`;
