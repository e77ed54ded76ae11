// What one person may have: the one table of limits, which docs/data.md repeats. Limits of a single text stand with its schema.

/** Whose the limits are; a guest's are smaller, because an account takes in all that one guest has. */
export type Owner = { id: string; isGuest: boolean };

const MB = 1024 * 1024;

const LIMITS = {
  /** Loadouts of both games together, and with those that can still be restored. */
  loadouts: { account: 2000, guest: 200 },
  storedLoadouts: { account: 2500, guest: 300 },
  /** Bytes of what people wrote in all of these. */
  loadoutBytes: { account: 4 * MB, guest: 0.5 * MB },
  /** Bytes that imports hold until they expire. */
  importBytes: { account: 16 * MB, guest: 2 * MB },
  /** Soldiers, and with those that can still be restored. */
  soldiers: { account: 20, guest: 5 },
  storedSoldiers: { account: 40, guest: 10 },
  /** Of one soldier: old snapshots make room for new ones. */
  snapshots: { account: 400, guest: 400 },
  snapshotBytes: { account: 8 * MB, guest: 0.8 * MB },
  goals: { account: 200, guest: 50 },
  /** Public shares, and all stored ones including revoked and withdrawn ones. */
  shares: { account: 500, guest: 50 },
  storedShares: { account: 1000, guest: 100 },
} as const;

/** Folders of one locker. */
export const MAX_FOLDERS = 200;
/** Loadouts that one import brings. */
export const MAX_IMPORTED = LIMITS.loadouts.account;
/** Targets of one plan. */
export const MAX_PLANNED = 500;

export type LimitName = keyof typeof LIMITS;

/** The largest count, or bytes, that this person may have. */
export const getLimit = (name: LimitName, { isGuest }: Pick<Owner, "isGuest">): number =>
  LIMITS[name][isGuest ? "guest" : "account"];
