import { createContext, useContext } from "react";
import type { AccountError } from "#web/features/account/account-errors.ts";
import type { PendingAction } from "./pending-action.ts";

/** What the account client answers: with an error, or with none. */
export type Answer = { error: AccountError | null };

/** `action` names the call if it can be resumed after a provider's sign-in. */
type Confirmed = <Given extends Answer>(call: () => Promise<Given>, action?: PendingAction) => Promise<Given>;

/** Without a dialog around it, as on the sign-in page, a call is made as it is. */
export const ReauthenticateContext = createContext<Confirmed>((call) => call());

/** Makes a call; if it requires a fresh session, asks the user to confirm their identity and repeats it. */
export const useReauthenticate = (): Confirmed => useContext(ReauthenticateContext);
