// The account library as the specification has it, theme by theme; what is not here the library does as specified.

import type { OnDetached } from "#server/auth/plugins/detached-address.ts";
import { disownedAccount } from "#server/auth/plugins/disowned-account.ts";
import { signUpBrowser } from "#server/auth/plugins/sessions/sign-up-browser.ts";
import type { Database } from "#server/database/database.ts";
import { contractAccounts } from "./accounts.ts";
import { contractDeletion } from "./deletion.ts";
import { contractEmailChange, type OnMoved } from "./email-change.ts";
import { contractPages } from "./pages.ts";
import { contractProviderAccounts } from "./provider-accounts.ts";
import { contractProviderFlow } from "./provider-flow.ts";
import { contractSessions } from "./sessions.ts";
import { signUpRace } from "./sign-up-race.ts";
import { contractTexts } from "./texts.ts";
import { contractVerification } from "./verification.ts";

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
