import { newId } from "#web/client/new-id.ts";
import type { DataClient } from "#web/client/trpc.ts";
import { inPages } from "#web/features/loadout/locker/arranged-back.ts";
import { type Decided, incomingOf } from "./matching.ts";
import { pagesOf } from "./pages.ts";

export type Imported = { importId: string; added: number; replaced: number; madeFolders: readonly string[] };

type Watch = { signal: AbortSignal; onProgress: (sent: number, all: number) => void };

/** Sends what was decided, and puts it in at once; nothing is in the locker where it throws before that. */
export async function sendImport(
  decided: readonly Decided[],
  client: DataClient,
  { signal, onProgress }: Watch,
): Promise<Imported> {
  const importId = newId();
  const incoming = incomingOf(decided, newId);
  let sent = 0;
  onProgress(0, incoming.length);
  for (const page of pagesOf(incoming)) {
    signal.throwIfAborted();
    const loadouts = page.map(({ folder: _, ...loadout }) => loadout);
    await client.lockerImport.send.mutate({ importId, loadouts }, { signal });
    sent += page.length;
    onProgress(sent, incoming.length);
  }
  signal.throwIfAborted();
  const { added, replaced } = await client.lockerImport.commit.mutate({ importId, loadouts: incoming.length });
  return { importId, added, replaced, madeFolders: await shelve(incoming, client) };
}

/** Puts what was added into its folders; answers those that had to be made. A full shelf leaves them in no folder. */
async function shelve(incoming: readonly { id: string; folder: string | null }[], client: DataClient) {
  const made: string[] = [];
  const names = new Set(incoming.flatMap(({ folder }) => folder ?? []));
  if (names.size === 0) return made;
  try {
    const present = new Map((await client.folder.list.query()).map(({ id, name }) => [name, id]));
    for (const name of names) {
      const folderId = present.get(name) ?? newId();
      if (!present.has(name)) {
        await client.folder.save.mutate({ id: folderId, name });
        made.push(folderId);
      }
      const inside = incoming.filter(({ folder }) => folder === name).map(({ id }) => id);
      for (const ids of inPages(inside)) await client.loadout.arrange.mutate({ ids, folderId });
    }
  } catch {
    // The loadouts are in the locker; which folder they lie in is no reason to call the import failed.
  }
  return made;
}

/** Takes an import back with the folders it made; answers how many replaced loadouts stayed, as they were changed since. */
export async function undoImport({ importId, madeFolders }: Imported, client: DataClient): Promise<number> {
  const { kept } = await client.lockerImport.undo.mutate({ importId });
  const folders = await client.folder.list.query();
  const empty = folders.filter(({ id, loadouts }) => loadouts === 0 && madeFolders.includes(id));
  for (const { id } of empty) await client.folder.remove.mutate({ id });
  return kept;
}
