// Work of the user that exists only on this device: pending changes and unsaved drafts.
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { type FileLoadout, toLockerFile } from "#messages/loadout/locker-file.ts";
import { readOutbox, sendNow } from "#web/data/offline/outbox.ts";
import { listDrafts } from "#web/data/offline/typed/drafts.ts";
import { getProperty } from "#web/data/problem.ts";
import { getLastPerson } from "#web/data/session/person.ts";
import { download } from "#web/data/stores/download.ts";
import { newId } from "#web/data/stores/new-id.ts";

export type Unsent = { changes: number; drafts: number };

/** The prefix of loadout drafts. Drafts of imports are not counted, because their source still exists. */
const DRAFTS = "loadout:";

/** Tries to send the pending changes; returns what is still unsent, or null if everything was sent. */
export async function getUnsentWork(): Promise<Unsent | null> {
  const owner = getLastPerson()?.id;
  if (!owner) return null;
  if ((await readOutbox(owner)).pendingMutations.length > 0) await sendNow(owner);
  const { pendingMutations, unreadable } = await readOutbox(owner);
  const changes = pendingMutations.length + unreadable.length;
  const drafts = listDrafts(DRAFTS, true).length;
  return changes + drafts > 0 ? { changes, drafts } : null;
}

/**
 * Downloads the loadouts of unsent saves and drafts as a locker file that can be imported, with the unreadable changes appended.
 * Returns false if there is nothing to download.
 */
export async function exportUnsent(): Promise<boolean> {
  const owner = getLastPerson()?.id;
  const { pendingMutations, unreadable } = owner ? await readOutbox(owner) : { pendingMutations: [], unreadable: [] };
  const saves = pendingMutations.flatMap((change) => (change.call === "loadout.save" ? [change.input] : []));
  const drafts = listDrafts(DRAFTS, true).map(({ value }) => value);
  const loadouts = [...saves, ...drafts].flatMap(toTransferred);
  if (loadouts.length + unreadable.length === 0) return false;
  const now = new Date().toISOString();
  const file = { ...toLockerFile(loadouts, now), ...(unreadable.length > 0 && { unreadable }) };
  download(JSON.stringify(file, null, 2), `fieldlocker-unsent-${now.slice(0, 10)}.json`, "application/json");
  return true;
}

function toTransferred(value: unknown): FileLoadout[] {
  const name = getProperty(value, "name");
  const named = { ...Object(value), name: typeof name === "string" && name.trim() ? name : m.common_draft() };
  const { data } = loadoutContent.safeParse(named);
  return data ? [{ ...data, id: newId(), folder: null, game: data.loadout.game }] : [];
}
