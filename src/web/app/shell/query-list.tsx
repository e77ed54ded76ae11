import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { ShowMore } from "#web/data/paging.tsx";
import { classes } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorPanel } from "./error-panel.tsx";
import { focusPageHeading, isFocusFree } from "./page/view-heading.tsx";

type Query = { isPending: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };

type QueryFallbackProps = {
  query: Pick<Query, "error" | "refetch">;
  /** What is loading, for screen readers. */
  loading: string;
  rows?: number | undefined;
  rowClassName?: string | undefined;
  /** The query fills only a part of the screen; the main content is shown without it. */
  isPart?: boolean | undefined;
  errorClassName?: string;
};

/** Replaces the result of a query while it is loading or after it failed. */
export const QueryFallback = (props: QueryFallbackProps) => {
  const { query, loading, rows = 4, rowClassName, isPart = false, errorClassName = "panel p-5" } = props;
  if (query.error === null)
    return <Skeleton label={loading} rows={rows} {...(rowClassName && { className: rowClassName })} />;
  return <ErrorPanel isPart={isPart} error={query.error} onRetry={query.refetch} className={errorClassName} />;
};

type Paging = ComponentProps<typeof ShowMore>["query"] & { isFetchNextPageError: boolean };

type QueryListProps<Item> = QueryFallbackProps & {
  query: Query & Partial<Paging>;
  /** The items of the query that the list shows. */
  items: readonly Item[] | undefined;
  label?: string;
  /** The text or element that replaces an empty list. */
  empty?: ReactNode;
  className?: string;
  children: (item: Item) => ReactNode;
};

/** The list of a query's items with its loading, error and empty states and the button for more. */
export function QueryList<Item>(props: QueryListProps<Item>) {
  const { query, items = [], label, loading, rows, rowClassName, empty, isPart, errorClassName = "" } = props;
  const { isPending, isSuccess, error, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query;
  const isMissing = error === null ? isPending : items.length === 0;
  const focusProps = useRemovedFocus();
  return (
    <>
      {isMissing && <QueryFallback {...{ query, loading, rows, rowClassName, isPart, errorClassName }} />}
      {isSuccess && items.length === 0 && (typeof empty === "string" ? <EmptyState text={empty} /> : empty)}
      {items.length > 0 && (
        <ul
          {...focusProps}
          tabIndex={-1}
          aria-label={label}
          className={classes("outline-none", props.className ?? "grid divide-y divide-line border-y border-line")}
        >
          {items.map(props.children)}
        </ul>
      )}
      {items.length > 0 && query.isFetchNextPageError && fetchNextPage && (
        <QueryFallback {...{ loading, isPart, errorClassName }} query={{ error, refetch: fetchNextPage }} />
      )}
      {fetchNextPage && (
        <ShowMore query={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-4 justify-self-center" />
      )}
    </>
  );
}

/** Moves the focus of a control that disappears with its row to the list, or to the page's heading if the list is gone, too. */
function useRemovedFocus() {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (!list.current) focusPageHeading();
    else if (isFocusFree()) list.current.focus({ preventScroll: true });
  });
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target;
  };
  return { ref: list, onFocus };
}
