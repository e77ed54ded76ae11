/** The calls that need a session by the specification, each with a valid input. */
const CALLS: readonly (readonly ["GET" | "POST", path: string, body?: object])[] = [
  ["POST", "/change-password", { newPassword: "a new password", currentPassword: "an old password" }],
  ["POST", "/delete-user", { callbackURL: "/", password: "a password" }],
  ["POST", "/change-email", { newEmail: "robin@example.com", callbackURL: "/account" }],
  ["GET", "/list-accounts"],
  ["POST", "/link-social", { provider: "github", callbackURL: "/account" }],
  ["POST", "/unlink-account", { providerId: "github" }],
  ["POST", "/account-info", { accountId: "1" }],
  ["GET", "/account-info?accountId=1"],
  ["POST", "/revoke-session", { token: "x" }],
  ["POST", "/revoke-sessions", {}],
  ["POST", "/revoke-other-sessions", {}],
  ["POST", "/sign-out", {}],
  ["POST", "/get-access-token", { providerId: "github" }],
  ["POST", "/refresh-token", { providerId: "github" }],
  ["GET", "/passkey/generate-register-options?name=a"],
  ["POST", "/passkey/verify-registration", { response: {}, name: "a" }],
  ["GET", "/passkey/list-user-passkeys"],
  ["GET", "/organization/list"],
  ["GET", "/organization/get-full-organization"],
  ["GET", "/organization/get-active-member"],
  ["POST", "/organization/create", { name: "Night Owls", slug: "night-owls" }],
  ["POST", "/organization/delete", { organizationId: "x" }],
  ["POST", "/organization/update", { data: { name: "Owls" }, organizationId: "x" }],
  ["POST", "/organization/set-active", { organizationId: "x" }],
  ["POST", "/organization/update-member-role", { memberId: "x", role: "admin" }],
];

const toText = (body: object | undefined): string | undefined => body && JSON.stringify(body);

/** The calls that need a session: pairs of a name and a request. */
export const SESSION_CALLS = CALLS.map(
  ([method, path, body]) => [`${method} ${path}`, { method, path, body: toText(body) }] as const,
);
