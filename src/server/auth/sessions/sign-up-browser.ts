// Recognizes the browser that signed up: only there does the mailed link sign in. A person who signed up with someone
// else's address gets no session when the owner follows the link.
import type { BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { expireCookie, setCookieCache, setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Call } from "./signed-token.ts";

/** The lifetime of the link. */
const LIFETIME_S = 60 * 60;

const getCookie = ({ context }: Call) => context.createAuthCookie("sign_up", { maxAge: LIFETIME_S });

/** Also matches the response for an address that already has an account; its invented user does not reveal that. */
const waiting = z.object({ token: z.null(), user: z.object({ id: z.string() }) });

const rememberBrowser = createAuthMiddleware(async (ctx) => {
  const { data } = waiting.safeParse(ctx.context.returned);
  if (!data) return;
  const { name, attributes } = getCookie(ctx);
  await ctx.setSignedCookie(name, data.user.id, ctx.context.secret, attributes);
});

/**
 * Makes a session where the call comes from the browser in which the user signed up; one that is there stays. Whether
 * the browser has a session of the user now.
 */
export async function signInWhereSignedUp(ctx: Call, user: User): Promise<boolean> {
  const { internalAdapter, secret } = ctx.context;
  const cookie = getCookie(ctx);
  const isWhereSignedUp = (await ctx.getSignedCookie(cookie.name, secret)) === user.id;
  if (isWhereSignedUp) expireCookie(ctx, cookie);
  const own = await getSessionFromCtx(ctx, { disableCookieCache: true });
  if (own?.user.id === user.id) {
    await setCookieCache(ctx, { session: own.session, user }, false);
    return true;
  }
  if (!isWhereSignedUp) return false;
  const session = await internalAdapter.createSession(user.id);
  if (!session) {
    throw APIError.from("INTERNAL_SERVER_ERROR", {
      code: "FAILED_TO_CREATE_SESSION",
      message: "Failed to create session",
    });
  }
  await setSessionCookie(ctx, { session, user });
  return true;
}

export const signUpBrowser = {
  id: "sign-up-browser",
  hooks: { after: [{ matcher: ({ path }) => path === "/sign-up/email", handler: rememberBrowser }] },
} satisfies BetterAuthPlugin;
