import { expect, test } from "vitest";
import { toContractRedirect } from "./texts.ts";

test.for([
  ["/login?error=email_does_not_match", "/login?error=email_doesn't_match"],
  [
    "/login?tab=a&error=state_mismatch&error_description=x#y",
    "/login?tab=a&error=please_restart_the_process&error_description=x#y",
  ],
  ["https://a.example/e?error=TOKEN_EXPIRED", "https://a.example/e?error=token_expired"],
  ["/login?error=no_code", "/login?error=no_code"],
  ["/login?token=x#?error=TOKEN_EXPIRED", "/login?token=x#?error=TOKEN_EXPIRED"],
  ["/login", "/login"],
] as const)("the redirect to %s becomes %s", ([location, expected]) => {
  expect(toContractRedirect(location)).toBe(expected);
});
