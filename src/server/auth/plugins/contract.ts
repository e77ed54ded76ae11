// The account library as the specification has it, theme by theme; what is not here the library does as specified.
import type { Database } from "#server/database/database.ts";
import { contractAccounts } from "./contract-accounts.ts";
import { contractDeletion } from "./contract-deletion.ts";
import { contractEmailChange, type OnMoved } from "./contract-email-change.ts";
import { contractPages } from "./contract-pages.ts";
import { contractProviderAccounts } from "./contract-provider-accounts.ts";
import { contractProviderFlow } from "./contract-provider-flow.ts";
import { contractSessions } from "./contract-sessions.ts";
import { contractTexts } from "./contract-texts.ts";
import { contractVerification } from "./contract-verification.ts";
import type { OnDetached } from "./detached-address.ts";
import { disownedAccount } from "./disowned-account.ts";
import { signUpBrowser } from "./sign-up-browser.ts";
import { signUpRace } from "./sign-up-race.ts";

export const contract = (db: Database, onMoved: OnMoved, onDetached: OnDetached) =>
  [
    contractSessions,
    contractAccounts,
    contractProviderAccounts,
    contractProviderFlow,
    contractVerification({ db, onMoved }),
    contractEmailChange({ db, onMoved }),
    signUpBrowser,
    signUpRace,
    disownedAccount({ db, onDetached }),
    contractDeletion(db),
    contractPages,
    contractTexts,
  ] as const;
