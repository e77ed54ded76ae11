import type { QueryClient } from "@tanstack/react-query";
import { gatherLocker } from "#web/data/gathered-locker.ts";
import { mutate } from "#web/data/mutation.ts";
import { isUnreachable } from "#web/data/offline/connectivity.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { lastPerson, SessionEndedError } from "#web/data/session/person.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { Data, DataClient } from "#web/data/trpc.ts";
import { inPages } from "#web/features/loadout/locker/list/sections.ts";
import { type Decided, getIncoming } from "#web/features/loadout/transfer/matching.ts";
import { forgetPending, type PendingImport, rememberPending } from "./pending-import.ts";

export type Imported = { importId: string; added: number; replaced: number; madeFolders: readonly string[] };

type Watch = { signal: AbortSignal; onProgress: (sent: number, all: number) => void };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/** What an import reads and writes with. */
export type ImportClients = { client: DataClient; trpc: Data; queryClient: QueryClient };

/**
 * Calls again, with growing pauses, until the server can be reached: each call of an import does once what it is sent for.
 * @throws {SessionEndedError} when another person has signed in since: the import is none of theirs
 */
async function untilReached<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const owner = lastPerson()?.id;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    if (lastPerson()?.id !== owner) throw new SessionEndedError();
    try {
      return await call();
    } catch (error) {
      if (!isUnreachable(error, signal)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      signal?.throwIfAborted();
    }
  }
}

/** Sends what was decided, and puts it in at once; nothing is in the locker where it throws before that. */
export async function sendImport(
  decided: readonly Decided[],
  clients: ImportClients,
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
    await untilReached(send, signal);
    sent += page.length;
    onProgress(sent, incoming.length);
  }
  signal.throwIfAborted();
  const names = new Set(incoming.flatMap(({ folder }) => folder ?? []));
  const getInside = (name: string) => incoming.filter(({ folder }) => folder === name).map(({ id }) => id);
  const folders = Object.fromEntries([...names].map((name) => [name, getInside(name)]));
  return commitImport({ importId, loadouts: incoming.length, folders }, clients);
}

/** The imports that this page commits. */
const committing = new Set<string>();

export const isCommitting = ({ importId }: PendingImport): boolean => committing.has(importId);

/** Commits an import, or asks for the result of one that was committed before, and puts what was added into its folders. */
export async function commitImport(pending: PendingImport, clients: ImportClients): Promise<Imported> {
  const { trpc, queryClient } = clients;
  const { importId, loadouts, folders } = pending;
  rememberPending(pending);
  committing.add(importId);
  try {
    const commit = () => mutate(queryClient, trpc.lockerImport.commit.mutationOptions(), { importId, loadouts });
    const { added, replaced } = await untilReached(commit);
    const madeFolders: string[] = [];
    await untilReached(() => shelve(folders, madeFolders, clients));
    forgetPending();
    return { importId, added, replaced, madeFolders };
  } catch (error) {
    // A refusal is final; after a lost connection the import may be there.
    if (getErrorCode(error)) forgetPending();
    throw error;
  } finally {
    committing.delete(importId);
  }
}

/**
 * Puts what was added into its folders, and notes those that had to be made. A full shelf leaves them in no folder.
 * @throws {Error} where the server cannot be reached
 */
async function shelve(
  folders: PendingImport["folders"],
  made: string[],
  { client, trpc, queryClient }: ImportClients,
): Promise<void> {
  if (Object.keys(folders).length === 0) return;
  try {
    const present = new Map((await client.folder.list.query()).map(({ id, name }) => [name, id]));
    for (const [name, inside] of Object.entries(folders)) {
      const folderId = present.get(name) ?? newId();
      if (!present.has(name)) {
        await mutate(queryClient, trpc.folder.save.mutationOptions(), { id: folderId, name });
        made.push(folderId);
      }
      for (const ids of inPages(inside))
        await mutate(queryClient, trpc.loadout.arrange.mutationOptions(), { ids, folderId });
    }
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // The loadouts are in the locker; which folder they lie in is no reason to call the import failed.
  }
}

/** Takes an import back with the folders it made; answers how many replaced loadouts stayed, as they were changed since. */
export async function undoImport(
  { importId, madeFolders }: Imported,
  { trpc, queryClient }: ImportClients,
): Promise<number> {
  const { skippedCount } = await mutate(queryClient, trpc.lockerImport.undo.mutationOptions(), { importId });
  const left = madeFolders.length > 0 ? await gatherLocker({ trpc, queryClient }) : [];
  const empty = madeFolders.filter((id) => !left.some(({ folderId }) => folderId === id));
  for (const id of empty) await mutate(queryClient, trpc.folder.remove.mutationOptions(), { id });
  return skippedCount;
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
