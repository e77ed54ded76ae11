// The account library as the specification has it, theme by theme; what is not here the library does as specified.
import { contractAccounts } from "./contract-accounts.ts";
import { contractPages } from "./contract-pages.ts";
import { contractProviderAccounts } from "./contract-provider-accounts.ts";
import { contractSessions } from "./contract-sessions.ts";
import { contractTexts } from "./contract-texts.ts";

export const contract = [
  contractSessions,
  contractAccounts,
  contractProviderAccounts,
  contractPages,
  contractTexts,
] as const;
