// The limits of what one user may store. Limits of a single text are next to its schema.

/** The user whom the limits apply to. A guest's limits are smaller, as an account must have room for all that a guest has. */
export type Owner = { id: string; isGuest: boolean };

const MB = 1024 * 1024;

const LIMITS = {
  /** Loadouts of both games together; `storedLoadouts` includes deleted loadouts that can still be restored. */
  loadouts: { account: 2000, guest: 200 },
  storedLoadouts: { account: 2500, guest: 300 },
  /** Bytes of the content of all these loadouts. */
  loadoutBytes: { account: 4 * MB, guest: 0.5 * MB },
  /** Bytes of the imports that have not expired. */
  importBytes: { account: 16 * MB, guest: 2 * MB },
  folders: { account: 200, guest: 200 },
  /** Soldiers; `storedSoldiers` includes deleted soldiers that can still be restored. */
  soldiers: { account: 20, guest: 5 },
  storedSoldiers: { account: 40, guest: 10 },
  /** Snapshots of one soldier; the oldest are deleted to make room. */
  snapshots: { account: 400, guest: 400 },
  snapshotBytes: { account: 8 * MB, guest: 0.8 * MB },
  goals: { account: 200, guest: 50 },
  /** Targets in the plan. */
  planned: { account: 500, guest: 500 },
  /** Public shares; `storedShares` includes those that were revoked or withdrawn. */
  shares: { account: 500, guest: 50 },
  storedShares: { account: 1000, guest: 100 },
} as const;

/** Maximum number of loadouts in an import. */
export const MAX_IMPORTED = LIMITS.loadouts.account;

export type LimitName = keyof typeof LIMITS;

/** Returns the maximum count or number of bytes for this user. */
export const getLimit = (name: LimitName, { isGuest }: Pick<Owner, "isGuest">): number =>
  LIMITS[name][isGuest ? "guest" : "account"];

/** The counts and bytes of a user's stored data, by limit. */
export type LimitUse = Partial<Record<LimitName, number>>;

/** A limit that is nearly reached. `percent` is rounded down, and exceeds 100 after a merge. */
export type NearLimit = { limit: LimitName; percent: number };

/** Users are notified from this percentage on. */
const NEAR_PERCENT = 90;

/** Returns the limits that are nearly reached. */
export const listNearLimits = (use: LimitUse, owner: Pick<Owner, "isGuest">): NearLimit[] =>
  (Object.entries(use) as [LimitName, number][])
    .map(([limit, used]) => ({ limit, percent: Math.floor((used * 100) / getLimit(limit, owner)) }))
    .filter(({ percent }) => percent >= NEAR_PERCENT);
