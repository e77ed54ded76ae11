import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Button } from "#web/ui/button.tsx";

const MOST_NAMED = 3;

/** For a day after a guest's sign-in: what came along, and the way to take it back. */
export function CarriedLine() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: names = [] } = useQuery(trpc.loadout.carried.queryOptions());
  const [isKept, setKept] = useState(false);
  const drop = useMutation({
    ...trpc.loadout.dropCarried.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.loadout.pathFilter()),
  });
  if (isKept || names.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-1 bg-tint p-3">
      <p className="grow text-0">
        {arrivalOf(names)}
        {drop.isError && <span role="alert"> {problemOf(drop.error).text}</span>}
      </p>
      <Button size="small" busy={drop.isPending} onClick={() => drop.mutate()}>
        Undo
      </Button>
      <Button size="small" onClick={() => setKept(true)}>
        Keep
      </Button>
    </div>
  );
}

function arrivalOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(", ");
  const rest = names.length - MOST_NAMED;
  if (names.length === 1) return `“${named}” came with you from the guest locker.`;
  return `${names.length} loadouts came with you from the guest locker: ${named}${rest > 0 ? ` and ${rest} more` : ""}.`;
}
