// Which language a text is in: of the request that is answered, or of the person that a mail goes to.
import { AsyncLocalStorage } from "node:async_hooks";
import { BASE_LANGUAGE, isLanguage, type Language } from "#messages/languages.ts";
import { setActiveLanguage } from "#messages/message.ts";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import { dropCachedSession, type SessionOf } from "#server/auth/sessions/session-of.ts";
import type { Database } from "#server/database/database.ts";
import type { SendCounted, SendLetter } from "#server/mail/mailer.ts";

const active = new AsyncLocalStorage<Language>();

setActiveLanguage(() => active.getStore() ?? BASE_LANGUAGE);

/** Runs it with every message, number and date in this language, in what it awaits too; outside of it all are English. */
export const withLanguage = <Result>(language: Language, run: () => Result): Result => active.run(language, run);

/** The language of a call for data: the one that the screens of the caller are in, from the query of its address. */
export function getCallLanguage(query: URLSearchParams): Language {
  const language = query.get("lang");
  return isLanguage(language) ? language : BASE_LANGUAGE;
}

/** A page waits this long for the database before it goes by the browser. */
const ACCOUNT_WITHIN_MS = 300;

/**
 * Reads the language that the account of a session is set to; null without one, where the account library alone could say whose
 * session it is, and where the database is late or unavailable: a page is there without it, too.
 */
export function createAccountLanguage({ db, sessionOf }: { db: Database; sessionOf: SessionOf }) {
  const read = async (cookies: string): Promise<string | null> => {
    // A cached session would not be looked up.
    const current = await sessionOf(dropCachedSession(cookies));
    if (current === null || typeof current === "string") return null;
    const { id } = current.user;
    const user = await db.selectFrom("user").select("language").where("id", "=", id).executeTakeFirst();
    return user?.language ?? null;
  };
  return async (cookies: string): Promise<string | null> => {
    const reading = read(cookies).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return null;
      throw error;
    });
    // Where it is late, what it fails with later is of no use.
    reading.catch(() => {});
    let late: NodeJS.Timeout | undefined;
    const giveUp = new Promise<null>((resolve) => {
      late = setTimeout(resolve, ACCOUNT_WITHIN_MS, null);
    });
    return Promise.race([reading, giveUp]).finally(() => clearTimeout(late));
  };
}

/** The language that the browser of the present account call asks for. */
const caller = new AsyncLocalStorage<Language | null>();

/** Runs an account call, so that what it causes can be in the language of its caller where the recipient chose none. */
export const withCaller = <Result>(headers: Headers, offered: readonly Language[], run: () => Result): Result =>
  caller.run(getRequestedLanguage(readRequest(headers), offered), run);

/** The language that the browser of the present account call asks for; null where it names none, and outside of a call. */
export const getCallerLanguage = (): Language | null => caller.getStore() ?? null;

/** Sends each mail in the language that the account of its recipient is set to, and otherwise in that of the present call. */
export const inRecipientLanguage =
  (db: Database, send: SendCounted): SendLetter =>
  async ({ id, email }, compose, quota) => {
    const users = db.selectFrom("user").select("language");
    const account = id === undefined ? users.where("email", "=", email.toLowerCase()) : users.where("id", "=", id);
    const chosen = (await account.executeTakeFirst())?.language ?? getCallerLanguage() ?? active.getStore();
    await send(withLanguage(isLanguage(chosen) ? chosen : BASE_LANGUAGE, compose), quota);
  };

/** Holds a browser's choice. */
const COOKIE = /(?:^|;\s*)lang=([\w-]+)/;
const YEAR_S = 365 * 24 * 60 * 60;

/** A Set-Cookie header that holds a browser's choice; null ends it. */
export const getLanguageCookie = (language: Language | null, isHttps: boolean): string =>
  `lang=${language ?? ""}; Path=/; Max-Age=${language ? YEAR_S : 0}; SameSite=Lax; HttpOnly${isHttps ? "; Secure" : ""}`;

/** What is known of the language that a request is to be answered in. */
type Preferences = {
  /** Of a link that is meant for one language. */
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
  /** The languages to choose from. */
  languages: readonly Language[];
  getAccountLanguage: (cookies: string) => Promise<string | null>;
};

/**
 * The language of a page that a person opens, and the setting of their account. `getDefault` answers the language of the page
 * for who names none at all, such as a chat that draws a preview of it.
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
  const isSilent = [undefined, "", "*"].includes(request.acceptLanguage) && !findLanguage(preferences, languages);
  const other = isSilent && languages.length > 1 ? await getDefault?.() : null;
  return { language: isOffered(other, languages) ? other : chooseLanguage(preferences, languages), account };
}

/** The offered language that a request is to be answered in. */
export const chooseLanguage = (preferences: Preferences, offered: readonly Language[]): Language =>
  findLanguage(preferences, offered) ?? BASE_LANGUAGE;

function findLanguage({ link, account, ...request }: Preferences, offered: readonly Language[]): Language | null {
  const chosen = [link, account].find((code) => isOffered(code, offered));
  return chosen ?? getRequestedLanguage(request, offered);
}

/** The offered language that a browser asks for, by an earlier choice or its settings; null where it names none. */
const getRequestedLanguage = (
  { cookies = "", acceptLanguage = "" }: Preferences,
  offered: readonly Language[],
): Language | null => {
  const chosen = COOKIE.exec(cookies)?.[1];
  return isOffered(chosen, offered) ? chosen : negotiateLanguage(acceptLanguage, offered);
};

const isOffered = (code: unknown, offered: readonly Language[]): code is Language =>
  isLanguage(code) && offered.includes(code);

/** The offered language that the header prefers: "de-AT" is answered with "de", and "pt" with "pt-BR"; null for any. */
function negotiateLanguage(acceptLanguage: string, offered: readonly Language[]): Language | null {
  const ranges = acceptLanguage.split(",").flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
    return tag && Number(quality) > 0 ? [{ tag, quality: Number(quality) }] : [];
  });
  // Sorting is stable: of equal ones the first is preferred.
  for (const { tag } of ranges.toSorted((one, other) => other.quality - one.quality)) {
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
