import { z } from "zod";
import { Fault } from "#domain/fault.ts";
import { folderName } from "#domain/loadout/content.ts";
import { FOLDERS_LIMIT } from "#domain/loadout/limits.ts";
import { router, signedIn } from "#server/trpc/trpc.ts";
import { foldersOf, removeFolder, writeFolder } from "./repository.ts";

const folderId = z.uuid();

export const folderRouter = router({
  /** The user's folders by name, each with how many loadouts lie in it. */
  list: signedIn.query(({ ctx }) => foldersOf(ctx.db, ctx.user.id)),

  /** Makes a folder under an id of the client's, or gives it another name. Faults: `folders_full`, `folder_missing`. */
  save: signedIn.input(z.object({ id: folderId, name: folderName })).mutation(async ({ ctx, input }) => {
    const folders = await foldersOf(ctx.db, ctx.user.id);
    if (folders.length >= FOLDERS_LIMIT && !folders.some(({ id }) => id === input.id)) throw new Fault("folders_full");
    if (!(await writeFolder(ctx.db, ctx.user.id, input, ctx.now()))) throw new Fault("folder_missing");
    ctx.changes.tell(ctx.user.id, { what: "folder", id: input.id });
    return input;
  }),

  /** Removes a folder; what lay in it stays in the locker, in no folder. Answers the ids of these loadouts. */
  remove: signedIn.input(z.object({ id: folderId })).mutation(async ({ ctx, input: { id } }) => {
    const loadoutIds = await ctx.db.transaction().execute((trx) => removeFolder(trx, ctx.user.id, id));
    ctx.changes.tell(ctx.user.id, { what: "folder", id });
    return { id, loadoutIds };
  }),
});
