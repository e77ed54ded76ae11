import { Button } from "#web/components/ui/button.tsx";
import type { MutationError } from "#web/data/optimistic-mutation.ts";

/** A row of a list: what is left, what it is, what can be done. */
export const ROW_LOOK =
  "grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 md:grid-cols-[7rem_minmax(0,1fr)_14rem] md:px-2";

/** What went wrong with the last change of a row. */
export function RowTrouble({ trouble }: { trouble: MutationError | undefined }) {
  if (!trouble) return null;
  return (
    <p role="alert" className="col-span-full flex flex-wrap items-center gap-2 text-0 text-danger">
      <span className="grow">{trouble.text}</span>
      <Button size="small" onClick={trouble.retry}>
        Try again
      </Button>
    </p>
  );
}
