import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "#web/client/trpc.ts";
import { dropGuestCount, keptGuestCount } from "./guest-count.ts";

/** Tells a guest that what they saved comes along. */
export function GuestArriving() {
  const trpc = useTRPC();
  const { data, isPending } = useQuery(trpc.loadout.counts.queryOptions());
  if (isPending) return <GuestExpected />;
  const count = data ? data.bf2042 + data.bf4 : 0;
  if (count === 0) return null;
  return (
    <p className="rounded-1 bg-tint p-3 text-0">
      {count === 1 ? "Your loadout will come with you." : `Your ${count} loadouts will come with you.`}
    </p>
  );
}

/** Keeps that line's room, so that no field moves when it comes. */
export const GuestExpected = () => <span className="block h-[2.875rem]" />;

/** Tells whoever signed up as a guest, once, what came along. */
export function GuestArrived() {
  const [count] = useState(keptGuestCount);
  useEffect(dropGuestCount, []);
  if (count === 0) return null;
  return (
    <p role="status" className="mb-5 max-w-xl rounded-1 bg-tint p-3 text-0">
      {count === 1 ? "Your loadout came with you." : `Your ${count} loadouts came with you.`}
    </p>
  );
}
