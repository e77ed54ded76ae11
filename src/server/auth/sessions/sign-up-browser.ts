// Recognizes the browser that signed up, because the mailed link signs in only there. A person who signed up with someone else's
// address gets no session when the owner opens the link.
import type { BetterAuthPlugin, User } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { expireCookie, setCookieCache, setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Call } from "./signed-token.ts";

/** The lifetime of the link, and so of the cookie. */
const LIFETIME_S = 60 * 60;

const getCookie = ({ context }: Call) => context.createAuthCookie("sign_up", { maxAge: LIFETIME_S });

/** A sign-up that waits for verification. It also matches the response for a taken address, which has an invented user id. */
const pendingSignUp = z.object({ token: z.null(), user: z.object({ id: z.string() }) });

const rememberBrowser = createAuthMiddleware(async (ctx) => {
  const { data } = pendingSignUp.safeParse(ctx.context.returned);
  if (!data) return;
  const { name, attributes } = getCookie(ctx);
  await ctx.setSignedCookie(name, data.user.id, ctx.context.secret, attributes);
});

/**
 * Creates a session if the call comes from the browser that signed up, unless it has one already. Returns whether the browser now
 * has a session of the user.
 */
export async function signInSignUpBrowser(ctx: Call, user: User): Promise<boolean> {
  const { internalAdapter, secret } = ctx.context;
  const cookie = getCookie(ctx);
  const isSignUpBrowser = (await ctx.getSignedCookie(cookie.name, secret)) === user.id;
  if (isSignUpBrowser) expireCookie(ctx, cookie);
  const current = await getSessionFromCtx(ctx, { disableCookieCache: true });
  if (current?.user.id === user.id) {
    await setCookieCache(ctx, { session: current.session, user }, false);
    return true;
  }
  if (!isSignUpBrowser) return false;
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
