/** Pixels of each side, and the most that a picture of them may take. */
export const AVATAR = { side: 256, mostBytes: 32 * 1024 } as const;

/** Path prefix under which avatars are served; an avatar with any other address is not shown. */
export const AVATAR_PATH = "/api/avatar/";
