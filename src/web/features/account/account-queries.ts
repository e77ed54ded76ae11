// What the account library lists of a person, kept under "auth" and by person.
import { queryOptions } from "@tanstack/react-query";
import { readAccount } from "#web/client/account-client.ts";
import { AccountCallError } from "#web/client/session.ts";
import { type AccountError, asksForFreshSession } from "./account-errors.ts";

/** Where somebody is signed in; null where the list is shown to a fresh session alone, and this one is not. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "sessions", userId],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.listSessions());
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
      const { data, error } = await readAccount((account) => account.listAccounts());
      return given(data, error);
    },
  });

/** A passkey as the server lists it. */
export type ListedPasskey = {
  id: string;
  name?: string | null;
  credentialID: string;
  /** True where the device's maker keeps it for the person's other devices, too. */
  backedUp: boolean;
  createdAt: string;
  /** The last use, or the last new name. */
  updatedAt: string;
};

/** The passkeys of an account, in the order they were added. */
export const passkeysQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "passkeys", userId],
    queryFn: async () => {
      const { data, error } = await readAccount((account) =>
        account.$fetch<ListedPasskey[]>("/passkey/list-user-passkeys"),
      );
      return given(data, error).toSorted((a, b) => Number(new Date(a.createdAt)) - Number(new Date(b.createdAt)));
    },
  });

/** An open invitation to a platoon. */
export type Invitation = {
  id: string;
  organizationName: string;
  inviterEmail: string;
  /** One role, or some with commas between. */
  role: string;
  expiresAt: Date;
};

/** An open invitation, or the code of why it is not shown to this person. */
export const invitationQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: ["auth", "invitation", userId, id],
    queryFn: async (): Promise<{ invitation: Invitation | null; refusal: string | null }> => {
      const { data, error } = await readAccount((account) => account.organization.getInvitation({ query: { id } }));
      const refusal = error && [400, 403].includes(error.status) ? (error.code ?? null) : null;
      return refusal ? { invitation: null, refusal } : { invitation: given(data, error), refusal: null };
    },
    // What is on the screen stays, though it was answered meanwhile.
    refetchOnWindowFocus: false,
  });

function given<Data>(data: Data | null, error: AccountError | null): Data {
  if (data === null) throw new AccountCallError(error?.status ?? 0);
  return data;
}
