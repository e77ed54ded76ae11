// What the account system answers, in words for the form it was asked from.
import { PASSWORD_LENGTH } from "#domain/account/password.ts";

/** Where on a form a refusal belongs. */
export type RefusalField = "form" | FieldName;
type FieldName = "name" | "email" | "password" | "current-password";

export type Refusal = {
  field: RefusalField;
  text: string;
  /** The field to go to, where it is not the one the text stands at. */
  focus?: FieldName;
  /** A way out, offered beside the text. */
  offer?: "resend" | "sign-in" | "new-reset";
};

export type AccountError = {
  status?: number;
  code?: string | undefined;
  message?: string | undefined;
};

const LENGTHS = `Use ${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} characters.`;
const SPENT_LINK = "This link has expired or was already used.";

const REFUSALS: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: { field: "form", text: "E-mail or password is wrong.", focus: "password" },
  INVALID_EMAIL: { field: "email", text: "This is not an e-mail address." },
  EMAIL_NOT_VERIFIED: { field: "form", text: "Verify your e-mail first.", offer: "resend" },
  USER_ALREADY_EXISTS: { field: "email", text: "There is already an account for this e-mail.", offer: "sign-in" },
  PASSWORD_TOO_SHORT: { field: "password", text: LENGTHS },
  PASSWORD_TOO_LONG: { field: "password", text: LENGTHS },
  INVALID_PASSWORD: { field: "current-password", text: "This is not your current password." },
  INVALID_TOKEN: { field: "form", text: SPENT_LINK, offer: "new-reset" },
  TOKEN_EXPIRED: { field: "form", text: SPENT_LINK, offer: "new-reset" },
  SESSION_NOT_FRESH: { field: "form", text: "Sign in again to do this." },
};

const SAME_AS: Record<string, string> = {
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "USER_ALREADY_EXISTS",
  SESSION_IS_NOT_FRESH: "SESSION_NOT_FRESH",
  SESSION_EXPIRED: "SESSION_NOT_FRESH",
};

/** The refusal a form shows; a message of no known code stands as it is. */
export function refusalOf(error: AccountError): Refusal {
  const code = error.code ?? "";
  const known = REFUSALS[SAME_AS[code] ?? code];
  if (known) return known;
  if (error.status === 429) return { field: "form", text: "That was too often. Wait a minute, then try again." };
  return { field: "form", text: error.message || "The account system did not answer. Try again in a moment." };
}

/** The text for a code a mailed link came back with. */
export function linkRefusalOf(code: string): string {
  const spent = ["token_expired", "invalid_token", "user_not_found"].includes(code.toLowerCase());
  return spent ? SPENT_LINK : `That did not work (code ${code}). Try again.`;
}
