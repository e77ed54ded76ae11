import { getSearchText } from "#web/app/shell/page/game-search.ts";
import type { Choice } from "#web/components/fields/native-select.tsx";

export const ACCOUNT_TABS = [
  { value: "profile", label: "Profile" },
  { value: "security", label: "Security" },
  { value: "sessions", label: "Sessions" },
  { value: "connections", label: "Connections" },
  { value: "data", label: "Data" },
] as const satisfies readonly Choice[];

export type AccountTab = (typeof ACCOUNT_TABS)[number]["value"];

/** `error` is the error code of a provider's redirect. */
export type AccountSearch = {
  tab?: AccountTab;
  error?: string;
  /** Where the mailed link of a deletion leads once it has worked. */
  deleted?: string;
};

/** The known parts of a search; an unknown tab is the profile. */
export function readAccountSearch(search: Record<string, unknown>): AccountSearch {
  const tab = ACCOUNT_TABS.find(({ value }) => value === search["tab"])?.value;
  return { ...(tab && tab !== "profile" && { tab }), ...getSearchText(search, ["error", "deleted"]) };
}

/** The words of a tab; of none, those of the first. */
export const tabLabel = (tab: AccountTab = "profile"): string =>
  ACCOUNT_TABS.find(({ value }) => value === tab)?.label ?? "";
