import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Ways } from "#web/features/progress/checklist/unknown-targets.tsx";
import type { ListProps } from "#web/features/progress/progress-screen.tsx";

/** Where no count is known, nothing can be closest. */
export function NothingCounted({ soldierId, narrow }: ListProps) {
  return (
    <EmptyState
      text={
        soldierId === null
          ? "What is closest is found in the counts of a soldier, or in those you tick by hand. None is known yet."
          : "No snapshot of this soldier has a count yet, so nothing can be ranked by how close it is."
      }
    >
      <Ways soldierId={soldierId} narrow={narrow} />
    </EmptyState>
  );
}
