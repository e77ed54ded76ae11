import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** Shows a guest that their loadouts will be moved to the account. */
export function GuestArriving() {
  const trpc = useTRPC();
  const { data, isPending } = useQuery(trpc.loadout.counts.queryOptions());
  if (isPending) return <GuestExpected />;
  const count = data ? data.bf2042 + data.bf4 : 0;
  if (count === 0) return null;
  return <p className="rounded-1 bg-tint p-3 text-0">{m.account_your_loadouts_will_come_with_you({ count })}</p>;
}

/** Keeps that line's room, so that no field moves when it comes. */
export const GuestExpected = () => <span className="block h-[2.875rem]" />;

/** Shows a former guest once which loadouts were moved. */
export function GuestArrived() {
  const [count] = useState(getGuestCount);
  useEffect(dropGuestCount, []);
  if (count === 0) return null;
  return (
    <p role="status" className="mb-5 max-w-xl rounded-1 bg-tint p-3 text-0">
      {m.account_your_loadouts_came_with_you({ count })}
    </p>
  );
}

// How much a guest brings along: said before signing in, and once more when it has come.

/** The number of loadouts of the guest who is signing in; 0 for other users. */
export function useGuestCount(): () => number {
  const queryClient = useQueryClient();
  const countsKey = useTRPC().loadout.counts.queryKey();
  return () => {
    const counts = queryClient.getQueryData(countsKey);
    return counts ? counts.bf2042 + counts.bf4 : 0;
  };
}

const GUEST_COUNT_KEY = "guest-brings";

/** Stored until the link of the verification mail is opened in this browser. */
export const keepGuestCount = (count: number): void => setLocal(GUEST_COUNT_KEY, String(count));

/** The stored count; removed by `dropGuestCount`. */
const getGuestCount = (): number => Number(getLocal(GUEST_COUNT_KEY));

const dropGuestCount = (): void => keepGuestCount(0);
