// What goes wrong with a passkey, in the browser or at the server, in words.
import type { Refusal } from "./account-errors.ts";

const said = (text: string): Refusal => ({ field: "form", text });

const CANCELLED = said("The passkey was cancelled or timed out.");
const UNFIT = said("This device cannot keep a passkey. Try another device.");
const ELSEWHERE = said("Passkeys work at this site's own address alone.");
const UNKNOWN = said("This passkey is not known here. Use another one.");
const FAILED = said("The passkey did not work. Try again.");

const CANCELLED_CODES = ["AUTH_CANCELLED", "ERROR_CEREMONY_ABORTED", "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"];

export const PASSKEY_REFUSALS: Record<string, Refusal> = {
  ...Object.fromEntries(CANCELLED_CODES.map((code) => [code, CANCELLED])),
  REGISTRATION_CANCELLED: CANCELLED,
  PREVIOUSLY_REGISTERED: said("This device already has a passkey for your account."),
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: UNFIT,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: UNFIT,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: UNFIT,
  ERROR_INVALID_DOMAIN: ELSEWHERE,
  ERROR_INVALID_RP_ID: ELSEWHERE,
  AUTHENTICATION_FAILED: UNKNOWN,
  NOT_VERIFIED: UNKNOWN,
  PASSKEY_NOT_FOUND: UNKNOWN,
  CHALLENGE_NOT_FOUND: said("That took too long. Try again."),
  ERROR_AUTHENTICATOR_GENERAL_ERROR: FAILED,
  FAILED_TO_VERIFY_REGISTRATION: FAILED,
  UNKNOWN_ERROR: FAILED,
};

/** True for the code of a ceremony that the user cancelled or let expire. */
export const isCancelled = (code: string | undefined): boolean => CANCELLED_CODES.includes(code ?? "");
