// Mails the owner about every change to their sign-in methods, so that unwanted changes are noticed.
import { tryGetCurrentAuthEndpointContext } from "@better-auth/core/context";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Database } from "#server/database/database.ts";

/** What the calls change, by path. */
const CHANGES: Record<string, string> = {
  "/change-password": "Your password was changed",
  "/passkey/verify-registration": "A passkey was added",
  "/passkey/delete-passkey": "A passkey was removed",
  "/unlink-account": "A way to sign in was removed",
};

/** Mails the address that the account had when the call arrived. */
export type Tell = (email: string, what: string) => Promise<void>;

const MINUTE_MS = 60_000;

/**
 * Of a provider that was linked or a first password; the ways that a sign-up makes are no news, and a reset, which may
 * set a first password, sends a notice of its own.
 */
export async function tellOfNewWay(
  db: Database,
  tell: Tell,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<void> {
  if (tryGetCurrentAuthEndpointContext()?.path === "/reset-password") return;
  const user = await db.selectFrom("user").select(["email", "createdAt"]).where("id", "=", userId).executeTakeFirst();
  if (!user || Date.now() - new Date(user.createdAt).getTime() < MINUTE_MS) return;
  await tell(user.email, providerId === "credential" ? "A password was set" : "A way to sign in was added");
}

export function notices(tell: Tell) {
  const tellOfChange = createAuthMiddleware(async (ctx) => {
    const { returned, newSession } = ctx.context;
    const what = CHANGES[ctx.path];
    if (!what || isAPIError(returned)) return;
    const session = newSession ?? (await getSessionFromCtx(ctx));
    if (session) await tell(session.user.email, what);
  });
  return {
    id: "notices",
    hooks: { after: [{ matcher: ({ path }) => path !== undefined && path in CHANGES, handler: tellOfChange }] },
  } satisfies BetterAuthPlugin;
}
