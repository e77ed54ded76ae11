// The description of a table with user data, registered once by its feature. Guest merges, deletions, exports and the tests that check
// each statement use it.
import type { Database } from "./database.ts";
import type { Tables } from "./schema.ts";

/** A merge of a guest into an account at the instant `at`. */
export type GuestMerge = { guestId: string; userId: string; at: string };

export type UserDataTable = {
  /**
   * The owner column with which the primary key begins. Every statement must filter by it, because two owners may have the same id.
   * Without it, ids are unique in the table.
   */
  key?: "userId" | "organizationId";
  /** The column with the person's id; default: "userId". Rows with another column belong to a platoon and remain there. */
  personColumn?: string;
  /** Moves a guest's rows to the account; without it they are deleted with the guest. */
  merge?: (trx: Database, merge: GuestMerge) => Promise<void>;
  /** Called before `merge` when a guest's row got a new id because the account has a row with the same id. */
  onIdChanged?: (trx: Database, guestId: string, ids: { from: string; to: string }) => Promise<void>;
  /**
   * How many rows one transaction deletes after their person was deleted; small for large rows. Without it a foreign key deletes the
   * rows with the person.
   */
  purgeChunkSize?: number;
  /**
   * How the table is exported: columns with JSON text, columns with compressed JSON, and omitted columns with secrets or other
   * people's data. Without it the table is not exported.
   */
  export?: { json?: readonly string[]; compressed?: readonly string[]; omit?: readonly string[] };
};

/** Each table follows the tables that it references. */
export type UserDataTables = { readonly [Table in keyof Tables]?: UserDataTable };

/** The tables that belong to no feature. */
const SERVER_TABLES: UserDataTables = {
  session: {},
  account: {},
  passkey: { export: {} },
  job: {},
  stream: {},
};

/** Returns the server's tables and those of the features, in order. */
export const listUserDataTables = (
  features: readonly { tables?: UserDataTables }[],
): readonly (readonly [keyof Tables, UserDataTable])[] =>
  [{ tables: SERVER_TABLES }, ...features].flatMap(
    ({ tables = {} }) => Object.entries(tables) as [keyof Tables, UserDataTable][],
  );
