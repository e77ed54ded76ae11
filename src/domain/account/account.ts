/** Least and most characters of a password. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** What people think of first on this very site. */
const OWN_WORDS = new Set(["fieldlocker", "battlefield", "locker", "bf", "portal", "platoon"]);

/** Whether the password is on the list of common ones, or made of the site's own words or the person's address. */
export function isGuessable(password: string, common: ReadonlySet<string>, email?: string): boolean {
  const guess = password.toLowerCase();
  const core = getCore(guess);
  const [local = ""] = (email?.toLowerCase() ?? "").split("@", 1);
  const own = email === undefined ? [] : [local, getCore(local)];
  return common.has(guess) || OWN_WORDS.has(core) || own.includes(core) || guess === email?.toLowerCase();
}

/** Without the digits and signs around the word: what an attacker tries next. */
const getCore = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** After a sign-in a session counts as fresh for this many seconds. */
export const FRESH_AGE_S = 10 * 60;

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
