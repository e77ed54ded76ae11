import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#web/client/trpc.ts";

/** Tells a guest that what they saved comes along. */
export function GuestArriving() {
  const count = useLoadoutCount();
  if (count === 0) return null;
  return (
    <p className="rounded-1 bg-tint p-3 text-0">
      {count === 1 ? "Your loadout will come with you." : `Your ${count} loadouts will come with you.`}
    </p>
  );
}

/** Tells whoever has just got an account what came along. */
export function GuestArrived() {
  const count = useLoadoutCount();
  if (count === 0) return null;
  return (
    <p role="status" className="mb-5 max-w-xl rounded-1 bg-tint p-3 text-0">
      {count === 1 ? "Your loadout came with you." : `Your ${count} loadouts came with you.`}
    </p>
  );
}

function useLoadoutCount(): number {
  const { data } = useQuery(useTRPC().loadout.counts.queryOptions());
  return data ? data.bf2042 + data.bf4 : 0;
}
