import type { ReactNode } from "react";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";

type EmptyLockerProps = {
  /** Another way to begin than building. */
  children?: ReactNode;
};

/** What stands where nothing is saved yet. */
export function EmptyLocker({ children }: EmptyLockerProps) {
  return (
    <EmptyState text="No loadouts yet. Build one and save it: no account needed, this browser keeps it.">
      {children}
    </EmptyState>
  );
}
