import { m } from "#messages";
import { anyText, oneOf, readSearch, type SearchOf } from "#web/app/shell/page/game-search.ts";
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
  /** Where the mailed link of a deletion leads once it has worked. */
  deleted: anyText(),
};

export type AccountSearch = SearchOf<typeof FIELDS>;

export const readAccountSearch = (search: Record<string, unknown>): AccountSearch => readSearch(search, FIELDS);

/** The label of a tab, by default of the first. */
export const tabLabel = (tab: AccountTab = "profile"): string =>
  ACCOUNT_TABS.find(({ value }) => value === tab)?.label ?? "";
