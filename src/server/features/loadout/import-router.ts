// Importing: sent in pages under one id, committed at once, undone at once.
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { MAX_IMPORTED } from "#domain/limits.ts";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { AppError } from "#messages/errors.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { commitImport, type Staged, stage, undoImport } from "./locker-import.ts";

const PAGE_SIZE = 100;
/** Loadouts per transaction: on SQLite a transaction blocks all others. */
const WRITTEN_AT_ONCE = 20;

const importId = z.uuid();
const incoming = loadoutContent.extend({
  /** Its place in the import, from 0. */
  number: z
    .number()
    .int()
    .min(0)
    .max(MAX_IMPORTED - 1),
  /** Of a new loadout made by the client, else of the one it replaces. */
  id: z.uuid(),
  /** The version it replaces; 0 when it is added. */
  seenVersion: z.number().int().min(0).max(2_000_000_000),
});

export const lockerImportRouter = router({
  /**
   * Stages a page of an import; the locker is unchanged until the commit. A page sent again replaces the first.
   * @throws {AppError} loadout_illegal with the `number` and its `violations`; import_missing once it is committed; imports_full
   */
  send: protectedProcedure
    .input(z.object({ importId, loadouts: z.array(incoming).min(1).max(PAGE_SIZE) }))
    .mutation(async ({ ctx, input }) => {
      const rows: Staged[] = [];
      for (const { number, id, seenVersion, ...content } of input.loadouts) {
        const violations = findViolations(content.loadout, ctx.arsenals[content.loadout.game]);
        if (violations.length > 0) throw new AppError("loadout_illegal", { number, violations });
        rows.push({ number, loadoutId: id, seenVersion, body: JSON.stringify(content) });
        if (rows.length % WRITTEN_AT_ONCE === 0) await nextTurn();
      }
      // The later of two with one number counts, as when they come one after the other.
      const arrived = [...new Map(rows.map((row) => [row.number, row])).values()];
      for (let at = 0; at < arrived.length; at += WRITTEN_AT_ONCE) {
        const page = arrived.slice(at, at + WRITTEN_AT_ONCE);
        await withPersonLock(ctx.db, ctx.user.id, async (trx) => {
          await stage(trx, ctx.user, input.importId, page, ctx.now());
        });
        await nextTurn();
      }
      return { received: rows.length };
    }),

  /**
   * Adds all of the import to the locker, or nothing; idempotent.
   * @throws {AppError} import_missing; import_incomplete; import_changed when one it replaces was changed since; locker_full
   */
  commit: protectedProcedure
    .input(z.object({ importId, loadouts: z.number().int().min(1).max(MAX_IMPORTED) }))
    .mutation(async ({ ctx, input }) => {
      const commit = (trx: typeof ctx.db) => commitImport(trx, ctx.user, input, ctx.now());
      const result = await withPersonLock(ctx.db, ctx.user.id, commit);
      ctx.events.publish(ctx.user.id, { what: "import", id: input.importId });
      return result;
    }),

  /**
   * Undoes an import: added loadouts are deleted and can be restored, replaced ones are as before. Loadouts edited or
   * pinned since stay, and are counted in `skippedCount`. Idempotent: a repeated call returns the same.
   * @throws {AppError} import_missing
   */
  undo: protectedProcedure.input(z.object({ importId })).mutation(async ({ ctx, input }) => {
    const undo = (trx: typeof ctx.db) => undoImport(trx, ctx.user.id, input.importId, ctx.now());
    const edited = await withPersonLock(ctx.db, ctx.user.id, undo);
    ctx.events.publish(ctx.user.id, { what: "import", id: input.importId });
    return { skippedCount: edited };
  }),
});
