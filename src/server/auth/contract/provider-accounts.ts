// Linked accounts as the specification names them: by provider and the provider's own id, beside the library's row id.
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

/** A provider, or the row that the library's own client names; one of them at least. */
const selection = z
  .object({ providerId: id, accountId: id, userId: id })
  .refine(({ providerId, accountId }) => providerId !== undefined || accountId !== undefined);

type Selection = Omit<z.infer<typeof selection>, "userId">;
type Linked = { id: string; providerId: string; accountId: string };

/** Without a provider only the library's row id identifies the account: two providers may use the same id. */
function chosen<Account extends Linked>(accounts: readonly Account[], { providerId, accountId }: Selection): Account {
  const account = accounts.find((candidate) => {
    if (providerId === undefined) return candidate.id === accountId;
    const ids: (string | undefined)[] = [undefined, candidate.accountId, candidate.id];
    return candidate.providerId === providerId && ids.includes(accountId);
  });
  if (!account) throw accountNotFound();
  return account;
}

const accountNotFound = (): APIError =>
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
      await internalAdapter.deleteAccount(chosen(accounts, ctx.body).id);
    });
    return ctx.json({ status: true });
  },
);

/** The account whose tokens are requested. Over HTTP it is always the caller's own, regardless of `userId`. */
async function tokenAccount(ctx: Call, { userId, ...named }: z.infer<typeof selection>): Promise<Linked> {
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
  const { providerId } = named;
  if (providerId !== undefined && !socialProviders.some((provider) => provider.id === providerId)) {
    const message = `Provider ${providerId} is not supported.`;
    throw APIError.from("BAD_REQUEST", { code: "PROVIDER_NOT_SUPPORTED", message });
  }
  return chosen(await internalAdapter.findAccounts(ownerId), named);
}

/**
 * One refresh at a time per account; parallel callers share its result. A provider that rotates refresh tokens accepts
 * the old one only once.
 */
function createTurns<Tokens>() {
  const underWay = new Map<string, Promise<Tokens>>();
  return (accountId: string, ask: () => Promise<Tokens>): Promise<Tokens> => {
    const turn = underWay.get(accountId) ?? ask().finally(() => underWay.delete(accountId));
    underWay.set(accountId, turn);
    return turn;
  };
}

type Answer<Call extends (...given: never[]) => unknown> = Awaited<ReturnType<Call>>;
const accessTurns = createTurns<Answer<typeof getAccessToken>>();
const refreshTurns = createTurns<Answer<typeof refreshToken>>();

const getAccessTokenOf = createAuthEndpoint("/get-access-token", { method: "POST", body: selection }, async (ctx) => {
  const { id: accountId } = await tokenAccount(ctx, ctx.body);
  const body = { accountId, userId: ctx.body.userId };
  return accessTurns(accountId, () => getAccessToken({ ...toInnerCall(ctx), body }));
});

const refreshTokenOf = createAuthEndpoint("/refresh-token", { method: "POST", body: selection }, async (ctx) => {
  const { id: accountId } = await tokenAccount(ctx, ctx.body);
  const body = { accountId, userId: ctx.body.userId };
  return refreshTurns(accountId, () => refreshToken({ ...toInnerCall(ctx), body }));
});

/** The specification's POST, by the provider's id of the account or the row's; the library's client uses its GET. */
const postAccountInfo = createAuthEndpoint(
  "/account-info",
  { method: "POST", body: z.object({ accountId: z.string() }), use: [sensitiveSessionMiddleware] },
  async (ctx) => {
    const accounts = await ctx.context.internalAdapter.findAccounts(ctx.context.session.user.id);
    const account = accounts.find((candidate) => [candidate.accountId, candidate.id].includes(ctx.body.accountId));
    if (!account) throw accountNotFound();
    return accountInfo({ ...toInnerCall(ctx), query: { accountId: account.id } });
  },
);

export const contractProviderAccounts = {
  id: "contract-provider-accounts",
  // The first three under the library's own keys: they stand in the place of its calls.
  endpoints: { unlinkAccount, getAccessToken: getAccessTokenOf, refreshToken: refreshTokenOf, postAccountInfo },
} satisfies BetterAuthPlugin;
