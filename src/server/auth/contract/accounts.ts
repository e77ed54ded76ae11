// Accounts, passwords and provider links as the specification's calls name and answer them.
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, createAuthMiddleware, originCheck, requestPasswordReset } from "better-auth/api";
import { z } from "zod";

const listedAccounts = z.array(
  z.object({
    id: z.string(),
    providerId: z.string(),
    createdAt: z.date(),
    updatedAt: z.date(),
    accountId: z.string(),
    scopes: z.array(z.string()),
  }),
);

/** Six fields of an account, and no more. */
const listWithSixFields = createAuthMiddleware(async (ctx) => {
  const { data } = listedAccounts.safeParse(ctx.context.returned);
  return data && ctx.json(data);
});

/** How a call of the library is asked from within one of ours. */
const VALUE_ALONE = { asResponse: false, returnHeaders: false, returnStatus: false } as const;

const resetRequest = z.object({ email: z.email(), redirectTo: z.string().optional() });

/** The older name of /request-password-reset. */
const forgetPassword = createAuthEndpoint(
  "/forget-password",
  {
    method: "POST",
    body: resetRequest,
    use: [originCheck((ctx) => ctx.body.redirectTo)],
    requireHeaders: true,
    requireRequest: true,
  },
  (ctx) => requestPasswordReset({ ...ctx, params: {}, ...VALUE_ALONE }),
);

export const contractAccounts = {
  id: "contract-accounts",
  endpoints: { forgetPassword },
  hooks: { after: [{ matcher: ({ path }) => path === "/list-accounts", handler: listWithSixFields }] },
} satisfies BetterAuthPlugin;
