// The page that a provider's return ends on when it names no other.
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { escapeHtml } from "#platform/http/html.ts";
import { plainPage } from "#platform/http/plain-page.ts";

/** Under a key of its own: the library puts its page of the key `error` in the place of any other. */
const errorPage = createAuthEndpoint("/error", { method: "GET" }, async ({ query }) => {
  const code: unknown = query?.["error"];
  const shown = typeof code === "string" && code !== "" ? code : "Unknown";
  const content = `<p>Error code: <code>${escapeHtml(shown)}</code></p>
<p><a href="/">Return to Application</a></p>`;
  return plainPage("Authentication Error", content);
});

export const contractPages: BetterAuthPlugin = { id: "contract-pages", endpoints: { errorPage } };
