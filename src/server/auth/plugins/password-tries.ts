// Limits password attempts per account, by e-mail address, so that an address without an account behaves the same. A
// browser that signed in before has its own limit, which strangers cannot use up.
import { createHash, randomUUID } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { z } from "zod";
import type { RateLimiter } from "#server/limits/rate-limiter.ts";
import { tooMany } from "#server/limits/refusals.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAY_S = DAY_MS / 1000;
const QUARTER = { most: 20, windowMs: 15 * MINUTE_MS };
/** Without a success in between; only a new password helps then. */
const STREAK = { most: 100, windowMs: 3650 * DAY_MS };
const KNOWN_FOR_S = 180 * DAY_S;

const attempt = z.object({ email: z.email().toLowerCase() });
type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export function passwordTries(budget: RateLimiter) {
  const judge = createAuthMiddleware(async (ctx) => {
    const { data } = attempt.safeParse(ctx.body);
    if (!data) return;
    const [tries, streak] = countedAs(await getKey(ctx, data.email));
    const waitMs = await budget.spend(tries, QUARTER);
    if (waitMs > 0) throw tooMany(waitMs);
    if ((await budget.spend(streak, STREAK)) > 0) throw mustReset();
  });

  const forgive = createAuthMiddleware(async (ctx) => {
    const { data } = attempt.safeParse(ctx.body);
    const { returned } = ctx.context;
    // A refusal for another reason than the password is no wrong try, either.
    if (!data || (isAPIError(returned) && returned.body?.code !== "EMAIL_NOT_VERIFIED")) return;
    await budget.forgive(...countedAs(await getKey(ctx, data.email)));
  });

  return {
    id: "password-tries",
    hooks: {
      before: [{ matcher: ({ path }) => path === "/sign-in/email", handler: judge }],
      after: [
        { matcher: ({ path }) => path === "/sign-in/email", handler: forgive },
        { matcher: () => true, handler: rememberBrowser },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const rememberBrowser = createAuthMiddleware(async (ctx) => {
  const user = ctx.context.newSession?.user;
  if (!user || user["isAnonymous"] || (await getKey(ctx, user.email)) !== user.email) return;
  const { name, attributes } = getCookie(ctx);
  const value = `${getMark(user.email)}.${randomUUID()}`;
  await ctx.setSignedCookie(name, value, ctx.context.secret, { ...attributes, maxAge: KNOWN_FOR_S });
});

/** Forgets the wrong passwords of strangers, as after a reset. */
export async function forgetTries(budget: RateLimiter, email: string): Promise<void> {
  await budget.forgive(...countedAs(email.toLowerCase()));
}

const countedAs = (key: string) => [`tries:${key}`, `streak:${key}`] as const;

/** The address, or, in a browser that signed in with it before, the address and that browser. */
async function getKey(ctx: Call, email: string): Promise<string> {
  const known = await ctx.getSignedCookie(getCookie(ctx).name, ctx.context.secret);
  const [owner, browser] = (known || "").split(".");
  return owner === getMark(email) ? `${email}:${browser}` : email;
}

const getCookie = (ctx: Call) => ctx.context.createAuthCookie("known_browser");

const getMark = (email: string): string => createHash("sha256").update(email).digest("base64url");

const mustReset = (): APIError =>
  APIError.from("FORBIDDEN", {
    code: "PASSWORD_LOCKED",
    message: "Too many wrong passwords were tried. Choose a new one by “Forgot password”.",
  });
