import { type ReactNode, Suspense } from "react";
import type { ErrorCode } from "#messages/errors.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

type ItemContentProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  loading: string;
  /** The text for a deleted item, and the error codes that mean that. */
  gone: { codes: readonly ErrorCode[]; text: string };
  children: (data: Data) => ReactNode;
};

/** The loaded item, a skeleton, or the reason why the item cannot be shown. */
export function ItemContent<Data>({ query, loading, gone, children }: ItemContentProps<Data>) {
  const code = getErrorCode(query.error);
  if (code !== null && gone.codes.includes(code)) return <p role="status">{gone.text}</p>;
  if (query.data === undefined) return <QueryFallback query={query} loading={loading} rows={6} />;
  return <Suspense fallback={<Skeleton label={loading} rows={6} />}>{children(query.data)}</Suspense>;
}

type OpenedItemProps<Data> = ItemContentProps<Data> & {
  /** The text of the Back button. */
  back: string;
  onBack: () => void;
};

/** Shows one item in place of the list, with a Back button above. */
export const OpenedItem = <Data,>({ back, onBack, ...content }: OpenedItemProps<Data>) => (
  <div className="grid gap-5">
    <div>
      <Button kind="quiet" className="-ml-4" onClick={onBack}>
        {back}
      </Button>
    </div>
    <ItemContent {...content} />
  </div>
);
