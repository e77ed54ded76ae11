import { EmptyState } from "#web/ui/empty-state.tsx";
import { Ways } from "./not-told.tsx";
import type { ListProps } from "./progress-screen.tsx";

/** Where no count is known, nothing can be closest. */
export function NothingCounted({ soldierId, narrow }: ListProps) {
  return (
    <EmptyState
      text={
        soldierId === null
          ? "What is closest is found in the counts of a soldier, or in those you tick by hand. None is known yet."
          : "No snapshot of this soldier tells a count yet, so nothing can be called closest."
      }
    >
      <Ways soldierId={soldierId} narrow={narrow} />
    </EmptyState>
  );
}
