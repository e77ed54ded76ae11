// The action a user was performing when asked to confirm their identity. Actions have names, so that one can be stored
// during a provider's sign-in and resumed afterwards.

import type { ChangeAccount } from "#web/data/mutation.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import type { Answer } from "#web/features/account/account-errors.ts";
import { addPasskey } from "#web/features/account/passkey.ts";
import { askForDeletion } from "#web/features/account/profile/deleted-screen.tsx";

type Action = {
  /** `about` is an id or an address; never a secret: it lies in the tab's storage. */
  perform: (change: ChangeAccount, about: string) => Promise<Answer>;
  /** What is true afterwards, where the screen does not show it by itself. */
  done: string;
};

const CONNECTIONS = "/account?tab=connections";

const ACTIONS = {
  "delete-account": {
    perform: askForDeletion,
    done: "Check your mail: open the link we sent you in this browser within a day. Until then nothing is deleted.",
  },
  "change-email": {
    perform: (change, newEmail) => change((account) => account.changeEmail({ newEmail, callbackURL: "/verify-email" })),
    done: "The change of your e-mail is pending until you click the link we sent to your present address.",
  },
  connect: {
    perform: (change, provider) =>
      change((account) => account.linkSocial({ provider, callbackURL: CONNECTIONS, errorCallbackURL: CONNECTIONS })),
    done: "",
  },
  disconnect: {
    perform: (change, accountId) => change((account) => account.unlinkAccount({ accountId })),
    done: "Disconnected.",
  },
  "sign-out-device": { perform: signOutDevice, done: "That device is signed out." },
  "sign-out-others": {
    perform: (change) => change((account) => account.revokeOtherSessions(), { isIdempotent: true }),
    done: "Other devices are signed out.",
  },
  "add-passkey": { perform: addPasskey, done: "Passkey added." },
  "remove-passkey": {
    perform: (change, id) => change((account) => account.passkey.deletePasskey({ id })),
    done: "Passkey removed.",
  },
} satisfies Record<string, Action>;

export type PendingAction = { action: keyof typeof ACTIONS; about?: string };

export const perform = ({ action, about = "" }: PendingAction, change: ChangeAccount): Promise<Answer> =>
  ACTIONS[action].perform(change, about);

export const doneWords = ({ action }: PendingAction): string => ACTIONS[action].done;

async function signOutDevice(change: ChangeAccount, id: string): Promise<Answer> {
  const { data, error } = await readAccount((account) => account.listSessions());
  const token = data?.find((session) => session.id === id)?.token;
  if (token) return change((account) => account.revokeSession({ token }), { isIdempotent: true });
  return { error: error ?? { code: "SESSION_NOT_FOUND" } };
}

const KEY = "pending-action";
/** A provider's pages take no longer. */
const MAX_AGE_MS = 10 * 60_000;

const isAction = (name: string | null): name is PendingAction["action"] =>
  name !== null && Object.hasOwn(ACTIONS, name);

/** Keeps it in this tab for the person's return. */
export function storePendingAction(userId: string, { action, about = "" }: PendingAction): void {
  const stored = new URLSearchParams({ userId, at: String(Date.now()), action, about });
  sessionStorage.setItem(KEY, String(stored));
}

/** The user's recent pending action, returned once; null when there is none. */
export function takePendingAction(userId: string): PendingAction | null {
  const stored = new URLSearchParams(sessionStorage.getItem(KEY) ?? "");
  sessionStorage.removeItem(KEY);
  const action = stored.get("action");
  const isFresh = Date.now() - Number(stored.get("at")) < MAX_AGE_MS;
  return isAction(action) && isFresh && stored.get("userId") === userId
    ? { action, about: stored.get("about") ?? "" }
    : null;
}
