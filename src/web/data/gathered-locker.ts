// The locker of the person here, both games: gathered page by page into one entry of the query cache.
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { byOrder } from "#domain/loadout/locker-query.ts";
import type { Page, Saved } from "#web/data/offline/locker.ts";
import { type Data, useTRPC } from "#web/data/trpc.ts";

export type LockerClients = { trpc: Data; queryClient: QueryClient };

/** 44 kB compressed. The first page of a full locker is drawn while the next ones come. */
const PAGE_SIZE = 500;
/** More than a locker may hold. */
const MAX_PAGES = 20;
/** Loadouts that one call may name. */
export const MAX_PER_CALL = 100;

const getOptions = ({ loadout }: Data) =>
  loadout.list.infiniteQueryOptions(
    { limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }, pages) => (pages.length < MAX_PAGES ? nextCursor : null) },
  );

type Gathered = InfiniteData<Page, unknown>;

/** Each once, without those that were deleted since they were read. */
const getLive = ({ pages }: Gathered): readonly Saved[] => {
  const byId = new Map<string, Saved>();
  for (const saved of pages.flatMap(({ items }) => items)) if (!byId.has(saved.id)) byId.set(saved.id, saved);
  return [...byId.values()].filter(({ deletedAt }) => deletedAt === null);
};

const NONE: readonly Saved[] = [];

/** The loadouts that have come so far, in no order; the rest follows page by page. */
export function useLocker(isEnabled = true) {
  const query = useInfiniteQuery({ ...getOptions(useTRPC()), enabled: isEnabled });
  const { data, error, hasNextPage, isError, isFetching, isPending, fetchNextPage, refetch } = query;
  useEffect(() => {
    // Other screens have the same entry.
    if (isEnabled && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [isEnabled, hasNextPage, isFetching, isError, fetchNextPage]);
  const items = useMemo(() => (data ? getLive(data) : NONE), [data]);
  /** `isWhole`: nothing is missing any more. */
  return { items, isWhole: data !== undefined && !hasNextPage, isPending, error, refetch };
}

/** For what is done with the loadouts that are gathered. */
export function useLockerClients(): LockerClients {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMemo(() => ({ trpc, queryClient }), [trpc, queryClient]);
}

/** What is gathered so far. */
export function getGathered({ trpc, queryClient }: LockerClients): readonly Saved[] {
  const data = queryClient.getQueryData(getOptions(trpc).queryKey);
  return data ? getLive(data) : NONE;
}

/** The whole locker as it is now, in the owner's order. */
export async function gatherLocker({ trpc, queryClient }: LockerClients): Promise<readonly Saved[]> {
  const options = getOptions(trpc);
  // A single page that is on its way would be taken for all.
  await queryClient.cancelQueries(options);
  const gathered = await queryClient.fetchInfiniteQuery({ ...options, pages: MAX_PAGES, staleTime: 0 });
  return getLive(gathered).toSorted(byOrder("own"));
}

type Change = (items: readonly Saved[]) => readonly Saved[];

/** Changes the gathered loadouts. What is on its way does not know of the change, and is asked for again. */
export async function changeLocker({ trpc, queryClient }: LockerClients, change: Change): Promise<void> {
  const { queryKey } = getOptions(trpc);
  const state = queryClient.getQueryState(queryKey);
  const isOutdated = state?.fetchStatus === "fetching" || state?.isInvalidated;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (data) => data && changePages(data, change));
  if (isOutdated) void queryClient.invalidateQueries({ queryKey });
}

/** Each loadout stays on its page, and new ones come onto the first. */
function changePages<Pages extends Gathered>(data: Pages, change: Change): Pages {
  const changed = new Map(change(data.pages.flatMap(({ items }) => items)).map((saved) => [saved.id, saved]));
  const take = ({ id }: Saved): Saved[] => {
    const saved = changed.get(id);
    changed.delete(id);
    return saved ? [saved] : [];
  };
  const pages = data.pages.map((page) => ({ ...page, items: page.items.flatMap(take) }));
  const [first, ...others] = pages;
  return first ? { ...data, pages: [{ ...first, items: [...changed.values(), ...first.items] }, ...others] } : data;
}

/** Reads these loadouts again; all of them where they are many, or cannot be read. */
export async function readAgain({ trpc, queryClient }: LockerClients, ids: readonly string[]): Promise<void> {
  const { loadout } = trpc;
  void queryClient.invalidateQueries(loadout.list.infiniteQueryFilter({ order: "deleted" }));
  const { queryKey } = getOptions(trpc);
  if (ids.length === 0 || !queryClient.getQueryState(queryKey)) return;
  try {
    if (ids.length > MAX_PER_CALL) return await queryClient.invalidateQueries({ queryKey });
    const answer = await queryClient.fetchQuery({ ...loadout.byIds.queryOptions({ ids: [...ids] }), staleTime: 0 });
    await changeLocker({ trpc, queryClient }, (items) => [...items.filter(({ id }) => !ids.includes(id)), ...answer]);
  } catch {
    await queryClient.invalidateQueries({ queryKey });
  }
}
