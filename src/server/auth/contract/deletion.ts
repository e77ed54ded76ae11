// Who may delete an account: by password, token or fresh session, and then by a mail. A guest has no mail, and may at once.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { deleteAccount } from "#server/auth/account-deletion.ts";
import type { Database } from "#server/database/database.ts";

const proofs = z.object({ password: z.string().optional(), token: z.string().optional() });
const deleted = z.object({ success: z.boolean(), message: z.string() });

type Call = Parameters<typeof getSessionFromCtx>[0];

const mayDelete = (db: Database) =>
  createAuthMiddleware(async (ctx) => {
    // The library refuses the call itself then.
    if (!ctx.context.options.user?.deleteUser?.enabled) return;
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const { data: proof } = proofs.safeParse(ctx.body ?? {});
    if (!proof) return;
    const { sessionConfig } = ctx.context;
    if (session.user["isAnonymous"]) {
      await deleteAccount(db, session.user.id);
      deleteSessionCookie(ctx);
      return ctx.json({ success: true, message: "User deleted", status: true });
    }
    if (proof.token) return keepForeignToken(ctx, proof.token);
    const ageMs = Date.now() - session.session.createdAt.getTime();
    const isFresh = sessionConfig.freshAge === 0 || ageMs < sessionConfig.freshAge * 1000;
    if (!proof.password && !isFresh) {
      const message = "Session expired. Re-authenticate to perform this action.";
      throw APIError.from("BAD_REQUEST", { code: "SESSION_EXPIRED", message });
    }
  });

/** Refuses a token that is not the caller's own before the library, which looks whose it is only once it is used up. */
async function keepForeignToken(ctx: Call, token: string): Promise<void> {
  const session = await getSessionFromCtx(ctx);
  const stored = await ctx.context.internalAdapter.findVerificationValue(`delete-account-${token}`);
  if (session && stored?.value !== session.user.id) {
    throw APIError.from("NOT_FOUND", { code: "INVALID_TOKEN", message: "Invalid token" });
  }
}

const mayFinish = createAuthMiddleware(async (ctx) => {
  const token: unknown = ctx.query?.["token"];
  if (typeof token === "string") await keepForeignToken(ctx, token);
});

const withStatus = createAuthMiddleware(async (ctx) => {
  const { data } = deleted.safeParse(ctx.context.returned);
  return data && ctx.json({ ...data, status: true });
});

export const contractDeletion = (db: Database) =>
  ({
    id: "contract-deletion",
    hooks: {
      before: [
        { matcher: ({ path }) => path === "/delete-user", handler: mayDelete(db) },
        { matcher: ({ path }) => path === "/delete-user/callback", handler: mayFinish },
      ],
      after: [{ matcher: ({ path }) => path === "/delete-user", handler: withStatus }],
    },
  }) satisfies BetterAuthPlugin;
