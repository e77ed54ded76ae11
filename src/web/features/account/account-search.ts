import { m } from "#messages";
import { anyText, oneOf, type ParsedSearch, readSearch } from "#web/app/shell/page/game-search.ts";
import type { Choice } from "#web/ui/fields/native-select.tsx";

export const ACCOUNT_TABS = [
  { value: "profile", label: m.account_profile() },
  { value: "security", label: m.account_security() },
  { value: "sessions", label: m.account_sessions() },
  { value: "connections", label: m.account_connections() },
  { value: "data", label: m.account_data() },
] as const satisfies readonly Choice[];

export type AccountTab = (typeof ACCOUNT_TABS)[number]["value"];

const FIELDS = {
  tab: oneOf(
    ACCOUNT_TABS.map(({ value }) => value),
    "profile",
  ),
  /** The error code of a provider's redirect. */
  error: anyText(),
  /** Set by the mailed link after it has deleted the account. */
  deleted: anyText(),
};

export type AccountSearch = ParsedSearch<typeof FIELDS>;

export const readAccountSearch = (search: Record<string, unknown>): AccountSearch => readSearch(search, FIELDS);

/** Returns the label of a tab, by default of the first tab. */
export const getTabLabel = (tab: AccountTab = "profile"): string =>
  ACCOUNT_TABS.find(({ value }) => value === tab)?.label ?? "";
