/** Least and most characters of a normalized password. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** A longer text is not normalized: no four characters become less than one. */
export const MAX_PASSWORD_INPUT = 4 * PASSWORD_LENGTH.max;

/**
 * The form in which a password is judged and stored (NFKC), so that every keyboard and system enters the same one. A text longer
 * than MAX_PASSWORD_INPUT stays as it is, and is too long.
 */
export const normalizePassword = (password: string): string =>
  password.length > MAX_PASSWORD_INPUT ? password : password.normalize("NFKC");

/** What people think of first on this very site. */
const OWN_WORDS = new Set(["fieldlocker", "battlefield", "locker", "bf", "portal", "platoon"]);

/** Whether the normalized password is on the list of common ones, or made of the site's own words or the person's address. */
export function isGuessable(password: string, common: ReadonlySet<string>, email?: string): boolean {
  const guess = password.toLowerCase();
  const core = getCore(guess);
  const address = email?.normalize("NFKC").toLowerCase();
  const [local = ""] = (address ?? "").split("@", 1);
  const own = address === undefined ? [] : [local, getCore(local)];
  return common.has(guess) || OWN_WORDS.has(core) || own.includes(core) || guess === address;
}

/** Without the digits and signs around the word: what an attacker tries next. */
const getCore = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** After a sign-in a session counts as fresh for this many seconds. */
export const FRESH_AGE_S = 10 * 60;

/** Names the person whose change a call sends: a device may send it after another person has signed in. */
export const OWNER_HEADER = "x-locker-owner";

/** Pixels of each side, and the most that a picture of them may take. */
export const AVATAR = { side: 256, maxBytes: 32 * 1024 } as const;

/** Path prefix under which avatars are served; an avatar with any other address is not shown. */
export const AVATAR_PATH = "/api/avatar/";

/** What proving an address may revoke, in the order in which it is shown. */
export const REVOCABLE = ["password", "passkeys", "providers", "sessions"] as const;
export type Revocable = (typeof REVOCABLE)[number];

/** The known names among these, which come from an answer or an address. */
export const filterRevocable = (names: readonly unknown[]): Revocable[] =>
  REVOCABLE.filter((name) => names.includes(name));
