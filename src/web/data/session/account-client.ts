// The way to the account system's own client, which comes with the first call: no screen waits for it. Changes go through
// `changeAccount` of mutation.ts, so that each of them meets the one handler.
import { m } from "#messages";
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
export const withAccountClient = <Answer>(call: (account: AccountClient) => Promise<Answer>): Promise<Answer> =>
  import("./auth-client.ts").then(({ authClient }) => call(authClient)).catch(throwWorded);

/** Throws a lost connection in the form of a data call's, in the reader's words; any other error as it is. */
export function throwWorded(cause: unknown): never {
  throw cause instanceof TypeError ? new Error(m.app_site_unreachable(), { cause }) : cause;
}

/** The answer to a call that changes nothing. */
export const readAccount = <Answer>(call: (account: AccountReads) => Promise<Answer>): Promise<Answer> =>
  withAccountClient(call);
