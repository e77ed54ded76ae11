// The action of a user who is asked to confirm their identity. Actions have names, so that an action can be stored during a
// provider's sign-in and resumed afterwards.
import { m } from "#messages";
import { getTabText, removeTabText, setTabText } from "#web/data/local-storage.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import type { AccountResponse } from "#web/features/account/account-errors.ts";
import { addPasskey } from "#web/features/account/passkey.ts";
import { requestDeletion } from "#web/features/account/profile/deleted-screen.tsx";

type Action = {
  /** `about` is an id or an address, never a secret, because it is stored in the tab. */
  perform: (change: ChangeAccount, about: string) => Promise<AccountResponse>;
  /** Empty if the screen itself shows the result. */
  successMessage: string;
};

const CONNECTIONS = "/account?tab=connections";

const ACTIONS = {
  "delete-account": {
    perform: requestDeletion,
    successMessage: m.account_deletion_mail_sent(),
  },
  "change-email": {
    perform: (change, newEmail) => change((account) => account.changeEmail({ newEmail, callbackURL: "/verify-email" })),
    successMessage: m.account_e_mail_change_asked(),
  },
  connect: {
    perform: (change, provider) =>
      change((account) => account.linkSocial({ provider, callbackURL: CONNECTIONS, errorCallbackURL: CONNECTIONS })),
    successMessage: "",
  },
  disconnect: {
    perform: (change, accountId) => change((account) => account.unlinkAccount({ accountId })),
    successMessage: m.account_disconnected(),
  },
  "sign-out-device": { perform: signOutDevice, successMessage: m.account_that_device_is_signed_out() },
  "sign-out-others": {
    perform: (change) => change((account) => account.revokeOtherSessions(), { isIdempotent: true }),
    successMessage: m.account_other_devices_are_signed_out(),
  },
  "add-passkey": { perform: addPasskey, successMessage: m.account_passkey_added() },
  "remove-passkey": {
    perform: (change, id) => change((account) => account.passkey.deletePasskey({ id })),
    successMessage: m.account_passkey_removed(),
  },
} satisfies Record<string, Action>;

export type PendingAction = { action: keyof typeof ACTIONS; argument?: string };

export const perform = ({ action, argument = "" }: PendingAction, change: ChangeAccount): Promise<AccountResponse> =>
  ACTIONS[action].perform(change, argument);

export const getSuccessMessage = ({ action }: PendingAction): string => ACTIONS[action].successMessage;

async function signOutDevice(change: ChangeAccount, id: string): Promise<AccountResponse> {
  const { data, error } = await readAccount((account) => account.listSessions());
  const token = data?.find((session) => session.id === id)?.token;
  if (token) return change((account) => account.revokeSession({ token }), { isIdempotent: true });
  return { error: error ?? { code: "SESSION_NOT_FOUND" } };
}

const KEY = "pending-action";
/** Older actions are dropped, because a provider's sign-in is faster. */
const MAX_AGE_MS = 10 * 60_000;

const isAction = (name: string | null): name is PendingAction["action"] =>
  name !== null && Object.hasOwn(ACTIONS, name);

/** Stores the action in this tab until the user returns from the provider. */
export function storePendingAction(userId: string, { action, argument = "" }: PendingAction): void {
  const stored = new URLSearchParams({ userId, at: String(Date.now()), action, about: argument });
  setTabText(KEY, String(stored));
}

/** Returns the user's recent pending action and removes it; null if there is none. */
export function takePendingAction(userId: string): PendingAction | null {
  const stored = new URLSearchParams(getTabText(KEY) ?? "");
  removeTabText(KEY);
  const action = stored.get("action");
  const isFresh = Date.now() - Number(stored.get("at")) < MAX_AGE_MS;
  return isAction(action) && isFresh && stored.get("userId") === userId
    ? { action, argument: stored.get("about") ?? "" }
    : null;
}
