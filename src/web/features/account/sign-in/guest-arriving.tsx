import { useEffect, useState } from "react";
import { m } from "#messages";
import { getCachedLoadouts, useLocker, useLockerClients } from "#web/data/gathered-locker.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";

/** Shows a guest that their loadouts will be moved to the account. */
export function GuestNotice() {
  const { items, isWhole, error } = useLocker();
  if (!isWhole && !error) return <GuestNoticePlaceholder />;
  const count = items.length;
  if (count === 0) return null;
  return <p className="rounded-1 bg-tint p-3 text-0">{m.account_your_loadouts_will_come_with_you({ count })}</p>;
}

/** Reserves the space of that line, so that no field moves when it appears. */
export const GuestNoticePlaceholder = () => <span className="block h-[2.875rem]" />;

/** Shows a former guest once how many loadouts were moved. */
export function MovedLoadoutsNotice() {
  const [count] = useState(getStoredGuestCount);
  useEffect(dropGuestCount, []);
  if (count === 0) return null;
  return (
    <p role="status" className="mb-5 max-w-xl rounded-1 bg-tint p-3 text-0">
      {m.account_your_loadouts_came_with_you({ count })}
    </p>
  );
}

// The number of loadouts that a guest moves to the account, shown before and after the sign-in.

/** Returns a function that returns the number of loadouts of the current guest; 0 for other users. */
export function useGuestCount(): () => number {
  const clients = useLockerClients();
  return () => getCachedLoadouts(clients).length;
}

const GUEST_COUNT_KEY = "guest-brings";

/** Stores the count until the link of the verification mail is opened in this browser. */
export const storeGuestCount = (count: number): void => setLocal(GUEST_COUNT_KEY, String(count));

/** Returns the stored count; `dropGuestCount` removes it. */
const getStoredGuestCount = (): number => Number(getLocal(GUEST_COUNT_KEY));

const dropGuestCount = (): void => storeGuestCount(0);
