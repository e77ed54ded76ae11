import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#web/client/trpc.ts";

/** Tells a guest that what they saved comes along. */
export function GuestArriving() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.loadout.counts.queryOptions());
  const count = data ? data.bf2042 + data.bf4 : 0;
  if (count === 0) return null;
  return (
    <p className="rounded-1 bg-tint p-3 text-0">
      {count === 1 ? "Your loadout will come with you." : `Your ${count} loadouts will come with you.`}
    </p>
  );
}
