/** Pixels of each side, and the most that a picture of them may take. */
export const AVATAR = { side: 256, mostBytes: 32 * 1024 } as const;

/** Where a person's picture is served; every other address of one is shown by nobody. */
export const AVATAR_PATH = "/api/avatar/";
