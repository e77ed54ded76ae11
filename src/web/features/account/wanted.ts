// What somebody wanted to do when they were asked to confirm who they are. It has a name, so that it can be kept over a
// provider's pages and done after the return.
import { readAccount } from "#web/client/account-client.ts";
import type { ChangeAccount } from "#web/client/mutation.ts";
import type { Answer } from "./confirmed.ts";
import { askForDeletion } from "./deletion.ts";
import { addPasskey } from "./passkey.ts";

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
    perform: (change) => change((account) => account.revokeOtherSessions()),
    done: "Other devices are signed out.",
  },
  "add-passkey": { perform: addPasskey, done: "Passkey added." },
  "remove-passkey": {
    perform: (change, id) => change((account) => account.passkey.deletePasskey({ id })),
    done: "Passkey removed.",
  },
} satisfies Record<string, Action>;

export type Wanted = { action: keyof typeof ACTIONS; about?: string };

export const perform = ({ action, about = "" }: Wanted, change: ChangeAccount): Promise<Answer> =>
  ACTIONS[action].perform(change, about);

export const doneWords = ({ action }: Wanted): string => ACTIONS[action].done;

async function signOutDevice(change: ChangeAccount, id: string): Promise<Answer> {
  const { data, error } = await readAccount((account) => account.listSessions());
  const token = data?.find((session) => session.id === id)?.token;
  if (token) return change((account) => account.revokeSession({ token }));
  return { error: error ?? { code: "SESSION_NOT_FOUND" } };
}

const KEY = "wanted";
/** A provider's pages take no longer. */
const KEPT_MS = 10 * 60_000;

const isAction = (name: string | null): name is Wanted["action"] => name !== null && Object.hasOwn(ACTIONS, name);

/** Keeps it in this tab for the person's return. */
export function keepWanted(userId: string, { action, about = "" }: Wanted): void {
  const kept = new URLSearchParams({ userId, at: String(Date.now()), action, about });
  sessionStorage.setItem(KEY, String(kept));
}

/** What this person wanted a short while ago, given once; null when there is nothing. */
export function takeWanted(userId: string): Wanted | null {
  const kept = new URLSearchParams(sessionStorage.getItem(KEY) ?? "");
  sessionStorage.removeItem(KEY);
  const action = kept.get("action");
  const isFresh = Date.now() - Number(kept.get("at")) < KEPT_MS;
  return isAction(action) && isFresh && kept.get("userId") === userId
    ? { action, about: kept.get("about") ?? "" }
    : null;
}
