import type { Choice } from "#web/ui/select.tsx";

export const ACCOUNT_TABS = [
  { value: "profile", label: "Profile" },
  { value: "security", label: "Security" },
] as const satisfies readonly Choice[];

export type AccountTab = (typeof ACCOUNT_TABS)[number]["value"];
export type AccountSearch = { tab?: AccountTab };

/** The known parts of a search; an unknown tab is the profile. */
export function readAccountSearch(search: Record<string, unknown>): AccountSearch {
  const tab = ACCOUNT_TABS.find(({ value }) => value === search["tab"])?.value;
  return tab && tab !== "profile" ? { tab } : {};
}
