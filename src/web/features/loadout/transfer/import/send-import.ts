import { fetchLocker, type LockerClients } from "#web/data/gathered-locker.ts";
import { mutate } from "#web/data/mutation.ts";
import { isUnreachable } from "#web/data/offline/connectivity.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { getLastPerson, SessionEndedError } from "#web/data/session/person.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { splitIntoPages } from "#web/features/loadout/locker/list/sections.ts";
import { getIncoming, type ImportDecision } from "#web/features/loadout/transfer/matching.ts";
import { forgetPending, type PendingImport, rememberPending } from "./pending-import.ts";

export type Imported = { importId: string; added: number; replaced: number; createdFolders: readonly string[] };

type Watch = { signal: AbortSignal; onProgress: (sent: number, all: number) => void };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Repeats a call with increasing pauses until the server is reachable, which is safe because an import's calls are idempotent.
 * @throws {SessionEndedError} if another user has signed in, who does not own the import
 */
async function retryUntilReachable<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const owner = getLastPerson()?.id;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    if (getLastPerson()?.id !== owner) throw new SessionEndedError();
    try {
      return await call();
    } catch (error) {
      if (!isUnreachable(error, signal)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      signal?.throwIfAborted();
    }
  }
}

/** Sends the chosen loadouts in pages, then commits them together. If sending throws, the locker is unchanged. */
export async function sendImport(
  decided: readonly ImportDecision[],
  clients: LockerClients,
  { signal, onProgress }: Watch,
): Promise<Imported> {
  const { trpc, queryClient } = clients;
  const importId = newId();
  const incoming = getIncoming(decided, newId);
  let sent = 0;
  onProgress(0, incoming.length);
  for (const page of getPages(incoming)) {
    signal.throwIfAborted();
    const loadouts = page.map(({ folder: _, ...loadout }) => loadout);
    const send = () => mutate(queryClient, trpc.lockerImport.send.mutationOptions(), { importId, loadouts }, signal);
    await retryUntilReachable(send, signal);
    sent += page.length;
    onProgress(sent, incoming.length);
  }
  signal.throwIfAborted();
  const names = new Set(incoming.flatMap(({ folder }) => folder ?? []));
  const getInside = (name: string) => incoming.filter(({ folder }) => folder === name).map(({ id }) => id);
  const folders = Object.fromEntries([...names].map((name) => [name, getInside(name)]));
  return commitImport({ importId, loadouts: incoming.length, folders }, clients);
}

/** The ids of the imports that this page is committing. */
const committing = new Set<string>();

export const isCommitting = ({ importId }: PendingImport): boolean => committing.has(importId);

/** Commits an import, or requests the result of an earlier commit, and moves the added loadouts to their folders. */
export async function commitImport(pending: PendingImport, clients: LockerClients): Promise<Imported> {
  const { trpc, queryClient } = clients;
  const { importId, loadouts, folders } = pending;
  rememberPending(pending);
  committing.add(importId);
  try {
    const commit = () => mutate(queryClient, trpc.lockerImport.commit.mutationOptions(), { importId, loadouts });
    const { added, replaced } = await retryUntilReachable(commit);
    const createdFolders: string[] = [];
    await retryUntilReachable(() => moveToFolders(folders, createdFolders, clients));
    forgetPending();
    return { importId, added, replaced, createdFolders };
  } catch (error) {
    // A refusal is final, but after a lost connection the import may have been committed.
    if (getErrorCode(error)) forgetPending();
    throw error;
  } finally {
    committing.delete(importId);
  }
}

/**
 * Moves the added loadouts to their folders, and adds the ids of created folders to `created`. If the maximum number of folders is
 * reached, the loadouts remain without a folder.
 * @throws {Error} if the server is unreachable
 */
async function moveToFolders(
  folders: PendingImport["folders"],
  created: string[],
  { client, trpc, queryClient }: LockerClients,
): Promise<void> {
  if (Object.keys(folders).length === 0) return;
  try {
    const present = new Map((await client.folder.list.query()).map(({ id, name }) => [name, id]));
    for (const [name, loadoutIds] of Object.entries(folders)) {
      const folderId = present.get(name) ?? newId();
      if (!present.has(name)) {
        await mutate(queryClient, trpc.folder.save.mutationOptions(), { id: folderId, name });
        created.push(folderId);
      }
      for (const ids of splitIntoPages(loadoutIds))
        await mutate(queryClient, trpc.loadout.arrange.mutationOptions(), { ids, folderId });
    }
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // The loadouts are in the locker, so the import has succeeded even if they could not be moved.
  }
}

/** Undoes an import and removes the folders it created. Returns the number of replaced loadouts that were changed since and remain. */
export async function undoImport({ importId, createdFolders }: Imported, clients: LockerClients): Promise<number> {
  const { trpc, queryClient } = clients;
  const { skippedCount } = await mutate(queryClient, trpc.lockerImport.undo.mutationOptions(), { importId });
  const locker = createdFolders.length > 0 ? await fetchLocker(clients) : [];
  const empty = createdFolders.filter((id) => !locker.some(({ folderId }) => folderId === id));
  for (const id of empty) await mutate(queryClient, trpc.folder.remove.mutationOptions(), { id });
  return skippedCount;
}

// Splits an import into pages below the server's request limits.

const MAX_BYTES = 60 * 1024;
const MAX_ITEMS = 100;

const getBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Splits items into pages with limited items and bytes, in order. An item above the limit has its own page. */
export function getPages<T>(items: readonly T[], maxBytes = MAX_BYTES, maxItems = MAX_ITEMS): T[][] {
  const pages: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = getBytes(item) + 1;
    const page = pages.at(-1);
    if (page && page.length < maxItems && bytes + size <= maxBytes) {
      page.push(item);
      bytes += size;
    } else {
      pages.push([item]);
      bytes = size;
    }
  }
  return pages;
}
