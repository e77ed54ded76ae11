// Plugins that adapt the account library to the specification, by topic.
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  freshSessionMiddleware,
  getSessionFromCtx,
  isAPIError,
  linkSocialAccount,
  sensitiveSessionMiddleware,
  signInSocial,
  signUpEmail,
} from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { m } from "#messages";
import { createPlainPage, escapeHtml } from "#platform/http/plain-page.ts";
import type { AuthParts } from "#server/auth/auth-parts.ts";
import type { OnDetached } from "#server/auth/credentials/detached-address.ts";
import { disownedAccount } from "#server/auth/providers/disowned-account.ts";
import { signUpBrowser } from "#server/auth/sessions/sign-up-browser.ts";
import type { Call } from "#server/auth/sessions/signed-token.ts";
import { decorateEndpoint } from "./decorate-endpoint.ts";
import { contractEmailChange, type OnAddressChanged } from "./email-change.ts";
import { contractMailRequests } from "./mail-requests.ts";
import { contractProviderAccounts } from "./provider-accounts.ts";
import { contractTexts } from "./texts.ts";
import { contractVerification } from "./verification.ts";

type ContractParts = Pick<AuthParts, "db" | "defer" | "deleteAccount">;

export const contract = (
  { db, defer, deleteAccount }: ContractParts,
  onAddressChanged: OnAddressChanged,
  onDetached: OnDetached,
) =>
  [
    contractSessions,
    contractAccounts,
    contractMailRequests({ db, defer }),
    contractProviderAccounts,
    contractProviderFlow,
    contractVerification({ db, onAddressChanged }),
    contractEmailChange({ db, onAddressChanged }),
    signUpBrowser,
    signUpRace,
    disownedAccount({ db, onDetached, deleteAccount }),
    contractDeletion(deleteAccount),
    contractPages,
    contractTexts,
  ] as const;

// The page that shows the error of a provider's callback when the caller gave no error page.

/** Its key is not `error`, because the library's own page would replace it there. */
const errorPage = createAuthEndpoint("/error", { method: "GET" }, async ({ query }) => {
  const code: unknown = query?.["error"];
  const errorCode = typeof code === "string" && code !== "" ? code : "Unknown";
  const content = `<p>${m.page_error_code({ code: `<code>${escapeHtml(errorCode)}</code>` })}</p>
<p><a href="/">${m.page_error_return()}</a></p>`;
  return createPlainPage({ title: m.page_error_title(), content, language: m.language_code() });
});

const contractPages: BetterAuthPlugin = { id: "contract-pages", endpoints: { errorPage } };

// Start of a provider sign-in: the specification's response if the flow's state cannot be stored. The library does not send it,
// because it does not await the call whose error it intends to catch.
export const STATE_LOST = "Unable to create verification";

async function reportLostState(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith(STATE_LOST))) throw error;
    throw APIError.from("INTERNAL_SERVER_ERROR", { code: "FAILED_TO_CREATE_VERIFICATION", message: STATE_LOST });
  }
}

const contractProviderFlow = {
  id: "contract-provider-flow",
  // These keys are the library's: our endpoints replace its own.
  endpoints: {
    signInSocial: decorateEndpoint(signInSocial(), reportLostState),
    linkSocialAccount: decorateEndpoint(linkSocialAccount, reportLostState),
  },
} satisfies BetterAuthPlugin;

// When two clients sign up with one address at the same time, the account library finds no user for either, and the database
// refuses the second insert.

/** Repeats the call, which then finds the user and responds as for any address that is taken. */
async function repeatIfUserExists(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "FAILED_TO_CREATE_USER") return call();
    throw error;
  }
}

const signUpRace = {
  id: "sign-up-race",
  // This key is the library's: our endpoint replaces its own.
  endpoints: { signUpEmail: decorateEndpoint(signUpEmail(), repeatIfUserExists) },
} satisfies BetterAuthPlugin;

// Sessions as specified: only the owner revokes a session, signing out needs a session, and sensitive calls need a fresh session.

/** Replaces the library's call, which reports success for an unknown token. */
const revokeSession = createAuthEndpoint(
  "/revoke-session",
  { method: "POST", body: z.object({ token: z.string() }), use: [sensitiveSessionMiddleware], requireHeaders: true },
  async (ctx) => {
    const { internalAdapter, session: caller } = ctx.context;
    const { token } = ctx.body;
    const stored = await internalAdapter.findSession(token);
    if (!stored) throw APIError.from("BAD_REQUEST", { code: "SESSION_NOT_FOUND", message: "Session not found" });
    if (stored.session.userId !== caller.user.id) {
      throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
    }
    await internalAdapter.deleteSession(token);
    if (token === caller.session.token) deleteSessionCookie(ctx);
    return ctx.json({ status: true });
  },
);

const requireSessionCookie = createAuthMiddleware(async (ctx) => {
  const { authCookies, secret } = ctx.context;
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  if (!token) throw APIError.from("BAD_REQUEST", { code: "FAILED_TO_GET_SESSION", message: "Failed to get session" });
});

/** These calls change who can sign in; the library accepts an old session for them. */
const SENSITIVE = new Set(["/change-email", "/link-social"]);

const requireFreshSession = createAuthMiddleware({ use: [freshSessionMiddleware] }, async () => {});

const contractSessions = {
  id: "contract-sessions",
  endpoints: { revokeSession },
  hooks: {
    before: [
      { matcher: ({ path }) => path === "/sign-out", handler: requireSessionCookie },
      { matcher: ({ path = "" }) => SENSITIVE.has(path), handler: requireFreshSession },
    ],
  },
} satisfies BetterAuthPlugin;

// Accounts, passwords and provider links with the names and responses of the specification.
const accountList = z.array(
  z.object({
    id: z.string(),
    providerId: z.string(),
    createdAt: z.date(),
    updatedAt: z.date(),
    accountId: z.string(),
    scopes: z.array(z.string()),
  }),
);

/** Reduces the listed accounts to the six specified fields. */
const reduceAccountFields = createAuthMiddleware(async (ctx) => {
  const { data } = accountList.safeParse(ctx.context.returned);
  return data && ctx.json(data);
});

const contractAccounts = {
  id: "contract-accounts",
  hooks: { after: [{ matcher: ({ path }) => path === "/list-accounts", handler: reduceAccountFields }] },
} satisfies BetterAuthPlugin;

// Deleting an account requires a password, a token or a fresh session, and then a mailed link. A guest has no address, so its
// account is deleted at once.
const deletionProof = z.object({ password: z.string().optional(), token: z.string().optional() });
const deletionResult = z.object({ success: z.boolean(), message: z.string() });

const checkDeletion = (deleteAccount: AuthParts["deleteAccount"]) =>
  createAuthMiddleware(async (ctx) => {
    // The library refuses the call if deletion is disabled.
    if (!ctx.context.options.user?.deleteUser?.enabled) return;
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const { data: proof } = deletionProof.safeParse(ctx.body ?? {});
    if (!proof) return;
    const { sessionConfig } = ctx.context;
    if (session.user["isAnonymous"]) {
      await deleteAccount(session.user.id);
      deleteSessionCookie(ctx);
      return ctx.json({ success: true, message: "User deleted", status: true });
    }
    if (proof.token) return refuseForeignToken(ctx, proof.token);
    const ageMs = Date.now() - session.session.createdAt.getTime();
    const isFresh = sessionConfig.freshAge === 0 || ageMs < sessionConfig.freshAge * 1000;
    if (!proof.password && !isFresh) {
      const message = "Session expired. Re-authenticate to perform this action.";
      throw APIError.from("BAD_REQUEST", { code: "SESSION_EXPIRED", message });
    }
  });

/** Refuses another user's token before the library consumes it: the library checks the owner only afterwards. */
async function refuseForeignToken(ctx: Call, token: string): Promise<void> {
  const session = await getSessionFromCtx(ctx);
  const stored = await ctx.context.internalAdapter.findVerificationValue(`delete-account-${token}`);
  if (session && stored?.value !== session.user.id) {
    throw APIError.from("NOT_FOUND", { code: "INVALID_TOKEN", message: "Invalid token" });
  }
}

const checkDeletionToken = createAuthMiddleware(async (ctx) => {
  const token: unknown = ctx.query?.["token"];
  if (typeof token === "string") await refuseForeignToken(ctx, token);
});

const addStatus = createAuthMiddleware(async (ctx) => {
  const { data } = deletionResult.safeParse(ctx.context.returned);
  return data && ctx.json({ ...data, status: true });
});

const contractDeletion = (deleteAccount: AuthParts["deleteAccount"]) =>
  ({
    id: "contract-deletion",
    hooks: {
      before: [
        { matcher: ({ path }) => path === "/delete-user", handler: checkDeletion(deleteAccount) },
        { matcher: ({ path }) => path === "/delete-user/callback", handler: checkDeletionToken },
      ],
      after: [{ matcher: ({ path }) => path === "/delete-user", handler: addStatus }],
    },
  }) satisfies BetterAuthPlugin;
