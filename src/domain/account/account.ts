/** Minimum and maximum length of a normalized password, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** A longer text is not normalized: normalization shortens a text to a quarter at most, so the result would be too long, too. */
export const MAX_PASSWORD_INPUT = 4 * PASSWORD_LENGTH.max;

/**
 * Returns the password in the form in which it is checked and hashed (NFKC), so that every keyboard and system enters the same
 * password. Returns a text longer than MAX_PASSWORD_INPUT unchanged; it is too long for a password.
 */
export const normalizePassword = (password: string): string =>
  password.length > MAX_PASSWORD_INPUT ? password : password.normalize("NFKC");

/** Words that are guessable because they name the site or its subject. */
const SITE_WORDS = new Set(["fieldlocker", "battlefield", "locker", "bf", "portal", "platoon"]);

/** Whether the normalized password is on the list of common passwords, or is made of the site's words or the user's address. */
export function isGuessable(password: string, common: ReadonlySet<string>, email?: string): boolean {
  const guess = password.toLowerCase();
  const trimmed = trimSymbols(guess);
  const address = email?.normalize("NFKC").toLowerCase();
  const [local = ""] = (address ?? "").split("@", 1);
  const addressParts = address === undefined ? [] : [local, trimSymbols(local)];
  return common.has(guess) || SITE_WORDS.has(trimmed) || addressParts.includes(trimmed) || guess === address;
}

/** Returns the text without the digits and symbols around it, as attackers try words with such additions. */
const trimSymbols = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** After a sign-in a session counts as fresh for this many seconds. */
export const FRESH_AGE_S = 10 * 60;

/** The request header with the id of the user who made a change: a device may send the change after another user has signed in. */
export const OWNER_HEADER = "x-locker-owner";

/** An avatar's width and height in pixels, and the maximum size of its file. */
export const AVATAR = { side: 256, maxBytes: 32 * 1024 } as const;

/** Path prefix under which avatars are served; an avatar with any other address is not shown. */
export const AVATAR_PATH = "/api/avatar/";

/** The credentials that verifying an address may revoke, in the order in which they are shown. */
export const REVOCABLE = ["password", "passkeys", "providers", "sessions"] as const;
export type Revocable = (typeof REVOCABLE)[number];

/** Returns the valid names among `names`, which come from a response or a URL. */
export const filterRevocable = (names: readonly unknown[]): Revocable[] =>
  REVOCABLE.filter((name) => names.includes(name));
