/** Least and most characters of a password. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
