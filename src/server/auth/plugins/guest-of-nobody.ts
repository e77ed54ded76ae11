import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";

const onlyForNobody = createAuthMiddleware(async (ctx) => {
  const session = await getSessionFromCtx(ctx);
  if (!session || session.user["isAnonymous"]) return;
  throw APIError.from("BAD_REQUEST", { code: "SIGNED_IN", message: "You are signed in already." });
});

/** Makes no guest of somebody who is signed in: the new session would end the one they have. */
export const guestOfNobody = {
  id: "guest-of-nobody",
  hooks: { before: [{ matcher: ({ path }) => path === "/sign-in/anonymous", handler: onlyForNobody }] },
} satisfies BetterAuthPlugin;
