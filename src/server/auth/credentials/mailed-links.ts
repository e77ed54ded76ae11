// Of the links that were mailed to choose a new password, the newest alone is good; a new password or address ends all.
import { createHash } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import type { Database } from "#server/database/database.ts";

/** How the library stores the identifier of a verification. */
export const hashKey = (identifier: string): string => createHash("sha256").update(identifier).digest("base64url");

/** Ends the links for a new password and for deletion that were mailed to this person, but for the one of `token`. */
export async function endMailedLinks(db: Database, userId: string, token?: string): Promise<void> {
  const links = db.deleteFrom("verification").where("value", "=", userId);
  await (token === undefined ? links : links.where("identifier", "!=", hashKey(`reset-password:${token}`))).execute();
}

/** Ends the mailed links of who changes a password. */
export const linksEndWithPassword = (db: Database) =>
  ({
    id: "links-end-with-password",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/change-password",
          handler: createAuthMiddleware(async (ctx) => {
            const session = ctx.context.session;
            if (session && !isAPIError(ctx.context.returned)) await endMailedLinks(db, session.user.id);
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin;
