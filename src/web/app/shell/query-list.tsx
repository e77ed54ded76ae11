import type { ComponentProps, ReactNode } from "react";
import { ShowMore } from "#web/data/paging.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorPanel } from "./error-panel.tsx";

type Query = { isPending: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };
type Paging = ComponentProps<typeof ShowMore>["query"] & { isFetchNextPageError: boolean };

type QueryListProps<Item> = {
  query: Query & Partial<Paging>;
  /** What the query answered, as far as it is to be listed. */
  items: readonly Item[] | undefined;
  label?: string;
  /** What is loading, for readers. */
  loading: string;
  rows?: number;
  rowClassName?: string;
  /** One sentence, or what else stands in place of an empty list. */
  empty?: ReactNode;
  /** Of a screen whose main content is there without the list. */
  isPart?: boolean;
  className?: string;
  errorClassName?: string;
  children: (item: Item) => ReactNode;
};

/** The list that a query answers: loading, failed, empty, or its items and the button for more. */
export function QueryList<Item>(props: QueryListProps<Item>) {
  const { query, items = [], label, loading, rows = 4, rowClassName, empty, isPart = false } = props;
  const {
    isPending,
    isSuccess,
    error,
    refetch,
    hasNextPage = false,
    isFetchingNextPage = false,
    fetchNextPage,
  } = query;
  return (
    <>
      {isPending && <Skeleton label={loading} rows={rows} {...(rowClassName && { className: rowClassName })} />}
      {error !== null && (items.length === 0 || query.isFetchNextPageError) && (
        <ErrorPanel isPart={isPart} error={error} onRetry={refetch} className={props.errorClassName ?? ""} />
      )}
      {isSuccess && items.length === 0 && (typeof empty === "string" ? <EmptyState text={empty} /> : empty)}
      {items.length > 0 && (
        <ul aria-label={label} className={props.className ?? "grid divide-y divide-line border-y border-line"}>
          {items.map(props.children)}
        </ul>
      )}
      {fetchNextPage && (
        <ShowMore query={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-4 justify-self-center" />
      )}
    </>
  );
}
