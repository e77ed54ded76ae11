// Which language a text is in: of the request that is answered, or of the person that a mail goes to.
import { AsyncLocalStorage } from "node:async_hooks";
import { overwriteGetLocale } from "#messages/compiled/runtime.js";
import { ALL_LANGUAGES, BASE_LANGUAGE, isLanguage, type Language } from "#messages/languages.ts";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import type { SessionOf } from "#server/auth/sessions/session-of.ts";
import type { Database } from "#server/database/database.ts";
import type { SendCounted, SendLetter } from "#server/mail/mailer.ts";

const active = new AsyncLocalStorage<Language>();

overwriteGetLocale(() => active.getStore() ?? BASE_LANGUAGE);

/** Runs it with every message, number and date in this language, in what it awaits too; outside of it all are English. */
export const withLanguage = <Result>(language: Language, run: () => Result): Result => active.run(language, run);

/** The language of a call for data: the one that the screens of the caller are in, from the query of its address. */
export function getCallLanguage(query: string): Language {
  const language = query.includes("lang=") ? new URLSearchParams(query).get("lang") : null;
  return isLanguage(language) ? language : BASE_LANGUAGE;
}

/**
 * Reads the language that the account of a session is set to; null without one, and where the account library alone could
 * say whose session it is: then the cookie, which is set together with the account, decides.
 */
export const createAccountLanguage =
  ({ db, sessionOf }: { db: Database; sessionOf: SessionOf }) =>
  async (cookies: string): Promise<string | null> => {
    try {
      const found = await sessionOf(cookies);
      if (found === null || found === "fallback") return null;
      const { id } = found.user;
      const user = await db.selectFrom("user").select("language").where("id", "=", id).executeTakeFirst();
      return user?.language ?? null;
    } catch (error) {
      // A page is there without the database, too.
      if (isDatabaseUnavailable(error)) return null;
      throw error;
    }
  };

/** The language that the browser of the present account call prefers. */
const reader = new AsyncLocalStorage<Language>();

/** Runs an account call, so that a mail which it causes is in the language of its caller where the recipient chose none. */
export const withReader = <Result>(headers: Headers, run: () => Result): Result => {
  const cookies = headers.get("cookie") ?? undefined;
  const acceptLanguage = headers.get("accept-language") ?? undefined;
  return reader.run(chooseLanguage({ cookies, acceptLanguage }, ALL_LANGUAGES), run);
};

/** Sends each mail in the language that the account of its address is set to, and otherwise in that of the present call. */
export const inRecipientLanguage =
  (db: Database, send: SendCounted): SendLetter =>
  async (to, compose, quota) => {
    const user = await db.selectFrom("user").select("language").where("email", "=", to).executeTakeFirst();
    const chosen = user?.language ?? reader.getStore() ?? active.getStore();
    await send(withLanguage(isLanguage(chosen) ? chosen : BASE_LANGUAGE, compose), quota);
  };

/** Holds a browser's choice. */
const COOKIE = /(?:^|;\s*)lang=([\w-]+)/;
const YEAR_S = 365 * 24 * 60 * 60;

/** A Set-Cookie header that holds a browser's choice; null ends it. */
export const getLanguageCookie = (language: Language | null, isHttps: boolean): string =>
  `lang=${language ?? ""}; Path=/; Max-Age=${language ? YEAR_S : 0}; SameSite=Lax; HttpOnly${isHttps ? "; Secure" : ""}`;

type Wishes = {
  /** Of a link that is meant for one language. */
  link?: string | undefined;
  /** The setting of the reader's account. */
  account?: string | null;
  cookies?: string | undefined;
  acceptLanguage?: string | undefined;
};

/** The first of these wishes that is among the offered languages. */
export function chooseLanguage(
  { link, account, cookies = "", acceptLanguage = "" }: Wishes,
  offered: readonly Language[],
): Language {
  const isOffered = (code: unknown): code is Language => isLanguage(code) && offered.includes(code);
  const chosen = [link, account, COOKIE.exec(cookies)?.[1]].find(isOffered);
  return chosen ?? negotiateLanguage(acceptLanguage, offered) ?? BASE_LANGUAGE;
}

/** The offered language that the header prefers: "de-AT" is answered with "de", and "pt" with "pt-BR". */
function negotiateLanguage(acceptLanguage: string, offered: readonly Language[]): Language | undefined {
  const ranges = acceptLanguage.split(",").flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
    return tag && Number(quality) > 0 ? [{ tag, quality: Number(quality) }] : [];
  });
  // Sorting is stable: of equal ones the first is preferred.
  for (const { tag } of ranges.toSorted((one, other) => other.quality - one.quality)) {
    if (tag === "*") return BASE_LANGUAGE;
    const primary = tag.split("-")[0];
    const found =
      offered.find((code) => code.toLowerCase() === tag) ??
      offered.find((code) => code.toLowerCase() === primary) ??
      offered.find((code) => code.toLowerCase().split("-")[0] === primary);
    if (found) return found;
  }
  return undefined;
}
