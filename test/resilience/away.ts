// What is asked of the site while its database is away, and what each answer has to be like.

import type { Visitor } from "#test/harness/visitor.ts";
import { isLong } from "./figure.ts";
import { newPerson, save, signIn } from "./people.ts";
import type { Site } from "./site.ts";

/** Two seconds, or three on a machine that runs other tests at the same time. */
const LIMIT_MS = isLong ? 2000 : 3000;

type Outcome = { name: string; status: number; ms: number; text: string; retryAfter: string | null };

/** Every kind of call once, at the same time, each from somewhere else. */
export function getCalls(site: Site, person: Visitor, email: string): Record<string, () => Promise<Response>> {
  return {
    "get-session": () => person.fetch("/api/auth/get-session"),
    "list-sessions": () => person.fetch("/api/auth/list-sessions"),
    list: () => person.fetch("/api/trpc/loadout.list?input=%7B%7D"),
    batch: () => person.fetch("/api/trpc/loadout.list,folder.list?batch=1&input=%7B%7D"),
    save: () => save(person),
    "sign-in": () => signIn(site.visitor(), email),
    "sign-up": async () => (await newPerson(site.visitor())).answer,
    guest: () => site.visitor().post("/api/auth/sign-in/anonymous"),
    reset: () => site.visitor().post("/api/auth/request-password-reset", { email }),
    share: () =>
      person.fetch(`/api/trpc/share.get?input=${encodeURIComponent(JSON.stringify({ id: "A".repeat(12) }))}`),
  };
}

export async function ask(calls: Record<string, () => Promise<Response>>): Promise<Outcome[]> {
  return Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const began = performance.now();
      const answer = await call();
      const text = await answer.text();
      const ms = performance.now() - began;
      return { name, status: answer.status, ms, text, retryAfter: answer.headers.get("retry-after") };
    }),
  );
}

/** Names each answer that does not say "come again" as it should. */
export const wronglyAnswered = (answers: readonly Outcome[]): string[] =>
  answers
    .filter(({ status, text, retryAfter, ms }) => {
      const isAway = text.includes("SERVICE_UNAVAILABLE") && text.includes("Please try again in a moment.");
      const sentence = isAway || (text.includes("storage_full") && text.includes("What you see is safe."));
      return status !== 503 || !sentence || Number(retryAfter) < 1 || ms >= LIMIT_MS;
    })
    .map(({ name, status, ms, text }) => `${name} ${status} after ${Math.round(ms)} ms: ${text.slice(0, 300)}`);
