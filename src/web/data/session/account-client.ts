// Loads the account system's client with the first call, so that no screen waits for it. Changes go through `changeAccount` of
// mutation.ts, so that all use the same error handler.
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

/** Runs a call of the client. The client is a parameter, not a result, because a promise would treat it as thenable. */
export const withAccountClient = <Result>(call: (account: AccountClient) => Promise<Result>): Promise<Result> =>
  import("./auth-client.ts").then(({ authClient }) => call(authClient)).catch(throwLocalized);

/** Throws a lost connection as an error with a message in the reader's language, and any other error unchanged. */
export function throwLocalized(cause: unknown): never {
  throw cause instanceof TypeError ? new Error(m.app_site_unreachable(), { cause }) : cause;
}

/** Runs a call that changes nothing. */
export const readAccount = <Result>(call: (account: AccountReads) => Promise<Result>): Promise<Result> =>
  withAccountClient(call);
