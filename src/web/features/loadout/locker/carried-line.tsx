import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { getProblem } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";

const MAX_NAMED = 3;

/** For a day after a guest's sign-in: what came along, and the way to take it back. */
export function CarriedLine() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: names = [] } = useQuery(trpc.loadout.carried.queryOptions());
  const [isDismissed, setDismissed] = useState(false);
  const drop = useMutation({
    ...trpc.loadout.dropCarried.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.loadout.pathFilter()),
  });
  if (isDismissed || names.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-1 bg-tint p-3">
      <p className="grow text-0">
        {getArrival(names)}
        {drop.isError && <span role="alert"> {getProblem(drop.error).text}</span>}
      </p>
      <Button size="small" busy={drop.isPending} onClick={() => drop.mutate()}>
        Undo
      </Button>
      <Button size="small" onClick={() => setDismissed(true)}>
        Keep
      </Button>
    </div>
  );
}

function getArrival(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(", ");
  const rest = names.length - MAX_NAMED;
  if (names.length === 1) return `“${named}” came with you from the guest locker.`;
  return `${names.length} loadouts came with you from the guest locker: ${named}${rest > 0 ? ` and ${rest} more` : ""}.`;
}
