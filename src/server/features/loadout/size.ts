const MB = 1024 * 1024;

/** Loadouts of both games together in one locker. A guest's may be merged into an account while its owner waits. */
export const LOCKER_SIZE = { account: 20_000, guest: 5000 };

/** Loadouts of one locker, the deleted ones among them. */
export const STORED_LOADOUTS = { account: 25_000, guest: 6000 };

/** Bytes of what people wrote in the loadouts of one locker, the deleted ones among them. */
export const LOCKER_BYTES = { account: 64 * MB, guest: 16 * MB };

/** Bytes that the imports of one person hold until they expire. */
export const IMPORT_BYTES = { account: 64 * MB, guest: 16 * MB };
