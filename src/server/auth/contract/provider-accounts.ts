// Linked accounts, identified as specified by the provider and the provider's id, in addition to the library's row id.
import { runWithTransaction } from "@better-auth/core/context";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  accountInfo,
  createAuthEndpoint,
  freshSessionMiddleware,
  getAccessToken,
  getSessionFromCtx,
  refreshToken,
  sensitiveSessionMiddleware,
} from "better-auth/api";
import { z } from "zod";
import type { Call } from "#server/auth/sessions/signed-token.ts";
import { toInnerCall } from "./decorate-endpoint.ts";

const id = z.string().max(300).optional();

/** The selection of an account: a provider, or a row id as sent by the library's client; at least one of them. */
const selection = z
  .object({ providerId: id, accountId: id, userId: id })
  .refine(({ providerId, accountId }) => providerId !== undefined || accountId !== undefined);

type Selection = Omit<z.infer<typeof selection>, "userId">;
type LinkedAccount = { id: string; providerId: string; accountId: string };

/** Returns the selected account. Without a provider `accountId` must be the row id, as two providers may use the same id. */
function selectAccount<Account extends LinkedAccount>(
  accounts: readonly Account[],
  { providerId, accountId }: Selection,
): Account {
  const account = accounts.find((candidate) => {
    if (providerId === undefined) return candidate.id === accountId;
    const ids: (string | undefined)[] = [undefined, candidate.accountId, candidate.id];
    return candidate.providerId === providerId && ids.includes(accountId);
  });
  if (!account) throw createNotFoundError();
  return account;
}

const createNotFoundError = (): APIError =>
  new APIError("BAD_REQUEST", { code: "ACCOUNT_NOT_FOUND", message: "Account not found" });

const unlinkAccount = createAuthEndpoint(
  "/unlink-account",
  { method: "POST", body: selection, use: [freshSessionMiddleware] },
  async (ctx) => {
    const { adapter, internalAdapter, session, options } = ctx.context;
    await runWithTransaction(adapter, async () => {
      // Serializes parallel unlinks: otherwise two could each see the other's account as the remaining one.
      await internalAdapter.updateUser(session.user.id, { updatedAt: new Date() });
      const accounts = await internalAdapter.findAccounts(session.user.id);
      if (accounts.length === 1 && !options.account?.accountLinking?.allowUnlinkingAll) {
        const message = "You can't unlink your last account";
        throw APIError.from("BAD_REQUEST", { code: "FAILED_TO_UNLINK_LAST_ACCOUNT", message });
      }
      await internalAdapter.deleteAccount(selectAccount(accounts, ctx.body).id);
    });
    return ctx.json({ status: true });
  },
);

/** Returns the account whose tokens are requested. Over HTTP it always belongs to the caller, regardless of `userId`. */
async function getTokenAccount(ctx: Call, { userId, ...selected }: z.infer<typeof selection>): Promise<LinkedAccount> {
  const { internalAdapter, socialProviders } = ctx.context;
  const session = await getSessionFromCtx(ctx, { disableCookieCache: true });
  if (!session && (ctx.request || ctx.headers)) {
    throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
  }
  const ownerId = session?.user.id ?? userId;
  if (!ownerId) {
    const message = "Either userId or session is required";
    throw APIError.from("BAD_REQUEST", { code: "USER_ID_OR_SESSION_REQUIRED", message });
  }
  const { providerId } = selected;
  if (providerId !== undefined && !socialProviders.some((provider) => provider.id === providerId)) {
    const message = `Provider ${providerId} is not supported.`;
    throw APIError.from("BAD_REQUEST", { code: "PROVIDER_NOT_SUPPORTED", message });
  }
  return selectAccount(await internalAdapter.findAccounts(ownerId), selected);
}

/**
 * Creates a single flight per account: parallel callers share one refresh, because a provider that rotates refresh tokens
 * accepts each token only once.
 */
function createSingleFlight<Tokens>() {
  const pendingCalls = new Map<string, Promise<Tokens>>();
  return (accountId: string, request: () => Promise<Tokens>): Promise<Tokens> => {
    const pending = pendingCalls.get(accountId) ?? request().finally(() => pendingCalls.delete(accountId));
    pendingCalls.set(accountId, pending);
    return pending;
  };
}

type Answer<Call extends (...given: never[]) => unknown> = Awaited<ReturnType<Call>>;
const accessTokenFlight = createSingleFlight<Answer<typeof getAccessToken>>();
const refreshTokenFlight = createSingleFlight<Answer<typeof refreshToken>>();

const accessTokenEndpoint = createAuthEndpoint(
  "/get-access-token",
  { method: "POST", body: selection },
  async (ctx) => {
    const { id: accountId } = await getTokenAccount(ctx, ctx.body);
    const body = { accountId, userId: ctx.body.userId };
    return accessTokenFlight(accountId, () => getAccessToken({ ...toInnerCall(ctx), body }));
  },
);

const refreshTokenEndpoint = createAuthEndpoint("/refresh-token", { method: "POST", body: selection }, async (ctx) => {
  const { id: accountId } = await getTokenAccount(ctx, ctx.body);
  const body = { accountId, userId: ctx.body.userId };
  return refreshTokenFlight(accountId, () => refreshToken({ ...toInnerCall(ctx), body }));
});

/** The specified POST call, with the provider's account id or the row id. The library's client uses the library's GET call. */
const postAccountInfo = createAuthEndpoint(
  "/account-info",
  { method: "POST", body: z.object({ accountId: z.string() }), use: [sensitiveSessionMiddleware] },
  async (ctx) => {
    const accounts = await ctx.context.internalAdapter.findAccounts(ctx.context.session.user.id);
    const account = accounts.find((candidate) => [candidate.accountId, candidate.id].includes(ctx.body.accountId));
    if (!account) throw createNotFoundError();
    return accountInfo({ ...toInnerCall(ctx), query: { accountId: account.id } });
  },
);

export const contractProviderAccounts = {
  id: "contract-provider-accounts",
  // The first three have the library's keys and replace its endpoints.
  endpoints: {
    unlinkAccount,
    getAccessToken: accessTokenEndpoint,
    refreshToken: refreshTokenEndpoint,
    postAccountInfo,
  },
} satisfies BetterAuthPlugin;
