import { isAPIError } from "better-auth/api";
import { AppError } from "#domain/errors.ts";
import type { Auth } from "#server/auth/auth.ts";
import { refuseGuessable } from "#server/auth/plugins/common-passwords.ts";

/**
 * Gives the signed-in account its first password. Faults: `password_already_set`, `password_too_short`,
 * `password_too_long`, `password_too_common`.
 */
export async function setPassword(auth: Auth, headers: Headers, email: string, newPassword: string): Promise<void> {
  try {
    await refuseGuessable(newPassword, email);
    await auth.api.setPassword({ body: { newPassword }, headers });
  } catch (error) {
    throwAsFault(error);
  }
}

/** The account library's refusal of a password, in the words of the specification; whatever else was thrown stays. */
function throwAsFault(error: unknown): never {
  const code = isAPIError(error) ? error.body?.code : undefined;
  if (code === "PASSWORD_ALREADY_SET") throw new AppError("password_already_set");
  if (code === "PASSWORD_TOO_SHORT") throw new AppError("password_too_short");
  if (code === "PASSWORD_TOO_LONG") throw new AppError("password_too_long");
  if (code === "PASSWORD_TOO_COMMON") throw new AppError("password_too_common");
  throw error;
}
