// The user's locker with the loadouts of both games. All pages are fetched into one entry of the query cache.
import {
  CancelledError,
  type QueryClient,
  queryOptions,
  experimental_streamedQuery as streamedQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { byOrder, comparePositions, type LockerPosition } from "#domain/loadout/locker-query.ts";
import type { Saved } from "#web/data/offline/locker.ts";
import { STALE_MS } from "#web/data/query-client.ts";
import { type Data, type DataClient, useTRPC, useTRPCClient } from "#web/data/trpc.ts";

export type LockerClients = { trpc: Data; client: DataClient; queryClient: QueryClient };

/** 44 kB compressed. The first page is shown while the others are loading. */
const PAGE_SIZE = 500;
/** The maximum number of loadouts per call. */
export const MAX_PER_CALL = 100;

/** `isWhole`: all pages are loaded. */
type Locker = { items: readonly Saved[]; isWhole: boolean };

const EMPTY_LOCKER: Locker = { items: [], isWhole: false };

/** A change of a loadout does not move it in this order, so that it cannot leave the pages that are still to be read. */
const ORDER = "own";

/** Yields the first page, and then all others, which are read side by side. */
async function* readPages({ loadout }: DataClient, signal: AbortSignal): AsyncGenerator<Locker> {
  const readPage = (cursor: LockerPosition | null) =>
    loadout.list.query({ order: ORDER, limit: PAGE_SIZE, cursor }, { signal });
  /** Returns the loadouts between two positions: one page, or more if loadouts were added after the positions were read. */
  const readRange = async (start: LockerPosition, end: LockerPosition | undefined) => {
    const items: Saved[] = [];
    let cursor: LockerPosition | null = start;
    while (cursor && (!end || comparePositions(ORDER, cursor, end) < 0)) {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor);
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  };
  const { items, cursors } = await readPage(null);
  yield { items, isWhole: cursors.length === 0 };
  if (cursors.length === 0) return;
  const ranges = await Promise.all(cursors.map((start, index) => readRange(start, cursors[index + 1])));
  yield { items: ranges.flat(), isWhole: true };
}

/** Adds loadouts to the locker. One that is moved between the calls may be read twice. */
function addPage(locker: Locker, page: Locker): Locker {
  const byId = new Map([...locker.items, ...page.items].map((saved) => [saved.id, saved]));
  return { items: [...byId.values()], isWhole: page.isWhole };
}

const getOptions = ({ trpc, client }: Omit<LockerClients, "queryClient">) =>
  queryOptions<Locker>({
    queryKey: [...trpc.loadout.list.pathKey(), "all"],
    queryFn: streamedQuery<Locker, Locker>({
      streamFn: ({ signal }) => readPages(client, signal),
      refetchMode: "replace",
      reducer: addPage,
      initialValue: EMPTY_LOCKER,
    }),
    // A locker of which a screen loaded only a part before it was left is completed by the next one.
    staleTime: ({ state: { data } }) => (data?.isWhole ? STALE_MS : 0),
  });

/** Returns the loadouts that are loaded so far, unsorted. The remaining pages load in the background. */
export function useLocker(isEnabled = true) {
  const options = getOptions(useLockerClients());
  const { data = EMPTY_LOCKER, error, isPending, refetch } = useQuery({ ...options, enabled: isEnabled });
  return { ...data, isPending, error, refetch };
}

/** Returns the clients that the functions below need. */
export function useLockerClients(): LockerClients {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return useMemo(() => ({ trpc, client, queryClient }), [trpc, client, queryClient]);
}

/** Returns the cached loadouts. */
export const getCachedLoadouts = (clients: LockerClients): readonly Saved[] =>
  clients.queryClient.getQueryData(getOptions(clients).queryKey)?.items ?? EMPTY_LOCKER.items;

/** A change of the locker cancels a fetch, which then ends with the pages loaded so far. */
const MAX_FETCHES = 5;

/**
 * Fetches the whole locker and returns it in the owner's order.
 * @throws {Error} if the locker changes during each of several fetches
 */
export async function fetchLocker(clients: LockerClients): Promise<readonly Saved[]> {
  const options = getOptions(clients);
  for (let count = 0; count < MAX_FETCHES; count += 1) {
    // A running fetch may have begun before the latest change.
    await clients.queryClient.cancelQueries({ queryKey: options.queryKey });
    const { items, isWhole } = await clients.queryClient.fetchQuery({ ...options, staleTime: 0 });
    if (isWhole) return items.toSorted(byOrder(ORDER));
  }
  throw new Error("locker_changing");
}

type Change = (items: readonly Saved[]) => readonly Saved[];

/** Changes the cached loadouts. Running fetches do not include the change, so they are cancelled and repeated. */
export async function updateCachedLoadouts(clients: LockerClients, change: Change): Promise<void> {
  const { queryClient } = clients;
  const { queryKey } = getOptions(clients);
  const state = queryClient.getQueryState(queryKey);
  const isOutdated = state?.fetchStatus === "fetching" || state?.isInvalidated;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (data) => data && { ...data, items: change(data.items).filter(({ deletedAt }) => deletedAt === null) },
  );
  if (isOutdated) void queryClient.invalidateQueries({ queryKey });
}

/** Changes these cached loadouts. Returns a function that shows them as they were. */
export async function showChange(
  clients: LockerClients,
  ids: readonly string[],
  change: Change,
): Promise<() => Promise<void>> {
  let previous: readonly Saved[] = [];
  await updateCachedLoadouts(clients, (items) => {
    previous = items.filter(({ id }) => ids.includes(id));
    return change(items);
  });
  return () => updateCachedLoadouts(clients, (items) => [...items.filter(({ id }) => !ids.includes(id)), ...previous]);
}

/** Refetches these loadouts; refetches the whole locker if there are too many for one call or the call fails. */
export async function refetchLoadouts(clients: LockerClients, ids: readonly string[]): Promise<void> {
  const { queryClient } = clients;
  const { loadout } = clients.trpc;
  void queryClient.invalidateQueries(loadout.list.infiniteQueryFilter({ order: "deleted" }));
  const { queryKey } = getOptions(clients);
  if (ids.length === 0 || !queryClient.getQueryState(queryKey)) return;
  try {
    if (ids.length > MAX_PER_CALL) return await queryClient.invalidateQueries({ queryKey });
    const options = loadout.byIds.queryOptions({ ids: [...ids] });
    // A running fetch may have begun before the latest change.
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    const response = await queryClient.fetchQuery({ ...options, staleTime: 0 });
    await updateCachedLoadouts(clients, (items) => [...items.filter(({ id }) => !ids.includes(id)), ...response]);
  } catch (error) {
    // A later call of this function fetches the same loadouts.
    if (!(error instanceof CancelledError)) await queryClient.invalidateQueries({ queryKey });
  }
}
