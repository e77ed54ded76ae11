// The way to the account system's own client, which comes with the first call: no screen waits for it. Changes go through
// `changeAccount` of mutation.ts, so that each of them meets the one handler.
import type { authClient } from "./auth-client.ts";

export type AccountClient = typeof authClient;

type AccountReads = Pick<AccountClient, "listSessions" | "listAccounts"> & {
  organization: Pick<
    AccountClient["organization"],
    "getActiveMember" | "getInvitation" | "getFullOrganization" | "list" | "listUserInvitations"
  >;
  $fetch: <Data>(path: `/passkey/list-${string}`) => Promise<{ data: Data | null; error: { status: number } | null }>;
};

/** The answer to a call of the client. The client is handed in, since it would pass for a promise itself. */
export async function withAccountClient<Answer>(call: (account: AccountClient) => Promise<Answer>): Promise<Answer> {
  const { authClient } = await import("./auth-client.ts");
  return call(authClient);
}

/** The answer to a call that changes nothing. */
export const readAccount = <Answer>(call: (account: AccountReads) => Promise<Answer>): Promise<Answer> =>
  withAccountClient(call);
