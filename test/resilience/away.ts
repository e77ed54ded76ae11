// The calls that tests make while the site's database is unavailable, and the check of their responses.

import type { Visitor } from "#test/harness/visitor.ts";
import { isLong } from "./figure.ts";
import { saveLoadout, signIn, signUpPerson } from "./people.ts";
import type { Site } from "./site.ts";

/** The maximum response time; longer in the short form, which runs beside other tests. */
const LIMIT_MS = isLong ? 2000 : 3000;

type Outcome = { name: string; status: number; ms: number; text: string; retryAfter: string | null };

/** Returns one call of every kind by its name, each from a different client. */
export function getCalls(site: Site, person: Visitor, email: string): Record<string, () => Promise<Response>> {
  return {
    "get-session": () => person.fetch("/api/auth/get-session"),
    "list-sessions": () => person.fetch("/api/auth/list-sessions"),
    list: () => person.fetch("/api/trpc/loadout.list?input=%7B%7D"),
    batch: () => person.fetch("/api/trpc/loadout.guestImport,folder.list?batch=1&input=%7B%7D"),
    save: () => saveLoadout(person),
    "sign-in": () => signIn(site.createVisitor(), email),
    "sign-up": async () => (await signUpPerson(site.createVisitor())).response,
    guest: () => site.createVisitor().post("/api/auth/sign-in/anonymous"),
    reset: () => site.createVisitor().post("/api/auth/request-password-reset", { email }),
    share: () =>
      person.fetch(`/api/trpc/share.get?input=${encodeURIComponent(JSON.stringify({ id: "A".repeat(12) }))}`),
  };
}

export async function sendCalls(calls: Record<string, () => Promise<Response>>): Promise<Outcome[]> {
  return Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const start = performance.now();
      const response = await call();
      const text = await response.text();
      const ms = performance.now() - start;
      return { name, status: response.status, ms, text, retryAfter: response.headers.get("retry-after") };
    }),
  );
}

/** Describes each response that is not a correct 503 with `Retry-After` within the time limit. */
export const describeWrongResponses = (responses: readonly Outcome[]): string[] =>
  responses
    .filter(({ status, text, retryAfter, ms }) => {
      const isAway = text.includes("SERVICE_UNAVAILABLE") && text.includes("Please try again in a moment.");
      const hasMessage = isAway || (text.includes("storage_full") && text.includes("What you see is safe."));
      return status !== 503 || !hasMessage || Number(retryAfter) < 1 || ms >= LIMIT_MS;
    })
    .map(({ name, status, ms, text }) => `${name} ${status} after ${Math.round(ms)} ms: ${text.slice(0, 300)}`);
