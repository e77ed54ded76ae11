import { createIndexes, type LargeIndex, type PreparedMigration, prepareIndexes } from "./large-tables.ts";

const INDEXES: readonly LargeIndex[] = [{ name: "invitationInviterId", table: "invitation", on: '("inviterId")' }];

/** The invitations of a person who leaves are found without a scan: once for each guest that the purge deletes. */
export const invitationInviter: PreparedMigration = {
  prepare: (db) => prepareIndexes(db, INDEXES),
  up: (db) => createIndexes(db, INDEXES),
};
