import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { useTRPC } from "#web/data/trpc.ts";

const ConflictDialog = lazy(() =>
  import("./conflict-dialog.tsx").then((module) => ({ default: module.ConflictDialog })),
);

/** Shows that ticks and sources differ, and opens a dialog for each. */
export function Conflicts({ soldierId }: { soldierId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(useTRPC().progress.conflicts.queryOptions({ soldierId }));
  const count = data?.length ?? 0;
  if (!data || (count === 0 && !isOpen)) return null;
  return (
    <aside
      aria-label="Ticks and sources"
      className="flex flex-wrap items-center gap-3 border-l-4 border-warn bg-surface-1 py-2 pr-3 pl-4 text-0"
    >
      <p className="grow">Your ticks differ from newer reports in {count === 1 ? "1 place" : `${count} places`}.</p>
      <Button size="small" onClick={() => setOpen(true)}>
        Look at {count === 1 ? "it" : "them"}
      </Button>
      {isOpen && (
        <Suspense>
          <ConflictDialog conflicts={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </aside>
  );
}
