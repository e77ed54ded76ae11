import { createContext, useContext } from "react";
import type { AccountError } from "./account-errors.ts";
import type { Wanted } from "./wanted.ts";

/** What the account client answers: with an error, or with none. */
export type Answer = { error: AccountError | null };

/** `wanted` names the call, where it can be made after a provider's return, too. */
type Confirmed = <Given extends Answer>(call: () => Promise<Given>, wanted?: Wanted) => Promise<Given>;

/** Without a dialog around it, as on the sign-in page, a call is made as it is. */
export const ConfirmedContext = createContext<Confirmed>((call) => call());

/** Makes a call; where it asks for a fresh session, once more after whoever is here has confirmed who they are. */
export const useConfirmed = (): Confirmed => useContext(ConfirmedContext);
