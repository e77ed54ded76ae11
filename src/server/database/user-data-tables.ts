// The tables that belong to a user: the list for merging a guest, deleting a user and exporting a locker.
import type { Tables } from "./schema.ts";

export type UserDataTable = {
  /** A guest's rows at sign-in: carried over to the account, or dropped with the guest. */
  merge: "carried" | "dropped";
  /** Deleted with the user by the foreign key. */
  delete: "cascade";
  /** Whether the rows are in the person's own export; secrets never are. */
  export: boolean;
  /** Columns that hold JSON text; an export has their values. */
  json?: readonly string[];
  /** Columns that hold packed JSON; an export has their values. */
  packed?: readonly string[];
};

/**
 * The large tables, each with the column that names the owner of a row: the primary key begins with it, and every statement names
 * it. Each comes after those that it refers to.
 */
export const OWNED_TABLES = {
  loadout: "userId",
  folder: "userId",
  soldier: "userId",
  snapshot: "userId",
  goal: "userId",
  planItem: "userId",
  tick: "userId",
  lockerImport: "userId",
  importedLoadout: "userId",
  platoonLoadout: "organizationId",
  loadoutEvent: "organizationId",
} as const satisfies Partial<Record<keyof Tables, "userId" | "organizationId">>;

/** Every table with a `userId`. */
export const USER_DATA_TABLES = {
  session: { merge: "dropped", delete: "cascade", export: false },
  account: { merge: "dropped", delete: "cascade", export: false },
  passkey: { merge: "dropped", delete: "cascade", export: true },
  member: { merge: "dropped", delete: "cascade", export: true },
  teamMember: { merge: "dropped", delete: "cascade", export: true },
  avatar: { merge: "dropped", delete: "cascade", export: true },
  loadout: { merge: "carried", delete: "cascade", export: true, json: ["body", "tags"] },
  folder: { merge: "carried", delete: "cascade", export: true },
  share: { merge: "carried", delete: "cascade", export: true, json: ["body"] },
  soldier: { merge: "carried", delete: "cascade", export: true, json: ["unconfirmed"] },
  snapshot: { merge: "carried", delete: "cascade", export: true, json: ["figures"], packed: ["body"] },
  tick: { merge: "carried", delete: "cascade", export: true },
  planItem: { merge: "carried", delete: "cascade", export: true },
  goal: { merge: "carried", delete: "cascade", export: true, json: ["body"] },
  /** Guests are in no platoon. */
  loadoutCopy: { merge: "dropped", delete: "cascade", export: true },
  boardConsent: { merge: "dropped", delete: "cascade", export: true, json: ["figureGroups"] },
  feedMark: { merge: "dropped", delete: "cascade", export: true },
  memberRemoval: { merge: "dropped", delete: "cascade", export: true },
  /** A guest's jobs end with the guest. */
  job: { merge: "dropped", delete: "cascade", export: false },
  statisticsPage: { merge: "dropped", delete: "cascade", export: false },
  lockerImport: { merge: "dropped", delete: "cascade", export: false },
  /** Deleted with its import by the foreign key. */
  importedLoadout: { merge: "dropped", delete: "cascade", export: false },
  stream: { merge: "dropped", delete: "cascade", export: false },
} as const satisfies {
  [Table in keyof Tables as Tables[Table] extends { userId: string } ? Table : never]: UserDataTable;
};

/**
 * What a person brought to platoons, with the column that names the person, for the export alone: the platoon holds the rows.
 * What the person did not leave to a platoon, what its feed has of their soldiers, their invite links and the platoons that
 * only they can bring back are deleted with the account; the rest stays with the platoon and shows a former member. Guests,
 * who alone are merged, are in no platoon. `omit` names columns that hold a secret or other people's data.
 */
export const PLATOON_DATA_TABLES = {
  platoonLoadout: { person: "authorId", json: ["body"] },
  loadoutEvent: { person: "actorId", json: ["body", "purpose"] },
  squadSheet: { person: "creatorId", json: ["places"], omit: ["linkId"] },
  platoonEvent: { person: "actorId", json: ["body"] },
  inviteLink: { person: "creatorId", omit: ["tokenHash"] },
  deletedPlatoon: { person: "deletedBy", omit: ["body"] },
} as const;
