import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { refetchLoadouts, useLockerClients } from "#web/data/gathered-locker.ts";
import { getItems, NEXT_PAGE } from "#web/data/paging.tsx";
import { getErrorText } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { splitIntoPages } from "./sections.ts";

/** The loadouts deleted within thirty days, last deleted first, which can be restored or erased. */
export function DeletedList() {
  const trpc = useTRPC();
  const [erasing, setErasing] = useState<readonly SavedLoadout[] | null>(null);
  const { restore, erase, isBusy } = useDeletedCalls();
  const query = useInfiniteQuery(trpc.loadout.list.infiniteQueryOptions({ order: "deleted" }, NEXT_PAGE));
  const items = getItems(query.data);
  return (
    <>
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="grow text-0 text-ink-2">{m.loadout_deleted_for_good_later()}</p>
          <Button size="small" busy={isBusy} onClick={() => setErasing(items)}>
            {m.loadout_empty_bin()}
          </Button>
        </div>
      )}
      <QueryList
        query={query}
        items={items}
        label={m.loadout_recently_deleted()}
        loading={m.loadout_loading_what_was_deleted()}
        rows={3}
        rowClassName="h-16"
        empty={m.loadout_nothing_was_deleted()}
        className="panel divide-y divide-line"
        errorClassName="panel p-5"
      >
        {(saved) => (
          <Row key={saved.id} saved={saved} onRestore={() => restore(saved)} onErase={() => setErasing([saved])} />
        )}
      </QueryList>
      {erasing && (
        <ConfirmDialog
          title={m.loadout_delete_for_good_question({ count: erasing.length, name: erasing[0]?.name ?? "" })}
          description={m.loadout_this_cant_be_undone()}
          action={m.loadout_delete_for_good()}
          onConfirm={() => void erase(erasing)}
          onClose={() => setErasing(null)}
        />
      )}
    </>
  );
}

function useDeletedCalls() {
  const clients = useLockerClients();
  const { trpc } = clients;
  const onError = (error: unknown) => showToast(getErrorText(error), { tone: "error" });
  const restore = useMutation({ ...trpc.loadout.restore.mutationOptions(), onError });
  const erase = useMutation({ ...trpc.loadout.erase.mutationOptions() });
  return {
    isBusy: erase.isPending,
    restore: ({ id, name }: SavedLoadout) =>
      restore.mutate(
        { id },
        { onSuccess: () => showToast(m.loadout_restored({ name })), onSettled: () => refetchLoadouts(clients, [id]) },
      ),
    erase: async (items: readonly SavedLoadout[]) => {
      try {
        const erasedIds = new Set<string>();
        for (const page of splitIntoPages(items)) {
          const seenVersions = Object.fromEntries(page.map(({ id, version }) => [id, version]));
          const { ids } = await erase.mutateAsync({ ids: page.map(({ id }) => id), seenVersions });
          for (const id of ids) erasedIds.add(id);
        }
        const left = items.filter(({ id }) => !erasedIds.has(id));
        const [first] = left;
        if (first) showToast(m.loadout_changed_not_erased({ count: left.length, name: first.name }), { tone: "error" });
      } catch (error) {
        onError(error);
      }
      await refetchLoadouts(
        clients,
        items.map(({ id }) => id),
      );
    },
  };
}

type RowProps = { saved: SavedLoadout; onRestore: () => void; onErase: () => void };

function Row({ saved: { name, loadout, deletedAt }, onRestore, onErase }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-40 grow max-sm:basis-full">
        <h3 className="font-cond text-2 font-bold break-words">{name}</h3>
        <p className="flex flex-wrap items-center gap-2 text-0 text-ink-2">
          <Badge>{GAME_TITLES[loadout.game]}</Badge>
          {deletedAt && <span>{formatLeft(deletedAt, new Date())}</span>}
        </p>
      </div>
      <Button size="small" onClick={onRestore} aria-label={m.loadout_restore_loadout({ name })}>
        {m.loadout_restore()}
      </Button>
      <Button size="small" kind="quiet" onClick={onErase} aria-label={m.loadout_delete_loadout_for_good({ name })}>
        {m.loadout_delete_for_good()}
      </Button>
    </li>
  );
}

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_DAYS = 30;

/** Formats the time for which a deleted loadout can still be restored. */
export function formatLeft(deletedAt: string, now: Date): string {
  const days = Math.ceil(RETENTION_DAYS - (now.getTime() - Date.parse(deletedAt)) / DAY_MS);
  if (days <= 0) return m.loadout_about_to_go();
  return m.loadout_days_left({ count: Math.min(days, RETENTION_DAYS) });
}
