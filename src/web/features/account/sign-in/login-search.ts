import { m } from "#messages";
import { anyText, oneOf, type ParsedSearch, readSearch } from "#web/app/shell/page/game-search.ts";

const LOGIN_MODES = ["sign-in", "sign-up", "otp", "forgot", "passkey"] as const;
export type LoginMode = (typeof LOGIN_MODES)[number];

/** The heading of each mode. */
export const LOGIN_TITLES: Record<LoginMode, string> = {
  "sign-in": m.common_sign_in(),
  "sign-up": m.common_create_account(),
  otp: m.account_e_mail_me_a_code(),
  forgot: m.account_forgot_password(),
  passkey: m.account_sign_in_faster_next_time(),
};

const FIELDS = {
  mode: oneOf(LOGIN_MODES, "sign-in"),
  /** An address of this site; it is validated before it is used. */
  redirect: anyText(),
  /** The error code of a provider's redirect. */
  error: anyText(),
};

export type LoginSearch = ParsedSearch<typeof FIELDS>;

export const readLoginSearch = (search: Record<string, unknown>): LoginSearch => readSearch(search, FIELDS);
