// What a table with rows of people is. Its feature registers that once; merging a guest, deleting and exporting a person, and the
// tests' look at each statement all read it from there.
import type { Database } from "./database.ts";
import type { Tables } from "./schema.ts";

/** A merge of a guest into an account, at this instant. */
export type GuestMerge = { guestId: string; userId: string; at: string };

export type UserDataTable = {
  /**
   * The owner with which the primary key begins: every statement names it, because two owners may have the same id. Without it an id
   * is unique in the table.
   */
  key?: "userId" | "organizationId";
  /** The column that names the person; "userId" by default. Rows with another one belong to a platoon and stay with it. */
  person?: string;
  /** Gives a guest's rows to the account; without it they are deleted with the guest. */
  merge?: (trx: Database, merge: GuestMerge) => Promise<void>;
  /** Called before `merge` where a row of the guest had the id of one of the account's and got another. */
  onIdChanged?: (trx: Database, guestId: string, ids: { from: string; to: string }) => Promise<void>;
  /**
   * How many rows one transaction deletes once their person is gone: few of those that are large. Without it a foreign key deletes
   * them with the person.
   */
  purgedAtOnce?: number;
  /**
   * What the person's own export has: values of columns that hold JSON text or packed JSON, and not those that hold a secret or
   * other people's data. Without it there is nothing of the table.
   */
  export?: { json?: readonly string[]; packed?: readonly string[]; omit?: readonly string[] };
};

/** Each after those that it refers to. */
export type UserDataTables = { readonly [Table in keyof Tables]?: UserDataTable };

/** Those that no feature has. */
const SERVER_TABLES: UserDataTables = {
  session: {},
  account: {},
  passkey: { export: {} },
  job: {},
  stream: {},
};

/** The server's own tables and the features', in their order. */
export const listUserDataTables = (
  features: readonly { tables?: UserDataTables }[],
): readonly (readonly [keyof Tables, UserDataTable])[] =>
  [{ tables: SERVER_TABLES }, ...features].flatMap(
    ({ tables = {} }) => Object.entries(tables) as [keyof Tables, UserDataTable][],
  );
