import type { ReactNode } from "react";
import { m } from "#messages";
import { DisclosurePanel } from "./disclosure-panel.tsx";
import { SearchField } from "./fields/field.tsx";
import { useDebouncedInput } from "./fields/use-debounced-input.ts";

type ListToolbarProps = {
  /** The accessible name of the toolbar. */
  label: string;
  /** The accessible name of the search field. */
  searchLabel: string;
  /** The text in the search field; default: its label. */
  placeholder?: string;
  q: string;
  /** Called with the typed text after a pause. */
  onType: (text: string) => void;
  /** The number of fields of the panel that are set. */
  filterCount: number;
  /** The fields of the panel of filters. */
  filters: ReactNode;
  /** Stands beside the button that closes the panel on a phone: the number of listed items. */
  result?: ReactNode;
  /** Controls that are always visible. */
  children?: ReactNode;
};

/** The toolbar above a list: the search, the controls that are always visible, and the panel of filters. */
export function ListToolbar(props: ListToolbarProps) {
  const { label, searchLabel, placeholder = searchLabel, q, onType, filterCount, filters, result, children } = props;
  const [typed, type] = useDebouncedInput(q, onType);
  return (
    <search aria-label={label} className="flex flex-wrap items-end gap-3">
      <SearchField
        label={searchLabel}
        isLabelHidden
        hasMark
        value={typed}
        onChange={type}
        placeholder={placeholder}
        aria-keyshortcuts="/"
        className="min-w-40 grow basis-40 md:basis-64"
      />
      {children}
      <DisclosurePanel
        label={filterCount > 0 ? m.common_filters_count({ count: filterCount }) : m.common_filters()}
        legend={m.common_filters()}
        align="right"
        footer={result}
      >
        {filters}
      </DisclosurePanel>
    </search>
  );
}
