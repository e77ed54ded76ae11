// How much a guest brings along: said before signing in, and once more when it has come.
import { useQueryClient } from "@tanstack/react-query";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** The number of loadouts of the guest who is signing in; 0 for other users. */
export function useGuestCount(): () => number {
  const queryClient = useQueryClient();
  const countsKey = useTRPC().loadout.counts.queryKey();
  return () => {
    const counts = queryClient.getQueryData(countsKey);
    return counts ? counts.bf2042 + counts.bf4 : 0;
  };
}

const KEY = "guest-brings";

/** Stored until the link of the verification mail is opened in this browser. */
export const keepGuestCount = (count: number): void => setLocal(KEY, String(count));

/** The stored count; removed by `dropGuestCount`. */
export const getGuestCount = (): number => Number(getLocal(KEY));

export const dropGuestCount = (): void => keepGuestCount(0);
