// The account library's lists of a user, cached under "auth" and by user.
import { queryOptions } from "@tanstack/react-query";
import { formatDay } from "#messages/format.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import { AccountCallError } from "#web/data/session/session.ts";
import { type AccountError, hasCode } from "./account-errors.ts";

/** The user's sessions; null where they require a fresh session and this one is not. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "sessions", userId],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.listSessions());
      return error && hasCode(error, "SESSION_NOT_FRESH") ? null : given(data, error);
    },
    // The list stays on the screen even if the session is no longer fresh.
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
  organizationSlug: string;
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
    // The invitation stays on the screen even if it was answered elsewhere.
    refetchOnWindowFocus: false,
  });

/** The data of an answer; throws its error. */
export function given<Data>(data: Data | null, error: AccountError | null): Data {
  if (data === null) throw new AccountCallError(error?.status ?? 0);
  return data;
}

/** A data call's answer in the form of the account client's; what was no refusal is thrown. */
export async function getAnswer<Data>(
  call: Promise<Data>,
): Promise<{ data: Data; error: null } | { data: null; error: AccountError }> {
  try {
    return { data: await call, error: null };
  } catch (error) {
    const code = getErrorCode(error);
    if (!code || !(error instanceof Error)) throw error;
    // Loaded on use: the texts of all calls would be in the first load of /login.
    const { ERRORS } = await import("#messages/errors.ts");
    return { data: null, error: { code, text: ERRORS[code].message() } };
  }
}

/** A day as it is said: "21 Nov 2026", never broken over two lines. */
export const getDay = (instant: Date | string): string => formatDay(instant).replaceAll(" ", "\u00a0");
