// How much a guest brings along: said before signing in, and once more when it has come.
import { useQueryClient } from "@tanstack/react-query";
import { recall, remember } from "#web/client/memory.ts";
import { useTRPC } from "#web/client/trpc.ts";

/** How many loadouts the guest who is signing in has; none for anybody else, for whom nobody asked. */
export function useGuestCount(): () => number {
  const queryClient = useQueryClient();
  const countsKey = useTRPC().loadout.counts.queryKey();
  return () => {
    const counts = queryClient.getQueryData(countsKey);
    return counts ? counts.bf2042 + counts.bf4 : 0;
  };
}

const KEY = "guest-brings";

/** Kept until the link of the verification mail is opened in this browser. */
export const keepGuestCount = (count: number): void => remember(KEY, String(count));

/** What was kept; gone after `dropGuestCount`. */
export const keptGuestCount = (): number => Number(recall(KEY));

export const dropGuestCount = (): void => keepGuestCount(0);
