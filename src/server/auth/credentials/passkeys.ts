// Passkeys: the library's plugin, with user verification required at each ceremony, and the specified calls that it lacks.
import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  freshSessionMiddleware,
  getSessionFromCtx,
  isAPIError,
} from "better-auth/api";
import { z } from "zod";
import { m } from "#messages";
import type { WithLock } from "#platform/lock.ts";
import { decorateEndpoint, toInnerCall, updatedAt } from "#server/auth/contract/decorate-endpoint.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/database.ts";

/** Maximum of passkeys per user. */
const MAX_PASSKEYS = 20;

type PasskeyParts = { config: Pick<Config, "origin">; db: Database; withLock: WithLock };

/** Returns the library's plugin and our additions. */
export function passkeys(parts: PasskeyParts) {
  const { origin } = parts.config;
  const library = passkey({
    rpID: new URL(origin).hostname,
    rpName: "Fieldlocker",
    origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    // The library requests user verification but does not check the response for it.
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw createNotVerifiedError("Failed to verify registration");
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw createNotVerifiedError("Authentication failed");
      },
    },
  });
  const { fields } = library.schema.passkey;
  const { verifyPasskeyRegistration } = library.endpoints;
  const adapted = {
    ...library,
    schema: { passkey: { fields: { ...fields, updatedAt } } },
    endpoints: {
      ...library.endpoints,
      verifyPasskeyRegistration: decorateEndpoint(verifyPasskeyRegistration, refuseAsClientError),
    },
  };

  /** The specification's POST method. The address is accepted and ignored, so that the response reveals nothing. */
  const optionsByPost = createAuthEndpoint(
    "/passkey/generate-authenticate-options",
    { method: "POST", body: z.object({ email: z.string().optional() }).optional() },
    async (ctx) => {
      const innerCall = { ...toInnerCall(ctx), returnHeaders: true as const };
      const { headers, response } = await library.endpoints.generatePasskeyAuthenticationOptions(innerCall);
      for (const cookie of headers.getSetCookie()) ctx.responseHeaders.append("set-cookie", cookie);
      return ctx.json(response);
    },
  );

  const additions = {
    id: "passkeys",
    endpoints: { optionsByPost, deletePasskey: createDeletePasskey(parts) },
    hooks: {
      before: [
        { matcher: ({ path }) => path === "/passkey/generate-register-options", handler: checkRegistration(parts) },
      ],
      after: [
        { matcher: ({ path }) => path === "/passkey/generate-authenticate-options", handler: requireUserVerification },
      ],
    },
  } satisfies BetterAuthPlugin;
  return [adapted, additions] as const;
}

const createDeletePasskey = ({ db, withLock }: PasskeyParts) =>
  createAuthEndpoint(
    "/passkey/delete-passkey",
    { method: "POST", body: z.object({ id: z.string() }), use: [freshSessionMiddleware] },
    (ctx) => {
      const userId = ctx.context.session.user.id;
      return withLock(`passkeys:${userId}`, async () => {
        const userPasskeys = await db.selectFrom("passkey").select("id").where("userId", "=", userId).execute();
        if (!userPasskeys.some(({ id }) => id === ctx.body.id)) {
          throw APIError.from("NOT_FOUND", { code: "PASSKEY_NOT_FOUND", message: "Passkey not found" });
        }
        const accounts = await ctx.context.internalAdapter.findAccounts(userId);
        if (userPasskeys.length + accounts.length === 1) {
          throw APIError.from("BAD_REQUEST", {
            code: "FAILED_TO_UNLINK_LAST_ACCOUNT",
            message: "You can't unlink your last account",
          });
        }
        await db.deleteFrom("passkey").where("id", "=", ctx.body.id).execute();
        return ctx.json({ status: true });
      });
    },
  );

const checkRegistration = ({ db }: PasskeyParts) =>
  createAuthMiddleware(async (ctx) => {
    const user = (await getSessionFromCtx(ctx))?.user;
    if (!user) return;
    if (user["isAnonymous"]) {
      throw APIError.from("FORBIDDEN", { code: "GUEST", message: m.account_error_guest_passkey() });
    }
    const userPasskeys = await db.selectFrom("passkey").select("id").where("userId", "=", user.id).execute();
    if (userPasskeys.length >= MAX_PASSKEYS) {
      throw APIError.from("BAD_REQUEST", { code: "TOO_MANY_PASSKEYS", message: m.account_error_too_many_passkeys() });
    }
  });

const createNotVerifiedError = (message: string): APIError =>
  new APIError("UNAUTHORIZED", { code: "NOT_VERIFIED", message });

const requestOptions = z.looseObject({ challenge: z.string() });

const requireUserVerification = createAuthMiddleware(async (ctx) => {
  const { data } = requestOptions.safeParse(ctx.context.returned);
  return data && ctx.json({ ...data, userVerification: "required" });
});

/** Changes the status of a failed verification to 400; the library reports it as an internal error. */
async function refuseAsClientError(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "FAILED_TO_VERIFY_REGISTRATION") {
      throw new APIError("BAD_REQUEST", error.body);
    }
    throw error;
  }
}
