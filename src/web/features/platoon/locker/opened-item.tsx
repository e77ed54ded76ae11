import { type ReactNode, Suspense } from "react";
import type { ErrorCode } from "#messages/errors.ts";
import { Unanswered } from "#web/app/shell/query-list.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

type AnswerProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  loading: string;
  /** The words for one that is gone, and its error codes. */
  gone: { codes: readonly ErrorCode[]; text: string };
  children: (data: Data) => ReactNode;
};

/** What an address opens once it is read, or why it does not. */
export function Answer<Data>({ query, loading, gone, children }: AnswerProps<Data>) {
  const code = getErrorCode(query.error);
  if (code !== null && gone.codes.includes(code)) return <p role="status">{gone.text}</p>;
  if (query.data === undefined) return <Unanswered query={query} loading={loading} rows={6} />;
  return <Suspense fallback={<Skeleton label={loading} rows={6} />}>{children(query.data)}</Suspense>;
}

type OpenedItemProps<Data> = AnswerProps<Data> & {
  /** The words on the button that leads back. */
  back: string;
  onBack: () => void;
};

/** One item of a list in place of it, below the way back. */
export const OpenedItem = <Data,>({ back, onBack, ...answer }: OpenedItemProps<Data>) => (
  <div className="grid gap-5">
    <div>
      <Button kind="quiet" className="-ml-4" onClick={onBack}>
        {back}
      </Button>
    </div>
    <Answer {...answer} />
  </div>
);
