import { z } from "zod";
import { folderName } from "#domain/loadout/loadout.ts";
import { finishOperation } from "#server/operations/finish.ts";
import { withPersonLock } from "#server/operations/person-lock.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { listFolders, recordRemoval, writeFolder } from "./repository.ts";

const folderId = z.uuid();

export const folderRouter = router({
  /** The user's folders by name, each with how many loadouts lie in it. */
  list: protectedProcedure.query(({ ctx }) => listFolders(ctx.db, ctx.user.id)),

  /**
   * Makes a folder under an id of the client's, or gives it another name.
   * @throws {AppError} folders_full; folder_missing
   */
  save: protectedProcedure.input(z.object({ id: folderId, name: folderName })).mutation(async ({ ctx, input }) => {
    await withPersonLock(ctx.db, ctx.user.id, (trx) => writeFolder(trx, ctx.user.id, input, ctx.now()));
    ctx.events.publish(ctx.user.id, { what: "folder", id: input.id });
    return input;
  }),

  /** Removes a folder; what lay in it stays in the locker, in no folder. Answers the ids of these loadouts. */
  remove: protectedProcedure.input(z.object({ id: folderId })).mutation(async ({ ctx, input: { id } }) => {
    const record = (trx: typeof ctx.db) => recordRemoval(trx, ctx.user.id, id, ctx.now());
    const loadoutIds = await withPersonLock(ctx.db, ctx.user.id, record);
    await finishOperation(ctx.db, ctx.user.id);
    ctx.events.publish(ctx.user.id, { what: "folder", id });
    return { id, loadoutIds };
  }),
});
