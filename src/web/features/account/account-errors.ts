// The messages of the account system's errors, and the form field of each. Data calls have their own messages.
import { PASSWORD_LENGTH } from "#domain/account/account.ts";
import { m } from "#messages";

/** A response of the account client. */
export type AccountResponse = { error: AccountError | null };

/** The place on a form where a refusal is shown. */
export type RefusalField = "form" | FieldName;
type FieldName = "name" | "email" | "password" | "current-password" | "slug";

export type Refusal = {
  field: RefusalField;
  text: string;
  /** The field to focus, if it is not the field where the message is shown. */
  focus?: FieldName;
  /** A link or button that is offered beside the message. */
  offer?: "resend" | "sign-in" | "new-reset" | "another-code";
};

export type AccountError = {
  status?: number;
  code?: string | undefined;
  message?: string | undefined;
  /** The message of a refused data call. */
  text?: string;
  /** The seconds to wait, if a rate limit was reached. */
  waitS?: number;
};

const LENGTH_MESSAGE = m.account_error_password_length(PASSWORD_LENGTH);
const SPENT_LINK = m.account_error_link_spent();

export const createFormRefusal = (text: string): Refusal => ({ field: "form", text });

const PASSKEY_CANCELLED = createFormRefusal(m.account_error_passkey_cancelled());
const PASSKEY_UNSUPPORTED = createFormRefusal(m.account_error_passkey_unfit_device());
const PASSKEY_WRONG_SITE = createFormRefusal(m.account_error_passkey_wrong_site());
const PASSKEY_UNKNOWN = createFormRefusal(m.account_error_passkey_unknown());
const PASSKEY_FAILED = createFormRefusal(m.account_error_passkey_failed());

const PASSKEY_REFUSALS = {
  AUTH_CANCELLED: PASSKEY_CANCELLED,
  ERROR_CEREMONY_ABORTED: PASSKEY_CANCELLED,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: PASSKEY_CANCELLED,
  REGISTRATION_CANCELLED: PASSKEY_CANCELLED,
  PREVIOUSLY_REGISTERED: createFormRefusal(m.account_error_passkey_already_there()),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: PASSKEY_UNSUPPORTED,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: PASSKEY_UNSUPPORTED,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: PASSKEY_UNSUPPORTED,
  ERROR_INVALID_DOMAIN: PASSKEY_WRONG_SITE,
  ERROR_INVALID_RP_ID: PASSKEY_WRONG_SITE,
  AUTHENTICATION_FAILED: PASSKEY_UNKNOWN,
  NOT_VERIFIED: PASSKEY_UNKNOWN,
  PASSKEY_NOT_FOUND: PASSKEY_UNKNOWN,
  CHALLENGE_NOT_FOUND: createFormRefusal(m.account_error_passkey_too_slow()),
  ERROR_AUTHENTICATOR_GENERAL_ERROR: PASSKEY_FAILED,
  FAILED_TO_VERIFY_REGISTRATION: PASSKEY_FAILED,
  UNKNOWN_ERROR: PASSKEY_FAILED,
} as const satisfies Record<string, Refusal>;

const REFUSALS = {
  ...PASSKEY_REFUSALS,
  INVALID_EMAIL_OR_PASSWORD: { field: "form", text: m.account_error_wrong_e_mail_or_password(), focus: "password" },
  INVALID_EMAIL: { field: "email", text: m.account_error_no_e_mail_address() },
  EMAIL_NOT_VERIFIED: { field: "form", text: m.account_error_e_mail_not_verified(), offer: "resend" },
  EMAIL_IS_THE_SAME: { field: "email", text: m.account_error_same_e_mail() },
  USER_ALREADY_EXISTS: { field: "email", text: m.account_error_e_mail_taken(), offer: "sign-in" },
  PASSWORD_TOO_SHORT: { field: "password", text: LENGTH_MESSAGE },
  PASSWORD_TOO_LONG: { field: "password", text: LENGTH_MESSAGE },
  PASSWORD_TOO_COMMON: { field: "password", text: m.error_password_too_common() },
  INVALID_PASSWORD: { field: "current-password", text: m.account_error_wrong_current_password() },
  INVALID_TOKEN: { field: "form", text: SPENT_LINK, offer: "new-reset" },
  TOKEN_EXPIRED: { field: "form", text: SPENT_LINK, offer: "new-reset" },
  SESSION_NOT_FRESH: { field: "form", text: m.account_error_confirm_its_you() },
  SESSION_NOT_FOUND: { field: "form", text: m.account_error_device_signed_out() },
  PICTURE_UNFIT: { field: "form", text: m.error_picture_unfit() },
  PASSWORD_LOCKED: { field: "form", text: m.account_error_password_locked() },
  TOO_MANY_PASSKEYS: { field: "form", text: m.account_error_too_many_passkeys() },
  GUEST: { field: "form", text: m.account_error_guest_passkey() },
  SIGNED_IN: { field: "form", text: m.account_error_signed_in_already() },
  UNAUTHORIZED: { field: "form", text: m.error_signed_out() },
  SERVICE_UNAVAILABLE: { field: "form", text: m.error_database_away() },
  STORAGE_FULL: { field: "form", text: m.error_storage_full() },
  STORAGE_READ_ONLY: { field: "form", text: m.error_storage_read_only() },
  STORAGE_CORRUPT: { field: "form", text: m.error_storage_corrupt() },
  TOO_MANY_AT_ONCE: { field: "form", text: m.refusal_too_many_at_once() },
  TOO_MANY_SIGN_INS: { field: "form", text: m.refusal_too_many_sign_ins() },
  ACCOUNT_BANNED: { field: "form", text: m.account_error_banned() },
  SIGNUP_DISABLED: { field: "form", text: m.account_error_sign_up_closed() },
  INVALID_OTP: { field: "form", text: m.account_error_wrong_code(), offer: "another-code" },
  OTP_EXPIRED: { field: "form", text: m.account_error_code_expired() },
  TOO_MANY_ATTEMPTS: { field: "form", text: m.account_error_too_many_codes() },
  FAILED_TO_UNLINK_LAST_ACCOUNT: { field: "form", text: m.account_error_last_sign_in_method() },
} as const satisfies Record<string, Refusal>;

/** A code of the account system, a passkey ceremony or a data call that has a message. */
type RefusalCode = keyof typeof REFUSALS;

const CODE_ALIASES: Record<string, RefusalCode> = {
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "USER_ALREADY_EXISTS",
  EMAIL_NOT_UPDATED: "EMAIL_IS_THE_SAME",
  SESSION_EXPIRED: "SESSION_NOT_FRESH",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "PREVIOUSLY_REGISTERED",
};

/** Returns the canonical code; null if it is unknown. Codes of data calls are lower case. */
function getCanonicalCode({ code = "" }: AccountError): RefusalCode | null {
  const upper = code.toUpperCase();
  const canonical = CODE_ALIASES[upper] ?? upper;
  return Object.hasOwn(REFUSALS, canonical) ? (canonical as RefusalCode) : null;
}

export const hasCode = (error: AccountError, code: RefusalCode): boolean => getCanonicalCode(error) === code;

/** Whether the user has cancelled a passkey ceremony or it has timed out. */
export const isCancelled = (error: AccountError): boolean => getRefusal(error) === PASSKEY_CANCELLED;

/** Returns the refusal that a form shows. The server's message is not shown, because its language may differ. */
export function getRefusal(error: AccountError): Refusal {
  const knownCode = getCanonicalCode(error);
  if (knownCode) return REFUSALS[knownCode];
  if (error.status === 429)
    return { field: "form", text: m.account_error_too_many_tries({ minutes: getWaitMinutes(error) }) };
  const { code } = error;
  if (error.text) return createFormRefusal(error.text);
  return createFormRefusal(code ? m.account_error_failed({ code }) : m.account_error_no_answer());
}

/** Returns the minutes to wait, at least one. */
const getWaitMinutes = ({ waitS = 60 }: AccountError): number => Math.max(1, Math.ceil(waitS / 60));

/** Returns the message for the error code of a mailed link. */
export function getLinkRefusal(code: string): string {
  if (code === "unauthorized") return m.account_error_link_of_other_account();
  const isExpired = ["token_expired", "invalid_token", "user_not_found"].includes(code.toLowerCase());
  return isExpired ? SPENT_LINK : m.account_error_failed({ code });
}

type ProviderText = (inputs: { provider: string }) => string;

/** The messages for a signed-in user who is connecting the provider. */
const CONNECT_MESSAGES: Record<string, ProviderText> = {
  account_not_linked: m.account_error_provider_not_connectable,
  unable_to_link_account: m.account_error_provider_not_connectable,
  "email_doesn't_match": m.account_error_provider_not_connectable,
};

const RETURN_MESSAGES: Record<string, ProviderText> = {
  please_restart_the_process: m.account_error_sign_in_interrupted,
  state_not_found: m.account_error_sign_in_interrupted,
  invalid_callback_request: m.account_error_sign_in_interrupted,
  no_code: m.account_error_sign_in_interrupted,
  invalid_code: m.account_error_sign_in_interrupted,
  account_not_linked: m.account_error_provider_not_connected,
  unable_to_link_account: m.account_error_provider_not_connected,
  "email_doesn't_match": m.account_error_provider_other_e_mail,
  account_already_linked_to_different_user: m.account_error_provider_of_another_user,
  email_not_found: m.account_error_provider_gave_no_e_mail,
  signup_disabled: m.account_error_sign_up_closed,
  account_banned: m.account_error_banned,
};

/** Returns the form's message for the error code of a provider's redirect; the provider is named as on its button. */
export function getReturnRefusal(code: string, provider = "unknown", isSignedIn = false): Refusal {
  const text = (isSignedIn ? { ...RETURN_MESSAGES, ...CONNECT_MESSAGES } : RETURN_MESSAGES)[code];
  return { field: "form", text: text?.({ provider }) ?? m.account_error_sign_in_failed({ code }) };
}
