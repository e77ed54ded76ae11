import { type Transferred, toLockerFile } from "#domain/loadout/transfer.ts";
import { download } from "#web/data/stores/download.ts";
import type { Saved } from "#web/features/loadout/answers.ts";

/** Hands these loadouts to the browser as a file; `folderNames` is by id. */
export function exportLoadouts(items: readonly Saved[], folderNames: ReadonlyMap<string, string>): void {
  const now = new Date().toISOString();
  const loadouts = items.map(
    ({ id, name, note, tags, folderId, loadout }): Transferred => ({
      id,
      name,
      note,
      tags,
      folder: folderNames.get(folderId ?? "") ?? null,
      game: loadout.game,
      loadout,
    }),
  );
  download(
    JSON.stringify(toLockerFile(loadouts, now), null, 2),
    `fieldlocker-locker-${now.slice(0, 10)}.json`,
    "application/json",
  );
}
