// Replaces messages and redirect codes of the library that differ from the specification.
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";

/** The specification's redirect code by the library's. */
const REDIRECT_CODES: Record<string, string> = {
  state_mismatch: "please_restart_the_process",
  state_invalid: "please_restart_the_process",
  email_does_not_match: "email_doesn't_match",
  TOKEN_EXPIRED: "token_expired",
  INVALID_TOKEN: "invalid_token",
  USER_NOT_FOUND: "user_not_found",
  INVALID_USER: "unauthorized",
};

const replaceMessages = createAuthMiddleware(async (ctx) => {
  const { returned } = ctx.context;
  if (!isAPIError(returned)) return;
  const { code, message = "" } = returned.body ?? {};
  if (code === "VALIDATION_ERROR") throw new APIError("BAD_REQUEST", getInvalidPart(message));
  if (ctx.path === "/send-verification-email" && code) {
    const text = VERIFICATION_TEXTS[code];
    if (text) throw new APIError("BAD_REQUEST", { code, message: text });
  }
});

const VERIFICATION_TEXTS: Record<string, string> = {
  EMAIL_ALREADY_VERIFIED: "You can only send a verification email to an unverified email.",
  EMAIL_MISMATCH: "You can only send a verification email to your own email.",
};

/** Returns the response body for invalid input. The details name each field: "[body.email] Invalid input: …". */
export function getInvalidPart(details: string): { code: string; message: string; details: string } {
  const part = details.startsWith("[query") ? "query" : "body";
  return { code: `INVALID_${part.toUpperCase()}`, message: `Invalid ${part} parameters`, details };
}

/** Returns the redirect target with its error code replaced by the specification's. */
export function toContractRedirect(location: string): string {
  const [, before = "", code = "", after = ""] = /^([^#]*[?&]error=)([\w']+)(.*)$/s.exec(location) ?? [];
  const contractCode = REDIRECT_CODES[code];
  return contractCode ? `${before}${encodeURIComponent(contractCode)}${after}` : location;
}

const replaceRedirectCode = createAuthMiddleware(async (ctx) => {
  const location = ctx.context.responseHeaders?.get("location");
  if (location) ctx.setHeader("location", toContractRedirect(location));
});

export const contractTexts = {
  id: "contract-texts",
  hooks: {
    after: [
      { matcher: ({ context }) => isAPIError(context.returned), handler: replaceMessages },
      { matcher: ({ path }) => path === "/callback/:id", handler: replaceRedirectCode },
    ],
  },
} satisfies BetterAuthPlugin;
