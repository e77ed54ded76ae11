import { createContext, useContext } from "react";
import type { AccountError } from "./account-errors.ts";

/** What the account client answers: with an error, or with none. */
export type Answer = { error: AccountError | null };

type Confirmed = <Given extends Answer>(call: () => Promise<Given>) => Promise<Given>;

/** Without a dialog around it, as on the sign-in page, a call is made as it is. */
export const ConfirmedContext = createContext<Confirmed>((call) => call());

/** Makes a call; where it asks for a fresh session, once more after whoever is here has confirmed who they are. */
export const useConfirmed = (): Confirmed => useContext(ConfirmedContext);
