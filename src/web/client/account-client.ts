// The way to the account system's own client, which comes with the first call: no screen waits for it.
import type { authClient } from "./auth-client.ts";

export type AccountClient = typeof authClient;

/** What the client answers to this call. Handed in, since a promise of the client would take it for another promise. */
export async function askAccount<Answer>(call: (account: AccountClient) => Promise<Answer>): Promise<Answer> {
  const { authClient } = await import("./auth-client.ts");
  return call(authClient);
}
