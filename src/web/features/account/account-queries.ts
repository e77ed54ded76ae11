// What the account library lists of a person, kept under "auth" and by person.
import { queryOptions } from "@tanstack/react-query";
import { AccountCallError } from "#web/client/session.ts";
import { type AccountError, asksForFreshSession } from "./account-errors.ts";
import { authClient } from "./auth-client.ts";

/** Where somebody is signed in; null where the list is shown to a fresh session alone, and this one is not. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "sessions", userId],
    queryFn: async () => {
      const { data, error } = await authClient.listSessions();
      return error && asksForFreshSession(error) ? null : given(data, error);
    },
    // What is on the screen stays, though the session grows old meanwhile.
    refetchOnWindowFocus: false,
  });

/** The ways to sign in that an account has: a password, providers. */
export const accountsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "accounts", userId],
    queryFn: async () => {
      const { data, error } = await authClient.listAccounts();
      return given(data, error);
    },
  });

function given<Data>(data: Data | null, error: AccountError | null): Data {
  if (data === null) throw new AccountCallError(error?.status ?? 0);
  return data;
}
