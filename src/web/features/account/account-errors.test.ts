import { describe, expect, test } from "vitest";
import { getPlatoonRefusal } from "#web/features/platoon/platoon-refusals.ts";
import { getLinkRefusal, getRefusal, getReturnRefusal, hasCode } from "./account-errors.ts";

describe("a refusal", () => {
  test.for([
    ["INVALID_EMAIL_OR_PASSWORD", "form", "E-mail or password is wrong."],
    ["EMAIL_NOT_VERIFIED", "form", "Verify your e-mail first."],
    ["USER_ALREADY_EXISTS", "email", "There is already an account for this e-mail."],
    ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "email", "There is already an account for this e-mail."],
    ["EMAIL_IS_THE_SAME", "email", "Use another address."],
    ["EMAIL_NOT_UPDATED", "email", "Use another address."],
    ["PASSWORD_TOO_SHORT", "password", "Use 8–128 characters."],
    ["password_too_short", "password", "Use 8–128 characters."],
    ["PASSWORD_TOO_LONG", "password", "Use 8–128 characters."],
    ["password_too_long", "password", "Use 8–128 characters."],
    ["INVALID_PASSWORD", "current-password", "This is not your current password."],
    ["INVALID_TOKEN", "form", "This link has expired or was already used."],
    ["SESSION_NOT_FOUND", "form", "That device is already signed out."],
    ["FAILED_TO_UNLINK_LAST_ACCOUNT", "form", "Add another way to sign in before removing this one."],
    ["ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED", "form", "This device already has a passkey for your account."],
    ["PREVIOUSLY_REGISTERED", "form", "This device already has a passkey for your account."],
    ["REGISTRATION_CANCELLED", "form", "The passkey was cancelled or timed out."],
    ["ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY", "form", "The passkey was cancelled or timed out."],
    ["AUTH_CANCELLED", "form", "The passkey was cancelled or timed out."],
    ["PASSKEY_NOT_FOUND", "form", "This passkey isn't registered here. Use another one."],
    ["OTP_EXPIRED", "form", "This code has expired. Send another one."],
    ["TOO_MANY_ATTEMPTS", "form", "Too many wrong codes. Send another one."],
    ["PASSWORD_LOCKED", "form", "Too many wrong passwords were tried. Choose a new one with “Forgot password”."],
    ["TOO_MANY_PASSKEYS", "form", "Remove a passkey before adding one."],
    ["GUEST", "form", "Create an account first, then add a passkey."],
    ["SIGNED_IN", "form", "You are signed in already."],
  ] as const)("%s is shown at the %s", ([code, field, text]) => {
    expect(getRefusal({ code, status: 400, message: "the library's text" })).toMatchObject({ field, text });
  });

  test.for(["SESSION_NOT_FRESH", "SESSION_EXPIRED", "session_not_fresh"])(
    "%s is an alias of SESSION_NOT_FRESH, other codes are not",
    (code) => {
      expect(hasCode({ code }, "SESSION_NOT_FRESH")).toBe(true);
      expect(hasCode({ code: "SESSION_NOT_FOUND" }, "SESSION_NOT_FRESH")).toBe(false);
      expect(hasCode({}, "SESSION_NOT_FRESH")).toBe(false);
    },
  );

  test("of a platoon call is shown at the field of the platoon form", () => {
    const invitation = { field: "form", text: "This invitation is no longer open." };
    expect(getPlatoonRefusal({ code: "INVITATION_NOT_FOUND", status: 400 })).toEqual(invitation);
    expect(getPlatoonRefusal({ code: "platoon_address_taken" })).toMatchObject({ field: "slug" });
    expect(getPlatoonRefusal({ code: "UNAUTHORIZED" })).toEqual(getRefusal({ code: "UNAUTHORIZED" }));
  });

  test("with an unknown code shows the code instead of the server's text", () => {
    expect(getRefusal({ code: "ODD", message: "Odd thing." }).text).toBe("That did not work (code ODD). Try again.");
    expect(getRefusal({ code: "links_full", text: "Too many links." }).text).toBe("Too many links.");
  });
  test("asks the user to wait after too many attempts", () => {
    expect(getRefusal({ status: 429, message: "Too many requests." }).text).toContain("Wait a minute");
    expect(getRefusal({ status: 429, waitS: 130 }).text).toContain("Wait 3 minutes");
  });
  test("has a message even without a code", () => {
    expect(getRefusal({}).text).toContain("did not answer");
  });
});

describe("a mailed link", () => {
  test.for(["token_expired", "invalid_token", "INVALID_TOKEN", "user_not_found"])(
    "with the error %s is reported as expired or used",
    (code) => {
      expect(getLinkRefusal(code)).toBe("This link has expired or was already used.");
    },
  );
  test("asks another user to sign in with the right account", () => {
    expect(getLinkRefusal("unauthorized")).toContain("Sign in here with the account this link is for");
  });
  test("with an unknown error shows its code", () => {
    expect(getLinkRefusal("odd")).toBe("That did not work (code odd). Try again.");
  });
});

describe("a provider's return", () => {
  const interrupted = "That sign-in took too long or was interrupted. Try again.";
  const notConnected = "This Discord account isn't connected. Sign in another way, then connect it in Account.";
  test.for([
    ["please_restart_the_process", interrupted],
    ["state_not_found", interrupted],
    ["invalid_callback_request", interrupted],
    ["no_code", interrupted],
    ["invalid_code", interrupted],
    ["account_not_linked", notConnected],
    ["unable_to_link_account", notConnected],
    ["email_doesn't_match", "This Discord account has a different e-mail address than yours here."],
    ["account_already_linked_to_different_user", "This Discord account belongs to another user here."],
    ["email_not_found", "Discord didn't give us an e-mail address."],
    ["signup_disabled", "New accounts are closed here."],
    ["account_banned", "This account has been suspended by the site's operator."],
    ["unable_to_create_user", "Sign-in failed (code unable_to_create_user). Try again."],
  ] as const)("with %s is shown above the form", ([code, text]) => {
    expect(getReturnRefusal(code, "Discord")).toEqual({ field: "form", text });
  });

  test("of an unknown provider is still a complete sentence", () => {
    for (const code of ["account_not_linked", "unable_to_link_account", "email_doesn't_match"])
      expect(getReturnRefusal(code, "Discord", true).text).toBe(
        "This Discord account could not be connected. It must use the same e-mail address as your account here.",
      );
    expect(getReturnRefusal("email_not_found").text).toBe("Provider didn't give us an e-mail address.");
  });
});
