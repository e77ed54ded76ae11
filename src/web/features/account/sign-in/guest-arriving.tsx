import { useEffect, useState } from "react";
import { m } from "#messages";
import { getGathered, useLocker, useLockerClients } from "#web/data/gathered-locker.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";

/** Shows a guest that their loadouts will be moved to the account. */
export function GuestArriving() {
  const { items, isWhole, error } = useLocker();
  if (!isWhole && !error) return <GuestExpected />;
  const count = items.length;
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
  const clients = useLockerClients();
  return () => getGathered(clients).length;
}

const GUEST_COUNT_KEY = "guest-brings";

/** Stored until the link of the verification mail is opened in this browser. */
export const keepGuestCount = (count: number): void => setLocal(GUEST_COUNT_KEY, String(count));

/** The stored count; removed by `dropGuestCount`. */
const getGuestCount = (): number => Number(getLocal(GUEST_COUNT_KEY));

const dropGuestCount = (): void => keepGuestCount(0);
