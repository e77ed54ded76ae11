/** A locker holds this many loadouts of both games together. */
export const LOCKER_SIZE = 20_000;
