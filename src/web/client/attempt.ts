// What a person changes in a list: shown at once, taken back and explained where it is when it fails.
import { type InfiniteData, type QueryClient, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { showToast } from "#web/ui/toasts.ts";
import { offerUndo } from "./last-undo.ts";
import { problemOf } from "./problem.ts";

export type Trouble = { text: string; retry: () => void };

export type Work = {
  /** What it is about; what goes wrong is told there. */
  ids: readonly string[];
  /** Changes what is on the screen and answers how to take that back; left out where only the server knows. */
  show?: () => () => void;
  run: () => Promise<unknown>;
  /** Said when it is done, with the way back. */
  said?: string;
  undo?: () => Promise<unknown>;
};

type Lists = {
  /** What a change shows itself in. */
  lists: QueryFilters;
  /** Asks anew for what changed. */
  refresh: () => Promise<unknown>;
};

/** Answers whether the work was done. */
export type Attempt = (work: Work) => Promise<boolean>;

/** Does work of which `lists` and `refresh` stay the same; `troubles` tells what went wrong, by id. */
export function useAttempt({ lists, refresh }: Lists): {
  attempt: Attempt;
  troubles: Readonly<Record<string, Trouble>>;
} {
  const queryClient = useQueryClient();
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({});

  const takeBack = useCallback(
    async (undo: () => Promise<unknown>) => {
      try {
        await undo();
      } catch (error) {
        showToast(problemOf(error).text, { tone: "error" });
      }
      await refresh();
    },
    [refresh],
  );

  const attempt: Attempt = useCallback(
    async (work) => {
      const { ids, show, run, said, undo } = work;
      setTroubles((others) => Object.fromEntries(Object.entries(others).filter(([id]) => !ids.includes(id))));
      await queryClient.cancelQueries(lists);
      const restore = show?.();
      try {
        await run();
      } catch (error) {
        restore?.();
        const trouble = { text: problemOf(error).text, retry: () => void attempt(work) };
        setTroubles((others) => ({ ...others, ...Object.fromEntries(ids.map((id) => [id, trouble])) }));
        void refresh();
        return false;
      }
      if (said) showToast(said, undo ? { action: offerUndo(() => takeBack(undo)) } : {});
      await refresh();
      return true;
    },
    [lists, queryClient, refresh, takeBack],
  );
  return { attempt, troubles };
}

type Page<Item> = { items: Item[] };
type Listed<Item> = InfiniteData<Page<Item>, unknown> | Page<Item>;

/** Changes the items of every such list in the query cache and answers how to take it back. */
export function changeLists<Item>(
  queryClient: QueryClient,
  lists: QueryFilters,
  change: (items: Item[]) => Item[],
): () => void {
  const before = queryClient.getQueriesData<Listed<Item>>(lists);
  const changed = (data: Listed<Item>): Listed<Item> =>
    "pages" in data
      ? { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
      : { ...data, items: change(data.items) };
  queryClient.setQueriesData<Listed<Item>>(lists, (data) => data && changed(data));
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}
