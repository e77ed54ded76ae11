// Signed tokens of mailed links. Each kind has its own fields and is accepted for its own purpose only.
import type { getSessionFromCtx } from "better-auth/api";
import { errors, jwtVerify } from "jose";
import { z } from "zod";

export type Call = Parameters<typeof getSessionFromCtx>[0];

const signed = { email: z.email(), userId: z.string(), iat: z.number(), exp: z.number() };

/** Proves that mail to the address is read. */
export const verificationToken = z.strictObject({ ...signed, userId: z.string().optional() });

/** Confirms, at the old address, that the user wants another one. */
export const changeToken = z.strictObject({
  ...signed,
  updateTo: z.email(),
  requestType: z.literal("change-email-confirmation"),
});

export const DISOWNING = "disown-account";

/** States that the recipient of the mail made no account. */
export const disowningToken = z.strictObject({ ...signed, requestType: z.literal(DISOWNING) });

export const DETACHING = "detach-address";

/** Proves that the mail to a new address was read by a person who did not ask for the change. */
export const detachingToken = z.strictObject({ ...signed, requestType: z.literal(DETACHING) });

/** The token's content, or why it is not of this kind. */
export async function readSignedToken<Kind extends z.ZodType>(
  token: string,
  secret: string,
  kind: Kind,
): Promise<z.infer<Kind> | "token_expired" | "invalid_token"> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ["HS256"] });
    return kind.safeParse(payload).data ?? "invalid_token";
  } catch (error) {
    return error instanceof errors.JWTExpired ? "token_expired" : "invalid_token";
  }
}

/** Marks the token as used; true for the first caller only. */
export const isFirstUse = ({ context }: Call, token: string, { exp }: { exp: number }): Promise<boolean> =>
  context.internalAdapter.reserveVerificationValue({
    identifier: `spent-${token}`,
    value: "spent",
    expiresAt: new Date(exp * 1000),
  });
