import type { QueryClient } from "@tanstack/react-query";
import { mutate } from "#web/data/mutation.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { Data, DataClient } from "#web/data/trpc.ts";
import { inPages } from "#web/features/loadout/locker/list/sections.ts";
import { type Decided, getIncoming } from "#web/features/loadout/transfer/matching.ts";
import { forgetPending, type PendingImport, rememberPending } from "./pending-import.ts";

export type Imported = { importId: string; added: number; replaced: number; madeFolders: readonly string[] };

type Watch = {
  signal: AbortSignal;
  onProgress: (sent: number, all: number) => void;
  /** How many are in the locker, once all are sent; seen when there are many. */
  onAdding: (added: number, all: number) => void;
};

const LOOK_EVERY_MS = 500;

/** What an import reads and writes with. */
export type ImportClients = { client: DataClient; trpc: Data; queryClient: QueryClient };

/** Sends what was decided, and puts it in at once; nothing is in the locker where it throws before that. */
export async function sendImport(
  decided: readonly Decided[],
  clients: ImportClients,
  { signal, onProgress, onAdding }: Watch,
): Promise<Imported> {
  const { trpc, queryClient } = clients;
  const importId = newId();
  const incoming = getIncoming(decided, newId);
  let sent = 0;
  onProgress(0, incoming.length);
  for (const page of getPages(incoming)) {
    signal.throwIfAborted();
    const loadouts = page.map(({ folder: _, ...loadout }) => loadout);
    await mutate(queryClient, trpc.lockerImport.send.mutationOptions(), { importId, loadouts }, signal);
    sent += page.length;
    onProgress(sent, incoming.length);
  }
  signal.throwIfAborted();
  const { added, replaced } = await commitImport({ importId, loadouts: incoming.length }, clients, onAdding);
  return { importId, added, replaced, madeFolders: await shelve(incoming, clients) };
}

/** Commits an import, or asks for the result of one that was committed before. */
export async function commitImport(
  pending: PendingImport,
  { client, trpc, queryClient }: ImportClients,
  onAdding: Watch["onAdding"] = () => {},
): Promise<{ added: number; replaced: number }> {
  const { importId } = pending;
  const look = async () => {
    const { applied, all } = await client.lockerImport.progress.query({ importId });
    onAdding(applied, all);
  };
  const looking = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
  rememberPending(pending);
  try {
    const result = await mutate(queryClient, trpc.lockerImport.commit.mutationOptions(), pending);
    forgetPending();
    return result;
  } catch (error) {
    // A refusal is final; after a lost connection the import may be there.
    if (getErrorCode(error)) forgetPending();
    throw error;
  } finally {
    clearInterval(looking);
  }
}

/** Puts what was added into its folders; answers those that had to be made. A full shelf leaves them in no folder. */
async function shelve(
  incoming: readonly { id: string; folder: string | null }[],
  { client, trpc, queryClient }: ImportClients,
) {
  const made: string[] = [];
  const names = new Set(incoming.flatMap(({ folder }) => folder ?? []));
  if (names.size === 0) return made;
  try {
    const present = new Map((await client.folder.list.query()).map(({ id, name }) => [name, id]));
    for (const name of names) {
      const folderId = present.get(name) ?? newId();
      if (!present.has(name)) {
        await mutate(queryClient, trpc.folder.save.mutationOptions(), { id: folderId, name });
        made.push(folderId);
      }
      const inside = incoming.filter(({ folder }) => folder === name).map(({ id }) => id);
      for (const ids of inPages(inside))
        await mutate(queryClient, trpc.loadout.arrange.mutationOptions(), { ids, folderId });
    }
  } catch {
    // The loadouts are in the locker; which folder they lie in is no reason to call the import failed.
  }
  return made;
}

/** Takes an import back with the folders it made; answers how many replaced loadouts stayed, as they were changed since. */
export async function undoImport(
  { importId, madeFolders }: Imported,
  { client, trpc, queryClient }: ImportClients,
): Promise<number> {
  const { kept: stored } = await mutate(queryClient, trpc.lockerImport.undo.mutationOptions(), { importId });
  const folders = await client.folder.list.query();
  const empty = folders.filter(({ id, loadouts }) => loadouts === 0 && madeFolders.includes(id));
  for (const { id } of empty) await mutate(queryClient, trpc.folder.remove.mutationOptions(), { id });
  return stored;
}

// How an import is cut into calls the server takes.

const MAX_BYTES = 60 * 1024;
const MAX_ITEMS = 100;

const getBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The items in their order, in pages of at most so many items and bytes; an item too big for a page has one alone. */
export function getPages<T>(items: readonly T[], maxBytes = MAX_BYTES, mostItems = MAX_ITEMS): T[][] {
  const pages: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = getBytes(item) + 1;
    const page = pages.at(-1);
    if (page && page.length < mostItems && bytes + size <= maxBytes) {
      page.push(item);
      bytes += size;
    } else {
      pages.push([item]);
      bytes = size;
    }
  }
  return pages;
}
