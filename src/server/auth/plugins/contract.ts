// The account library as the specification has it, theme by theme; what is not here the library does as specified.
import { contractAccounts } from "./contract-accounts.ts";
import { contractDeletion } from "./contract-deletion.ts";
import { contractEmailChange, type OnMoved } from "./contract-email-change.ts";
import { contractPages } from "./contract-pages.ts";
import { contractProviderAccounts } from "./contract-provider-accounts.ts";
import { contractProviderFlow } from "./contract-provider-flow.ts";
import { contractSessions } from "./contract-sessions.ts";
import { contractTexts } from "./contract-texts.ts";
import { contractVerification } from "./contract-verification.ts";
import { disownedAccount } from "./disowned-account.ts";
import { signUpBrowser } from "./sign-up-browser.ts";
import { signUpRace } from "./sign-up-race.ts";

export const contract = (onMoved: OnMoved) =>
  [
    contractSessions,
    contractAccounts,
    contractProviderAccounts,
    contractProviderFlow,
    contractVerification(onMoved),
    contractEmailChange(onMoved),
    signUpBrowser,
    signUpRace,
    disownedAccount,
    contractDeletion,
    contractPages,
    contractTexts,
  ] as const;
