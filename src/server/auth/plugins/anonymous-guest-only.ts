import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";

const onlyWithoutSession = createAuthMiddleware(async (ctx) => {
  const session = await getSessionFromCtx(ctx);
  if (!session || session.user["isAnonymous"]) return;
  throw APIError.from("BAD_REQUEST", { code: "SIGNED_IN", message: "You are signed in already." });
});

/** Refuses a guest for a signed-in person: the new session would replace theirs. */
export const anonymousGuestOnly = {
  id: "anonymous-guest-only",
  hooks: { before: [{ matcher: ({ path }) => path === "/sign-in/anonymous", handler: onlyWithoutSession }] },
} satisfies BetterAuthPlugin;
