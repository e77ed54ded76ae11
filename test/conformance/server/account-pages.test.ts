// The specification's §2 (paths of the account system) and §8 (redirect codes), one test per sentence.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeWorld, type World } from "#test/harness/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const fetchErrorPage = async (query: string) => (await world.visitor().fetch(`/api/auth/error${query}`)).text();

describe("§2 §7 GET /error", () => {
  test("is an HTML page titled Authentication Error", async () => {
    const response = await world.visitor().fetch("/api/auth/error?error=state_not_found");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await response.text()).toContain("<title>Authentication Error</title>");
  });

  test("shows the error code from the query parameter", async () => {
    expect(await fetchErrorPage("?error=state_not_found")).toContain("<code>state_not_found</code>");
  });

  test.for(["", "?error=", "?error=a&error=b"])("shows Unknown for %j", async (query) => {
    expect(await fetchErrorPage(query)).toContain("<code>Unknown</code>");
  });

  test("escapes HTML in the code", async () => {
    const page = await fetchErrorPage(`?error=${encodeURIComponent("<script>alert(1)</script>")}`);
    expect(page).toContain("&lt;script&gt;");
    expect(page).not.toContain("<script");
  });

  test("links to the site root as Return to Application", async () => {
    expect(await fetchErrorPage("")).toContain('<a href="/">Return to Application</a>');
  });

  test("has a content security policy that allows only its own style", async () => {
    const response = await world.visitor().fetch("/api/auth/error");
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(await response.text()) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
  });
});

describe("§2 §7 GET /ok", () => {
  test("returns a health flag", async () => {
    expect(await (await world.visitor().fetch("/api/auth/ok")).json()).toEqual({ ok: true });
  });
});

describe("§8 redirect codes", () => {
  const getRedirectCode = async (query: string) => {
    const response = await world.visitor().fetch(`/api/auth/callback/discord${query}`);
    expect(response.status).toBe(302);
    return new URL(response.headers.get("location") ?? "", world.origin).searchParams.get("error");
  };

  test("an unknown state returns the code please_restart_the_process", async () => {
    expect(await getRedirectCode("?code=x&state=x")).toBe("please_restart_the_process");
  });

  test("a callback without a state returns the code state_not_found", async () => {
    expect(await getRedirectCode("?code=x")).toBe("state_not_found");
  });
});

const OPEN_CALLS = [
  "/account-info",
  "/callback/:id",
  "/change-email",
  "/change-password",
  "/delete-user",
  "/delete-user/callback",
  "/disown-account",
  "/email-otp/send-verification-otp",
  "/error",
  "/forget-password",
  "/get-access-token",
  "/get-session",
  "/link-social",
  "/list-accounts",
  "/list-sessions",
  "/ok",
  "/organization/accept-invitation",
  "/organization/cancel-invitation",
  "/organization/create",
  "/organization/delete",
  "/organization/get-active-member",
  "/organization/get-full-organization",
  "/organization/get-invitation",
  "/organization/has-permission",
  "/organization/invite-member",
  "/organization/leave",
  "/organization/list",
  "/organization/list-invitations",
  "/organization/list-members",
  "/organization/list-user-invitations",
  "/organization/reject-invitation",
  "/organization/remove-member",
  "/organization/set-active",
  "/organization/update",
  "/organization/update-member-role",
  "/passkey/delete-passkey",
  "/passkey/generate-authenticate-options",
  "/passkey/generate-register-options",
  "/passkey/list-user-passkeys",
  "/passkey/update-passkey",
  "/passkey/verify-authentication",
  "/passkey/verify-registration",
  "/refresh-token",
  "/request-password-reset",
  "/reset-password",
  "/reset-password/:token",
  "/revoke-other-sessions",
  "/revoke-session",
  "/revoke-sessions",
  "/send-verification-email",
  "/sign-in/anonymous",
  "/sign-in/email",
  "/sign-in/email-otp",
  "/sign-in/social",
  "/sign-out",
  "/sign-up/email",
  "/unlink-account",
  "/update-user",
  "/verify-email",
];

describe("§7 the account calls", () => {
  const getClosedPaths = () => world.context.auth.options.disabledPaths;

  test("are those of the specification, and those for sign-up, codes, sessions, profiles, passkeys and organizations", () => {
    const paths = Object.values(world.context.auth.api).flatMap(({ path }) => path ?? []);
    const openPaths = new Set(paths.filter((path) => !getClosedPaths().includes(path)));
    expect([...openPaths].toSorted()).toEqual(OPEN_CALLS);
  });

  test("POST /set-password returns 404, because only the server calls it", async () => {
    const response = await world.visitor().post("/api/auth/set-password", { newPassword: "correct horse battery" });
    expect(response.status).toBe(404);
  });

  test("return 404 if they are disabled", async () => {
    for (const path of [...getClosedPaths(), "/set-password"]) {
      const response = await world.visitor().post(`/api/auth${path}`, { newPassword: "correct horse battery" });
      expect([path, response.status, (await response.json()).code]).toEqual([path, 404, "NOT_FOUND"]);
    }
  });
});
