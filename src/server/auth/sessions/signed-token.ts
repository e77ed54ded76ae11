// Signed tokens of mailed links. Each kind has its own fields and is accepted only for its purpose.
import type { getSessionFromCtx } from "better-auth/api";
import { errors, jwtVerify } from "jose";
import { z } from "zod";

export type Call = Parameters<typeof getSessionFromCtx>[0];

const commonClaims = { email: z.email(), userId: z.string(), iat: z.number(), exp: z.number() };

/** Proves that the user receives mail at the address. */
export const verificationToken = z.strictObject({ ...commonClaims, userId: z.string().optional() });

/** Confirms a change of address; mailed to the old address. */
export const changeToken = z.strictObject({
  ...commonClaims,
  updateTo: z.email(),
  requestType: z.literal("change-email-confirmation"),
});

export const DISOWNING = "disown-account";

/** States that the recipient did not create the account. */
export const disowningToken = z.strictObject({ ...commonClaims, requestType: z.literal(DISOWNING) });

export const DETACHING = "detach-address";

/** States that the recipient did not request the change to this address. */
export const detachingToken = z.strictObject({ ...commonClaims, requestType: z.literal(DETACHING) });

/** Returns the token's content, or the reason why it is not valid. */
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

/** Marks the token as used; returns true only for the first caller. */
export const consumeToken = ({ context }: Call, token: string, { exp }: { exp: number }): Promise<boolean> =>
  context.internalAdapter.reserveVerificationValue({
    identifier: `spent-${token}`,
    value: "spent",
    expiresAt: new Date(exp * 1000),
  });
