import { getSearchText } from "#web/app/shell/page/game-search.ts";

const LOGIN_MODES = ["sign-in", "sign-up", "otp", "forgot", "passkey"] as const;
export type LoginMode = (typeof LOGIN_MODES)[number];

/** The heading of each mode. */
export const LOGIN_TITLES: Record<LoginMode, string> = {
  "sign-in": "Sign in",
  "sign-up": "Create account",
  otp: "E-mail me a code",
  forgot: "Forgot password",
  passkey: "Sign in faster next time",
};

/** What /login reads from its address; signing in is the default and left out. */
export type LoginSearch = {
  mode?: LoginMode;
  redirect?: string;
  /** The error code of a provider's redirect. */
  error?: string;
};

/** The known parts of a search; an unknown mode is signing in. Where `redirect` may lead is judged when it is used. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const mode = LOGIN_MODES.find((one) => one === search["mode"]);
  return {
    ...(mode && mode !== "sign-in" && { mode }),
    ...getSearchText(search, ["redirect", "error"]),
  };
}
