import { z } from "zod";
import { folderName } from "#domain/loadout/loadout.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { listFolders, removeFolder, writeFolder } from "./folder-repository.ts";

const folderId = z.uuid();

export const folderRouter = router({
  /** Returns the user's folders, sorted by name. */
  list: protectedProcedure.query(({ ctx }) => listFolders(ctx.db, ctx.user.id)),

  /**
   * Creates a folder with the client's id, or renames it.
   * @throws {AppError} folders_full
   */
  save: protectedProcedure.input(z.object({ id: folderId, name: folderName })).mutation(async ({ ctx, input }) => {
    await withPersonLock(ctx.db, ctx.user.id, (trx) => writeFolder(trx, ctx.user, input, ctx.now()));
    ctx.events.publish(ctx.user.id, { what: "folder", id: input.id });
    return input;
  }),

  /** Deletes a folder and returns the ids of its loadouts, which stay in the locker. */
  remove: protectedProcedure.input(z.object({ id: folderId })).mutation(async ({ ctx, input: { id } }) => {
    const loadoutIds = await withPersonLock(ctx.db, ctx.user.id, (trx) => removeFolder(trx, ctx.user.id, id));
    ctx.events.publish(ctx.user.id, { what: "folder", id });
    return { id, loadoutIds };
  }),
});
