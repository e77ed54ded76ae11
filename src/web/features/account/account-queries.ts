// Queries of the account library, cached per user under "auth".
import { queryOptions } from "@tanstack/react-query";
import { formatDay } from "#messages/format.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import { AccountCallError } from "#web/data/session/session.ts";
import { type AccountError, hasCode } from "./account-errors.ts";

/** The query of the user's sessions; its data is null if the server requires a fresh session. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "sessions", userId],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.listSessions());
      return error && hasCode(error, "SESSION_NOT_FRESH") ? null : getDataOrThrow(data, error);
    },
    // The list stays on the screen even if the session is no longer fresh.
    refetchOnWindowFocus: false,
  });

/** The query of an account's sign-in methods: a password and providers. */
export const accountsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "accounts", userId],
    queryFn: async () => {
      const { data, error } = await readAccount((account) => account.listAccounts());
      return getDataOrThrow(data, error);
    },
  });

/** A passkey in the server's list. */
export type ListedPasskey = {
  id: string;
  name?: string | null;
  credentialID: string;
  /** Whether the passkey is synced to the user's other devices. */
  backedUp: boolean;
  createdAt: string;
  /** The time of the last use or renaming. */
  updatedAt: string;
};

/** The query of an account's passkeys, oldest first. */
export const passkeysQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "passkeys", userId],
    queryFn: async () => {
      const { data, error } = await readAccount((account) =>
        account.$fetch<ListedPasskey[]>("/passkey/list-user-passkeys"),
      );
      return getDataOrThrow(data, error).toSorted(
        (a, b) => Number(new Date(a.createdAt)) - Number(new Date(b.createdAt)),
      );
    },
  });

/** An open invitation to a platoon. */
export type Invitation = {
  id: string;
  organizationName: string;
  organizationSlug: string;
  inviterEmail: string;
  /** One or several roles, separated by commas. */
  role: string;
  expiresAt: Date;
};

/** The query of an open invitation; its data contains the code of the refusal if the user may not see it. */
export const invitationQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: ["auth", "invitation", userId, id],
    queryFn: async (): Promise<{ invitation: Invitation | null; refusal: string | null }> => {
      const { data, error } = await readAccount((account) => account.organization.getInvitation({ query: { id } }));
      const refusal = error && [400, 403].includes(error.status) ? (error.code ?? null) : null;
      return refusal ? { invitation: null, refusal } : { invitation: getDataOrThrow(data, error), refusal: null };
    },
    // The invitation stays on the screen even if it was answered elsewhere.
    refetchOnWindowFocus: false,
  });

/** Returns the data of a response, or throws its error. */
export function getDataOrThrow<Data>(data: Data | null, error: AccountError | null): Data {
  if (data === null) throw new AccountCallError(error?.status ?? 0);
  return data;
}

/** Returns a data call's response in the format of the account client; rethrows errors that are not refusals. */
export async function toAccountResponse<Data>(
  call: Promise<Data>,
): Promise<{ data: Data; error: null } | { data: null; error: AccountError }> {
  try {
    return { data: await call, error: null };
  } catch (error) {
    const code = getErrorCode(error);
    if (!code || !(error instanceof Error)) throw error;
    // Loaded on demand, so that the messages of all calls are not part of the first load of /login.
    const { ERRORS } = await import("#messages/errors.ts");
    return { data: null, error: { code, text: ERRORS[code].message() } };
  }
}

/** Formats a day without line breaks: "21 Nov 2026". */
export const formatUnbrokenDay = (instant: Date | string): string => formatDay(instant).replaceAll(" ", "\u00a0");
