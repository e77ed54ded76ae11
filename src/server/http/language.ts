// The language of texts: that of the current request, or of the recipient of a mail.
import { AsyncLocalStorage } from "node:async_hooks";
import { BASE_LANGUAGE, isLanguage, type Language } from "#messages/languages.ts";
import { setActiveLanguage } from "#messages/message.ts";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import { dropCachedSession, type ReadSession } from "#server/auth/sessions/session-of.ts";
import type { Database } from "#server/database/database.ts";
import type { SendLetter, SendWithQuota } from "#server/mail/mailer.ts";

const activeLanguage = new AsyncLocalStorage<Language>();

setActiveLanguage(() => activeLanguage.getStore() ?? BASE_LANGUAGE);

/** Runs a function, including what it awaits, with all messages, numbers and dates in this language. Outside of it the language is English. */
export const withLanguage = <Result>(language: Language, run: () => Result): Result =>
  activeLanguage.run(language, run);

/** Returns the language of an API call from its query: the language of the caller's screens. */
export function getCallLanguage(query: URLSearchParams): Language {
  const language = query.get("lang");
  return isLanguage(language) ? language : BASE_LANGUAGE;
}

/** How long a page waits for the account's language before it uses the browser's. */
const ACCOUNT_TIMEOUT_MS = 300;

/**
 * Creates a function that returns the language of a session's account. It returns null if there is no language or no session, if only
 * the account library can read the session, and if the database is slow or unavailable.
 */
export function createAccountLanguageReader({ db, readSession }: { db: Database; readSession: ReadSession }) {
  const readLanguage = async (cookies: string): Promise<string | null> => {
    // Without this, `readSession` would not read a cached session.
    const current = await readSession(dropCachedSession(cookies));
    if (current === null || typeof current === "string") return null;
    const { id } = current.user;
    const user = await db.selectFrom("user").select("language").where("id", "=", id).executeTakeFirst();
    return user?.language ?? null;
  };
  return async (cookies: string): Promise<string | null> => {
    const reading = readLanguage(cookies).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return null;
      throw error;
    });
    // After the timeout an error of the read is ignored.
    reading.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, ACCOUNT_TIMEOUT_MS, null);
    });
    return Promise.race([reading, timeout]).finally(() => clearTimeout(timer));
  };
}

/** The language requested by the browser of the current account call. */
const callerLanguage = new AsyncLocalStorage<Language | null>();

/** Runs an account call, so that its mails have the caller's language if the recipient has not chosen one. */
export const withCaller = <Result>(headers: Headers, offered: readonly Language[], run: () => Result): Result =>
  callerLanguage.run(getRequestedLanguage(readRequest(headers), offered), run);

/** Returns the language requested by the browser of the current account call; null if there is none, and outside of a call. */
export const getCallerLanguage = (): Language | null => callerLanguage.getStore() ?? null;

/** Returns a function that sends mails in the language of the recipient's account, or of the current call if that has none. */
export const createRecipientSender =
  (db: Database, send: SendWithQuota): SendLetter =>
  async ({ id, email }, compose, quota) => {
    const users = db.selectFrom("user").select("language");
    const account = id === undefined ? users.where("email", "=", email.toLowerCase()) : users.where("id", "=", id);
    const chosen = (await account.executeTakeFirst())?.language ?? getCallerLanguage() ?? activeLanguage.getStore();
    await send(withLanguage(isLanguage(chosen) ? chosen : BASE_LANGUAGE, compose), quota);
  };

/** Matches the cookie with the browser's choice. */
const COOKIE = /(?:^|;\s*)lang=([\w-]+)/;
const YEAR_S = 365 * 24 * 60 * 60;

/** Returns a Set-Cookie header with the browser's choice; null deletes the cookie. */
export const getLanguageCookie = (language: Language | null, isHttps: boolean): string =>
  `lang=${language ?? ""}; Path=/; Max-Age=${language ? YEAR_S : 0}; SameSite=Lax; HttpOnly${isHttps ? "; Secure" : ""}`;

/** The preferences for the language of a response. */
type Preferences = {
  /** The language in the link. */
  link?: string | undefined;
  /** The setting of the reader's account. */
  account?: string | null;
  cookies?: string | undefined;
  acceptLanguage?: string | undefined;
};

const readRequest = (headers: Headers): Preferences => ({
  cookies: headers.get("cookie") ?? undefined,
  acceptLanguage: headers.get("accept-language") ?? undefined,
});

export type ReaderParts = {
  /** The offered languages. */
  languages: readonly Language[];
  getAccountLanguage: (cookies: string) => Promise<string | null>;
};

/**
 * Returns the language for a page and the setting of the reader's account. `getDefault` returns the language of the page for clients
 * without any preference, such as a chat that shows a preview.
 */
export async function getReaderLanguage(
  { languages, getAccountLanguage }: ReaderParts,
  headers: Headers,
  link?: string,
  getDefault?: () => Promise<string | null>,
): Promise<{ language: Language; account: string | null }> {
  const request = readRequest(headers);
  const account = languages.length > 1 && request.cookies ? await getAccountLanguage(request.cookies) : null;
  const preferences = { link, account, ...request };
  const hasNoPreference =
    [undefined, "", "*"].includes(request.acceptLanguage) && !findLanguage(preferences, languages);
  const defaultLanguage = hasNoPreference && languages.length > 1 ? await getDefault?.() : null;
  return {
    language: isOffered(defaultLanguage, languages) ? defaultLanguage : chooseLanguage(preferences, languages),
    account,
  };
}

/** Returns the offered language that matches the preferences. */
export const chooseLanguage = (preferences: Preferences, offered: readonly Language[]): Language =>
  findLanguage(preferences, offered) ?? BASE_LANGUAGE;

function findLanguage({ link, account, ...request }: Preferences, offered: readonly Language[]): Language | null {
  const chosen = [link, account].find((code) => isOffered(code, offered));
  return chosen ?? getRequestedLanguage(request, offered);
}

/** Returns the offered language in the cookie or in Accept-Language, or null. */
const getRequestedLanguage = (
  { cookies = "", acceptLanguage = "" }: Preferences,
  offered: readonly Language[],
): Language | null => {
  const chosen = COOKIE.exec(cookies)?.[1];
  return isOffered(chosen, offered) ? chosen : negotiateLanguage(acceptLanguage, offered);
};

const isOffered = (code: unknown, offered: readonly Language[]): code is Language =>
  isLanguage(code) && offered.includes(code);

/** Returns the offered language that the header prefers, or null; "de-AT" matches "de", and "pt" matches "pt-BR". */
function negotiateLanguage(acceptLanguage: string, offered: readonly Language[]): Language | null {
  const ranges = acceptLanguage.split(",").flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
    return tag && Number(quality) > 0 ? [{ tag, quality: Number(quality) }] : [];
  });
  // Sorting is stable, so that the first of equal weights is preferred.
  for (const { tag } of ranges.toSorted((a, b) => b.quality - a.quality)) {
    if (tag === "*") return null;
    const primary = tag.split("-")[0];
    const match =
      offered.find((code) => code.toLowerCase() === tag) ??
      offered.find((code) => code.toLowerCase() === primary) ??
      offered.find((code) => code.toLowerCase().split("-")[0] === primary);
    if (match) return match;
  }
  return null;
}
