import type { ComponentProps, ReactNode } from "react";
import { ShowMore } from "#web/data/paging.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ErrorPanel } from "./error-panel.tsx";

type Query = { isPending: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };

type QueryFallbackProps = {
  query: Pick<Query, "error" | "refetch">;
  /** What is loading, for readers. */
  loading: string;
  rows?: number | undefined;
  rowClassName?: string | undefined;
  /** Of a screen whose main content is there without the answer. */
  isPart?: boolean | undefined;
  errorClassName?: string;
};

/** What stands in place of a query's answer: that it is on its way, or why it is not. */
export const QueryFallback = (props: QueryFallbackProps) => {
  const { query, loading, rows = 4, rowClassName, isPart = false, errorClassName = "panel p-5" } = props;
  if (query.error === null)
    return <Skeleton label={loading} rows={rows} {...(rowClassName && { className: rowClassName })} />;
  return <ErrorPanel isPart={isPart} error={query.error} onRetry={query.refetch} className={errorClassName} />;
};

type Paging = ComponentProps<typeof ShowMore>["query"] & { isFetchNextPageError: boolean };

type QueryListProps<Item> = QueryFallbackProps & {
  query: Query & Partial<Paging>;
  /** What the query answered, as far as it is to be listed. */
  items: readonly Item[] | undefined;
  label?: string;
  /** One sentence, or what else stands in place of an empty list. */
  empty?: ReactNode;
  className?: string;
  children: (item: Item) => ReactNode;
};

/** The list that a query answers: loading, failed, empty, or its items and the button for more. */
export function QueryList<Item>(props: QueryListProps<Item>) {
  const { query, items = [], label, loading, rows, rowClassName, empty, isPart, errorClassName = "" } = props;
  const { isPending, isSuccess, error, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query;
  const isMissing = error === null ? isPending : items.length === 0;
  return (
    <>
      {isMissing && <QueryFallback {...{ query, loading, rows, rowClassName, isPart, errorClassName }} />}
      {isSuccess && items.length === 0 && (typeof empty === "string" ? <EmptyState text={empty} /> : empty)}
      {items.length > 0 && (
        <ul aria-label={label} className={props.className ?? "grid divide-y divide-line border-y border-line"}>
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
