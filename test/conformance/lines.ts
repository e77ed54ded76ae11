// The specification's lines about accounts, shortened, by section. A check covers a line if its full name begins with the
// section and contains the text of the line.

export type Line = {
  section: number;
  text: string;
  /** The project's choice where the specification leaves one. */
  chosen?: string;
  /** Tests outside test/conformance/server that prove the line, each by its file and its title. */
  provenBy?: readonly (readonly [file: string, title: string])[];
  /** Why no caller of the site can observe the line. */
  unobservable?: string;
  /** Matches the full names of checks that cover the line without containing its text, such as those of each provider. */
  otherChecks?: RegExp;
};

const section = (number: number, lines: readonly (string | Omit<Line, "section">)[]): Line[] =>
  lines.map((line) => ({ section: number, ...(typeof line === "string" ? { text: line } : line) }));

const LAYOUT = "test/e2e/layout.e2e.ts";
const ERROR_SCREENS = "test/e2e/error-screens.e2e.ts";
const PLATOONS = "test/e2e/platoons.e2e.ts";
const WIDGETS = "test/e2e/widgets.e2e.ts";
const DATA_FETCHING = "test/conformance/client/data-fetching.test.ts";
const PRODUCT = "test/conformance/client/product.test.ts";
const AUTHENTICATION_ERRORS = "test/conformance/client/authentication-errors.test.ts";
const TRANSPORT = "test/conformance/client/transport.test.ts";

export const LINES: readonly Line[] = [
  ...section(1, [
    {
      text: "the product presents itself as a companion site",
      chosen: "A locker; the site's title and home page name it.",
      provenBy: [[PRODUCT, "§1 the product presents itself as a locker for two games"]],
    },
    {
      text: "the navigation offers Home, the newer game and the older game",
      provenBy: [
        [LAYOUT, "links to the pages appear from 768 px on"],
        [LAYOUT, "below it, a menu holds the same links"],
      ],
    },
    {
      text: "the account capabilities",
      chosen: "Those of sections 4 to 8, each on its own screen.",
      provenBy: [
        ["test/e2e/account.e2e.ts", "is replaced through the link of a mail"],
        ["test/e2e/account.e2e.ts", "changes its password"],
        [
          "test/e2e/account-codes.e2e.ts",
          "a code signs in as soon as it is typed, and leads back to where one was going",
        ],
        ["test/e2e/account-passkeys.e2e.ts", "takes one button, and is marked as used last"],
        [
          "test/e2e/account-connections.e2e.ts",
          "connecting leads to the provider, and a refusal back to the connections",
        ],
        ["test/e2e/account-data.e2e.ts", "an account is deleted once a mail has confirmed it"],
      ],
    },
  ]),
  ...section(2, [
    { text: "no route has parameters", provenBy: [[PRODUCT, "§2 no route has parameters"]] },
    {
      text: "the three product routes",
      provenBy: [
        [LAYOUT, "is prerendered, and taken over without a complaint"],
        [LAYOUT, "every page is loaded lazily, in a chunk of its own"],
        [LAYOUT, "all are children of one root layout: it stays while pages change"],
      ],
    },
    {
      text: "the top bar",
      provenBy: [
        [LAYOUT, "the product name in the top bar is a link to home"],
        [LAYOUT, "links to the pages appear from 768 px on"],
        [LAYOUT, "the active link is highlighted on"],
      ],
    },
    {
      text: "the footer",
      provenBy: [
        [LAYOUT, "the footer shows the copyright line with the current year, followed by All rights reserved"],
      ],
    },
    {
      text: "Authentication Required",
      provenBy: [
        [ERROR_SCREENS, "shows that the session has expired when the error is unauthorized or has status 401"],
        [ERROR_SCREENS, "shows otherwise that a sign-in is required"],
        [ERROR_SCREENS, "Try Again resets cached queries and retries"],
        [ERROR_SCREENS, "Sign In drops cached auth data and navigates to /login"],
      ],
    },
    {
      text: "Something went wrong",
      provenBy: [
        [ERROR_SCREENS, "displays the error's message"],
        [ERROR_SCREENS, "displays a sentence of its own when there is no message"],
        [ERROR_SCREENS, "Try Again resets the error"],
      ],
    },
    {
      text: "every caught error is logged to the console",
      provenBy: [[ERROR_SCREENS, "§2 every caught error is also logged to the console"]],
    },
    "GET /verify-email",
    "GET /reset-password/{token}",
    "GET /delete-user/callback",
    "GET or POST /callback/{id}",
    "GET /error",
    "GET /ok",
    "the client talks to the page's origin and /api/auth",
    {
      text: "sign-in and sign-up pages",
      chosen: "/login, with modes for sign-up, forgotten passwords and codes.",
      provenBy: [
        ["test/e2e/account.e2e.ts", "leads back to where one was going, and never off the site"],
        ["test/e2e/account.e2e.ts", "answers the same for an unknown address"],
      ],
    },
  ]),
  ...section(3, [
    "id, createdAt and updatedAt",
    { text: "a user", chosen: "And whether the user is a guest." },
    {
      text: "a session",
      chosen: "And the active platoon. No squad can be active: the library's calls for that are closed.",
      provenBy: [
        [PLATOONS, "the platoon that is opened becomes the active one of the session"],
        ["test/integration/platoon-library-matrix.test.ts", "a call is in the matrix, or closed to everyone"],
      ],
    },
    "an account",
    "list-accounts",
    "a verification value",
    "the flow state",
    "a social profile",
    {
      text: "a passkey",
      chosen: "Also stored: key, counter, kind of device, whether it is backed up, transports, model.",
    },
    {
      text: "organization, member, invitation, team",
      chosen: "Their fields are the library's; a slug is unique, a member has one list of roles.",
      provenBy: [
        [PLATOONS, "an invitation's page leads to the platoon, and the list to all"],
        [
          "test/e2e/platoon-squads.e2e.ts",
          "a squad is filled, its sheet has a gap, and its link opens without an account",
        ],
      ],
    },
  ]),
  ...section(4, [
    "without a signed session cookie",
    "an expired session",
    { text: "a session is refreshed", chosen: "The update age is a day." },
    "refresh is skipped",
    "the cookie cache",
    {
      text: "the expiry of",
      chosen: "30 days after the last visit and 180 after the sign-in; for a guest 180 after the last visit.",
    },
    { text: "freshness", chosen: "Ten minutes after signing in." },
    "emailVerified",
    "changing the e-mail of a verified user",
    "the flow state of a provider",
    "a reset token",
    "a delete-account token",
    "a sign-in",
    "a sign-in is remembered unless rememberMe is false",
    "change password",
    "signing out",
    "deleting a user",
    { text: "unlinking", chosen: "The last account always stays." },
    {
      text: "a failed mutation",
      provenBy: [
        [DATA_FETCHING, "redirects to /login for %s"],
        [DATA_FETCHING, "only logs any other error to the console as Mutation error"],
      ],
    },
    {
      text: "the states of select and switch",
      provenBy: [
        [WIDGETS, "a select is open or closed"],
        [WIDGETS, "a switch is checked or unchecked"],
      ],
    },
  ]),
  ...section(5, [
    "emails must be valid",
    "sign-in rejects an invalid e-mail",
    "an e-mail is required",
    {
      text: "the length of a new password",
      chosen: "8 to 128 characters; common passwords, the user's address and the site's name are refused.",
    },
    "send-verification-email for a signed-in user",
    "change e-mail",
    "sign-in while passwords are off",
    "sign-in with an unverified e-mail",
    "a verification token",
    "account deletion",
    "sign-in with an ID token",
    {
      text: "account linking",
      chosen: "A link from a fresh session trusts the provider; LINKING_DIFFERENT_EMAILS=on allows another address.",
    },
    "access-token and refresh-token calls",
    "redirect targets",
    "the origin of a POST",
    "a cache cookie of more than 4093 characters",
    "Invalid body parameters",
    "Invalid query parameters",
    "the passkey user id",
    {
      text: "form rules on the sign-in pages",
      chosen: "Errors in the address or the password are shown beside the field before anything is sent.",
      provenBy: [
        ["test/e2e/account.e2e.ts", "with a wrong password shows an error beside the form and keeps the input"],
      ],
    },
  ]),
  ...section(6, [
    {
      text: "roles",
      provenBy: [
        [
          PLATOONS,
          "a member of two roles may do what either allows; later that is refused in place, and they are removed",
        ],
        [PLATOONS, "an admin who is no longer one is refused where they clicked, and stays signed in"],
      ],
    },
    {
      text: "the creator role",
      provenBy: [[PLATOONS, "of two owners one may give up the role, after a question, and may leave"]],
    },
    {
      text: "a list of roles",
      provenBy: [
        [
          PLATOONS,
          "a member of two roles may do what either allows; later that is refused in place, and they are removed",
        ],
      ],
    },
    { text: "the table of permissions", provenBy: [[PLATOONS, "a platoon from its beginning to its end"]] },
    {
      text: "a failed check of permissions",
      provenBy: [[PLATOONS, "an admin who is no longer one is refused where they clicked, and stays signed in"]],
    },
    {
      text: "the texts of a failed check",
      unobservable:
        "The account library does not expose them: has-permission answers yes or no, refused calls have their own messages.",
    },
    { text: "actions combined by AND and OR", chosen: "OR is for the server's code only." },
    "a session is required",
    "sign-out needs a session cookie",
    "revoking one session",
    "a fresh session is required",
    {
      text: "screens gated by role",
      chosen: "Only owners and admins see a platoon's settings; other screens omit what a role may not do.",
      provenBy: [
        [PLATOONS, "a platoon from its beginning to its end"],
        [PLATOONS, "an admin who is no longer one is refused where they clicked, and stays signed in"],
      ],
    },
    {
      text: "an error that counts as an authentication problem",
      provenBy: [[AUTHENTICATION_ERRORS, "an error with %s counts as an authentication problem"]],
    },
    {
      text: "an unauthorized error is a signed-out session",
      provenBy: [
        ["test/e2e/session-ended.e2e.ts", "the first call refused with 401 shows the ended session and is not retried"],
      ],
    },
    {
      text: "the router receives an auth context",
      chosen: "The data clients, from which every route reads the session.",
      provenBy: [
        [
          "src/web/data/session/session.test.ts",
          "is available to screens, or a retry function if it cannot be fetched",
        ],
      ],
    },
  ]),
  ...section(7, [
    {
      text: "calls are sent with cookies and x-trpc-source: react-app",
      provenBy: [
        [ERROR_SCREENS, "with cookies and the header x-trpc-source: react-app, batched, by GET"],
        [ERROR_SCREENS, "with public data unbatched, by GET, so that it can be cached by its URL"],
      ],
    },
    "queries use GET",
    "mutations use POST",
    "several calls are batched",
    "infinite queries",
    "subscriptions",
    "a response",
    "GET /get-session",
    "POST /revoke-session",
    "POST /revoke-sessions",
    "POST /revoke-other-sessions",
    "POST /send-verification-email",
    "GET /verify-email",
    "POST /sign-in/social",
    "POST /sign-in/email",
    {
      text: "POST /sign-in/anonymous",
      chosen: "Returns token and user; refused for a user with an account.",
    },
    "GET or POST /callback/{id}",
    "POST /sign-out",
    "POST /request-password-reset",
    "POST /forget-password",
    "GET /reset-password/{token}",
    "POST /reset-password",
    "POST /change-password",
    { text: "POST /set-password", chosen: "Only for the server, as in section 6: 404 over HTTP." },
    "POST /delete-user",
    "GET /delete-user/callback",
    "POST /change-email",
    "GET /list-accounts",
    "POST /link-social",
    "POST /unlink-account",
    "POST /get-access-token",
    "POST /refresh-token",
    "POST /account-info",
    "GET /error",
    "GET /ok",
    "POST /passkey/generate-authenticate-options",
    "POST /passkey/verify-authentication",
    "GET /passkey/generate-register-options",
    "POST /passkey/verify-registration",
    "GET /passkey/list-user-passkeys",
    {
      text: "/organization/list",
      chosen: "GET, without a body.",
      provenBy: [[PLATOONS, "a platoon from its beginning to its end"]],
    },
    {
      text: "/organization/get-full-organization",
      chosen:
        "GET; the requested platoon or the active one, with members and invitations. For a plain member, the addresses of others are empty. A user outside the platoon gets the same refusal as for a platoon that does not exist.",
      provenBy: [[PLATOONS, "a platoon from its beginning to its end"]],
    },
    {
      text: "/organization/get-active-member",
      chosen: "GET, without a body.",
      provenBy: [[PLATOONS, "a platoon that opens while none is active becomes so without a refused call"]],
    },
    {
      text: "/organization/create",
      chosen:
        "POST {name, slug, metadata: {tag, emblem}}; at most fifty platoons per person, including those deleted in the last seven days; none for guests.",
      provenBy: [[PLATOONS, "a platoon from its beginning to its end"]],
    },
    {
      text: "/organization/delete",
      chosen: "POST {organizationId}; at most fifty deletions in seven days per person.",
      provenBy: [[PLATOONS, "a platoon from its beginning to its end"]],
    },
    {
      text: "/organization/update",
      chosen: "POST {organizationId, data}.",
      provenBy: [[PLATOONS, "a platoon is renamed, and an address that is taken is named at its field"]],
    },
    {
      text: "/organization/set-active",
      chosen: "POST {organizationId}, stored with the session.",
      provenBy: [
        [PLATOONS, "the platoon that is opened becomes the active one of the session"],
        [PLATOONS, "a platoon that opens while none is active becomes so without a refused call"],
      ],
    },
    {
      text: "/organization/update-member-role",
      chosen: "POST {organizationId, memberId, role}.",
      provenBy: [
        [PLATOONS, "a platoon from its beginning to its end"],
        [PLATOONS, "of two owners one may give up the role, after a question, and may leave"],
      ],
    },
    { text: "outbound to providers", otherChecks: /^§7 (an account at )?[a-z]+ › / },
  ]),
  ...section(8, [
    "Verification email isn't enabled",
    "You can only send a verification email to an unverified email.",
    "You can only send a verification email to your own email.",
    "Email and password is not enabled",
    "Reset password isn't enabled",
    "If this email exists in our system, check your email for the reset link",
    { text: "user already has a password", chosen: "Returned by the data call account.setPassword." },
    "Change email is disabled",
    "Email is the same.",
    "Couldn't update your email.",
    "Failed to create session",
    "Failed to get session",
    "callbackURL is required",
    "Unable to create verification",
    {
      text: "Keys not found",
      unobservable: "Thrown inside the account library, which returns Invalid token instead.",
    },
    "Account not linked - linking not allowed",
    "Account not linked - different emails not allowed",
    "Account not linked - unable to create account",
    "Account not found",
    "Access token not found",
    "Provider {id} is not supported",
    {
      text: "Provider {id} is not found",
      unobservable: "A disabled provider is reported as not supported, and no other call uses a missing one.",
    },
    "Provider {id} does not support token refreshing",
    "Failed to get a valid access token",
    "Failed to refresh access token",
    "Either userId or session is required",
    "Provider not found",
    "id_token not supported",
    "Invalid token",
    "Failed to get user info",
    "User email not found",
    "Invalid email",
    "Invalid password",
    "Invalid email or password",
    "Email not verified",
    "Password too short",
    "Password too long",
    "User already exists. Use another email.",
    "Credential account not found",
    "Session expired. Re-authenticate to perform this action.",
    "You can't unlink your last account",
    "Session not found",
    "UNAUTHORIZED",
    "Session is not fresh",
    "please_restart_the_process",
    "invalid_callback_request",
    "state_not_found",
    "no_code",
    "oauth_provider_not_found",
    "invalid_code",
    "unable_to_get_user_info",
    "no_callback_url",
    "unable_to_link_account",
    "email_doesn't_match",
    "account_already_linked_to_different_user",
    "email_not_found",
    "internal_server_error",
    "account_not_linked",
    "signup_disabled",
    "unable_to_create_user",
    "unable_to_create_session",
    "token_expired",
    "invalid_token",
    "user_not_found",
    "unauthorized",
    "INVALID_TOKEN",
    {
      text: "Previously registered, registration cancelled, auth cancelled",
      provenBy: [
        ["test/e2e/account-passkeys.e2e.ts", "is not added twice to a device"],
        ["test/e2e/account-passkeys.e2e.ts", "is not added when that is cancelled, which is said beside the button"],
        ["test/e2e/account-passkeys.e2e.ts", "shows no error when it is cancelled"],
      ],
    },
    {
      text: "the table of ceremony errors",
      chosen: "Each has a sentence; a cancelled ceremony is no error.",
      provenBy: [
        ["src/web/features/account/account-errors.test.ts", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"],
        ["src/web/features/account/account-errors.test.ts", "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"],
      ],
    },
    {
      text: "how the interface shows each account message",
      chosen: "In plain words beside the field or action concerned.",
      provenBy: [
        ["test/e2e/account.e2e.ts", "with a wrong password shows an error beside the form and keeps the input"],
        [
          "src/web/features/account/account-errors.test.ts",
          "with an unknown code shows the code instead of the server's text",
        ],
      ],
    },
    {
      text: "the client's handling of an authentication error",
      provenBy: [
        [DATA_FETCHING, "removes only the cached session"],
        [ERROR_SCREENS, "Sign In drops cached auth data and navigates to /login"],
      ],
    },
    {
      text: "any other screen-level error",
      provenBy: [[ERROR_SCREENS, "displays the error's message"]],
    },
    {
      text: "a failed mutation: redirect to /login, or a line in the console",
      provenBy: [
        [DATA_FETCHING, "redirects to /login for %s"],
        [DATA_FETCHING, "only logs any other error to the console as Mutation error"],
      ],
    },
    {
      text: "Unable to transform response from server",
      provenBy: [[TRANSPORT, 'an invalid response is reported as "Unable to transform response from server"']],
    },
    { text: "Unknown error", provenBy: [[TRANSPORT, 'a rejection without a message is reported as "Unknown error"']] },
    {
      text: "Input is too big for a single dispatch",
      unobservable:
        "Only for clients that limit the length of an address; the site's does not, and sends at most ten calls.",
    },
    { text: "Missing result", provenBy: [[TRANSPORT, 'an empty response is reported as "Missing result"']] },
    {
      text: "Aborted",
      unobservable: "The client library marks no call as aborted; an aborted call fails with the platform's message.",
    },
    { text: "No fetch implementation found", unobservable: "Every supported browser has one." },
    {
      text: "a caught-all failure",
      unobservable: "The site's account client does not enable it: a network failure is reported as such.",
    },
  ]),
  ...section(9, [
    "the base path",
    "the flow state expires after 10 minutes",
    "a code verifier has 128 characters, a state 32",
    "a reset token has 24 characters and expires after an hour",
    "a delete-account token has 32 characters and expires after a day",
    "a signed token expires after an hour",
    "an access token is refreshed when under 5 seconds remain",
    {
      text: "a profile photo of 48",
      chosen: "Requested from Microsoft only.",
      otherChecks: /^§7 microsoft › reports name, address, picture/,
    },
    "a cache cookie of more than 4093 characters",
    "a cached session lasts a minute",
    "a cookie's age",
    "a provider's key set",
    {
      text: "fetch retry",
      unobservable:
        "The site does not use this setting of the account client's fetch library: account calls are not retried.",
    },
    "the passkey user id",
    {
      text: "a failed query is retried 3 times, a mutation once",
      chosen: "Except 401, which only a sign-in changes, and mutations that are not idempotent.",
      provenBy: [
        [DATA_FETCHING, "a query that failed with %i is retried 3 times, 1, 2 and 4 seconds later"],
        [DATA_FETCHING, "a query that failed with 401 is not retried, because only a sign-in changes the response"],
        [DATA_FETCHING, "the delay doubles up to 30 seconds"],
        [DATA_FETCHING, "mutations are retried once after 1 second"],
        [DATA_FETCHING, "a mutation that is not idempotent is not retried: %s"],
      ],
    },
    {
      text: "queries are fresh for 120 seconds and cached for 300",
      provenBy: [
        [DATA_FETCHING, "queries are fresh for 120 seconds"],
        [DATA_FETCHING, "queries are cached for 300 seconds after the last use"],
      ],
    },
    {
      text: "queries refetch on window focus and on reconnect",
      provenBy: [
        [DATA_FETCHING, "queries refetch on window focus"],
        [DATA_FETCHING, "queries refetch on reconnect"],
      ],
    },
    {
      text: "an offline-first network mode",
      provenBy: [
        [DATA_FETCHING, "remote queries use an offline-first network mode: the first attempt is made, retries wait"],
      ],
    },
    {
      text: "the select's type-ahead, scroll buttons and pointer movement",
      provenBy: [
        [WIDGETS, "the type-ahead buffer clears after 1000 ms"],
        [WIDGETS, "scroll buttons repeat every 50 ms"],
        [WIDGETS, "px counts as"],
      ],
    },
    {
      text: "the scroll area's hide delay and thumb",
      provenBy: [
        [WIDGETS, "hides its bar 600 ms after the pointer left"],
        [WIDGETS, "has a thumb of at least 18 px"],
      ],
    },
  ]),
];
