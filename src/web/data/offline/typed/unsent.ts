// Work of the person here that exists on this device alone: changes the server has not taken, and unsaved drafts.
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { type Transferred, toLockerFile } from "#messages/loadout/locker-file.ts";
import { readOutbox, sendNow } from "#web/data/offline/outbox.ts";
import { listDrafts } from "#web/data/offline/typed/drafts.ts";
import { getProperty } from "#web/data/problem.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { download } from "#web/data/stores/download.ts";
import { newId } from "#web/data/stores/new-id.ts";

export type Unsent = { changes: number; drafts: number };

/** Drafts of loadouts; the draft of an import is only what a file or a link holds anyway. */
const DRAFTS = "loadout:";

/** Tries to send what waits; answers what is left, or null when that is nothing. */
export async function unsentWork(): Promise<Unsent | null> {
  const owner = lastPerson()?.id;
  if (!owner) return null;
  if ((await readOutbox(owner)).pendingMutations.length > 0) await sendNow(owner);
  const { pendingMutations, unreadable } = await readOutbox(owner);
  const changes = pendingMutations.length + unreadable.length;
  const drafts = listDrafts(DRAFTS, true).length;
  return changes + drafts > 0 ? { changes, drafts } : null;
}

/**
 * Downloads the loadouts of unsent saves and drafts as a locker file, which an import reads, with what cannot be read as it is;
 * false when there is none of these.
 */
export async function exportUnsent(): Promise<boolean> {
  const owner = lastPerson()?.id;
  const { pendingMutations, unreadable } = owner ? await readOutbox(owner) : { pendingMutations: [], unreadable: [] };
  const saves = pendingMutations.flatMap((change) => (change.call === "loadout.save" ? [change.input] : []));
  const drafts = listDrafts(DRAFTS, true).map(({ value }) => value);
  const loadouts = [...saves, ...drafts].flatMap(asTransferred);
  if (loadouts.length + unreadable.length === 0) return false;
  const now = new Date().toISOString();
  const file = { ...toLockerFile(loadouts, now), ...(unreadable.length > 0 && { unreadable }) };
  download(JSON.stringify(file, null, 2), `fieldlocker-unsent-${now.slice(0, 10)}.json`, "application/json");
  return true;
}

function asTransferred(value: unknown): Transferred[] {
  const name = getProperty(value, "name");
  const named = { ...Object(value), name: typeof name === "string" && name.trim() ? name : m.common_draft() };
  const { data } = loadoutContent.safeParse(named);
  return data ? [{ ...data, id: newId(), folder: null, game: data.loadout.game }] : [];
}
