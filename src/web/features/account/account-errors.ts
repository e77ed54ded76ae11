// The texts of what the account system refuses, and where on a form each belongs. ERRORS has the texts of data calls.
import { PASSWORD_LENGTH } from "#domain/account/account.ts";
import { ERRORS } from "#messages/errors.ts";

/** What the account client answers: with an error, or with none. */
export type Answer = { error: AccountError | null };

/** Where on a form a refusal belongs. */
export type RefusalField = "form" | FieldName;
type FieldName = "name" | "email" | "password" | "current-password";

export type Refusal = {
  field: RefusalField;
  text: string;
  /** The field to go to, where it is not the one the text stands at. */
  focus?: FieldName;
  /** A way out, offered beside the text. */
  offer?: "resend" | "sign-in" | "new-reset" | "another-code";
};

export type AccountError = {
  status?: number;
  code?: string | undefined;
  message?: string | undefined;
  /** The seconds to wait, where it was asked too often. */
  waitS?: number;
};

const LENGTHS = `Use ${PASSWORD_LENGTH.min}–${PASSWORD_LENGTH.max} characters.`;
const SPENT_LINK = "This link has expired or was already used.";
export const LAST_SIGN_IN_METHOD = "Add another way to sign in before removing this one.";

const atForm = (text: string): Refusal => ({ field: "form", text });

const CANCELLED = atForm("The passkey was cancelled or timed out.");
const UNFIT = atForm("This device can't store a passkey. Try another device.");
const ELSEWHERE = atForm("Passkeys only work at this site's own address.");
const UNKNOWN = atForm("This passkey isn't registered here. Use another one.");
const FAILED = atForm("The passkey did not work. Try again.");

const PASSKEY_REFUSALS = {
  AUTH_CANCELLED: CANCELLED,
  ERROR_CEREMONY_ABORTED: CANCELLED,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: CANCELLED,
  REGISTRATION_CANCELLED: CANCELLED,
  PREVIOUSLY_REGISTERED: atForm("This device already has a passkey for your account."),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: UNFIT,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: UNFIT,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: UNFIT,
  ERROR_INVALID_DOMAIN: ELSEWHERE,
  ERROR_INVALID_RP_ID: ELSEWHERE,
  AUTHENTICATION_FAILED: UNKNOWN,
  NOT_VERIFIED: UNKNOWN,
  PASSKEY_NOT_FOUND: UNKNOWN,
  CHALLENGE_NOT_FOUND: atForm("That took too long. Try again."),
  ERROR_AUTHENTICATOR_GENERAL_ERROR: FAILED,
  FAILED_TO_VERIFY_REGISTRATION: FAILED,
  UNKNOWN_ERROR: FAILED,
} as const satisfies Record<string, Refusal>;

const REFUSALS = {
  ...PASSKEY_REFUSALS,
  INVALID_EMAIL_OR_PASSWORD: { field: "form", text: "E-mail or password is wrong.", focus: "password" },
  INVALID_EMAIL: { field: "email", text: "This is not an e-mail address." },
  EMAIL_NOT_VERIFIED: { field: "form", text: "Verify your e-mail first.", offer: "resend" },
  EMAIL_IS_THE_SAME: { field: "email", text: "Use another address." },
  USER_ALREADY_EXISTS: { field: "email", text: "There is already an account for this e-mail.", offer: "sign-in" },
  PASSWORD_TOO_SHORT: { field: "password", text: LENGTHS },
  PASSWORD_TOO_LONG: { field: "password", text: LENGTHS },
  PASSWORD_TOO_COMMON: { field: "password", text: ERRORS.password_too_common.message() },
  INVALID_PASSWORD: { field: "current-password", text: "This is not your current password." },
  INVALID_TOKEN: { field: "form", text: SPENT_LINK, offer: "new-reset" },
  TOKEN_EXPIRED: { field: "form", text: SPENT_LINK, offer: "new-reset" },
  SESSION_NOT_FRESH: { field: "form", text: "Confirm it's you to do this." },
  SESSION_NOT_FOUND: { field: "form", text: "That device is already signed out." },
  PICTURE_UNFIT: { field: "form", text: ERRORS.picture_unfit.message() },
  SIGNUP_DISABLED: { field: "form", text: "New accounts are closed here." },
  INVALID_OTP: { field: "form", text: "Wrong code.", offer: "another-code" },
  OTP_EXPIRED: { field: "form", text: "This code has expired. Send another one." },
  TOO_MANY_ATTEMPTS: { field: "form", text: "Too many wrong codes. Send another one." },
  INVITATION_NOT_FOUND: { field: "form", text: "This invitation is no longer open." },
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: { field: "form", text: "This platoon is full." },
  FAILED_TO_UNLINK_LAST_ACCOUNT: { field: "form", text: LAST_SIGN_IN_METHOD },
} as const satisfies Record<string, Refusal>;

/** A code that the account system, a passkey ceremony or a data call refuses with, and that has a text. */
type RefusalCode = keyof typeof REFUSALS;

const SAME_AS: Record<string, RefusalCode> = {
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "USER_ALREADY_EXISTS",
  EMAIL_NOT_UPDATED: "EMAIL_IS_THE_SAME",
  SESSION_EXPIRED: "SESSION_NOT_FRESH",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "PREVIOUSLY_REGISTERED",
};

/** The code as the table has it, null for an unknown one. Codes of data calls are lower case. */
function getKnownCode({ code = "" }: AccountError): RefusalCode | null {
  const upper = code.toUpperCase();
  const known = SAME_AS[upper] ?? upper;
  return Object.hasOwn(REFUSALS, known) ? (known as RefusalCode) : null;
}

export const hasCode = (error: AccountError, code: RefusalCode): boolean => getKnownCode(error) === code;

/** True for a passkey ceremony that the user cancelled or let expire. */
export const isCancelled = (error: AccountError): boolean => getRefusal(error) === CANCELLED;

/** The refusal a form shows; a message of no known code stands as it is. */
export function getRefusal(error: AccountError): Refusal {
  const code = getKnownCode(error);
  if (code) return REFUSALS[code];
  if (error.status === 429) return { field: "form", text: `Too many tries. Wait ${getWait(error)}, then try again.` };
  return { field: "form", text: error.message || "The account system did not answer. Try again in a moment." };
}

function getWait({ waitS = 60 }: AccountError): string {
  const minutes = Math.ceil(waitS / 60);
  return minutes > 1 ? `${minutes} minutes` : "a minute";
}

/** The text for a code a mailed link came back with. */
export function getLinkRefusal(code: string): string {
  if (code === "unauthorized") return "Sign in here with the account this link is for, then open it once more.";
  const spent = ["token_expired", "invalid_token", "user_not_found"].includes(code.toLowerCase());
  return spent ? SPENT_LINK : `That did not work (code ${code}). Try again.`;
}

const INTERRUPTED = () => "That sign-in took too long or was interrupted. Try again.";
const NOT_CONNECTED = (provider: string) =>
  `This ${provider} account isn't connected. Sign in another way, then connect it in Account.`;

/** The same codes for a signed-in user who is connecting the provider. */
const NOT_CONNECTED_HERE = (provider: string) =>
  `This ${provider} account could not be connected. It must use the same e-mail address as your account here.`;
const CONNECTS: Record<string, (provider: string) => string> = {
  account_not_linked: NOT_CONNECTED_HERE,
  unable_to_link_account: NOT_CONNECTED_HERE,
  "email_doesn't_match": NOT_CONNECTED_HERE,
};

const RETURNS: Record<string, (provider: string) => string> = {
  please_restart_the_process: INTERRUPTED,
  state_not_found: INTERRUPTED,
  invalid_callback_request: INTERRUPTED,
  no_code: INTERRUPTED,
  invalid_code: INTERRUPTED,
  account_not_linked: NOT_CONNECTED,
  unable_to_link_account: NOT_CONNECTED,
  "email_doesn't_match": (provider) => `This ${provider} account has a different e-mail address than yours here.`,
  account_already_linked_to_different_user: (provider) => `This ${provider} account belongs to another user here.`,
  email_not_found: (provider) => `${provider} didn't give us an e-mail address.`,
  signup_disabled: () => "New accounts are closed here.",
};

/** The form's message for the error code of a provider's redirect; the provider is named as on its button. */
export function getReturnRefusal(code: string, provider = "provider", isSignedIn = false): Refusal {
  const text =
    (isSignedIn ? { ...RETURNS, ...CONNECTS } : RETURNS)[code]?.(provider) ??
    `Sign-in failed (code ${code}). Try again.`;
  return { field: "form", text: text.charAt(0).toUpperCase() + text.slice(1) };
}
