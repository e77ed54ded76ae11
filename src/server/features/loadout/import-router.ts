// Imports of loadouts: sent in pages with one id, then committed in one transaction, and undone in one.
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { MAX_IMPORTED } from "#domain/limits.ts";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { AppError } from "#messages/errors.ts";
import { withPersonLock } from "#server/people/person-lock.ts";
import { protectedProcedure, router } from "#server/trpc/trpc.ts";
import { commitImport, type StagedRow, stageRows, undoImport } from "./locker-import.ts";

const PAGE_SIZE = 100;
/** Maximum of loadouts per transaction, because on SQLite a transaction blocks all others. */
const CHUNK_SIZE = 20;

const importId = z.uuid();
const importedLoadout = loadoutContent.extend({
  /** The index in the import, from 0. */
  number: z
    .number()
    .int()
    .min(0)
    .max(MAX_IMPORTED - 1),
  /** The id of the loadout that it replaces, or a new id created by the client. */
  id: z.uuid(),
  /** The version that it replaces; 0 for a new loadout. */
  seenVersion: z.number().int().min(0).max(2_000_000_000),
});

export const lockerImportRouter = router({
  /**
   * Stages a page of an import; the locker is unchanged until the commit. A repeated page replaces the previous one.
   * @throws {AppError} loadout_illegal with the `number` and its `violations`; import_missing after the commit; imports_full
   */
  send: protectedProcedure
    .input(z.object({ importId, loadouts: z.array(importedLoadout).min(1).max(PAGE_SIZE) }))
    .mutation(async ({ ctx, input }) => {
      const rows: StagedRow[] = [];
      for (const { number, id, seenVersion, ...content } of input.loadouts) {
        const violations = findViolations(content.loadout, ctx.arsenals[content.loadout.game]);
        if (violations.length > 0) throw new AppError("loadout_illegal", { number, violations });
        rows.push({ number, loadoutId: id, seenVersion, body: JSON.stringify(content) });
        if (rows.length % CHUNK_SIZE === 0) await setImmediate();
      }
      // Of two loadouts with the same number the later one counts, as with repeated pages.
      const uniqueRows = [...new Map(rows.map((row) => [row.number, row])).values()];
      for (let index = 0; index < uniqueRows.length; index += CHUNK_SIZE) {
        const page = uniqueRows.slice(index, index + CHUNK_SIZE);
        await withPersonLock(ctx.db, ctx.user.id, async (trx) => {
          await stageRows(trx, ctx.user, input.importId, page, ctx.now());
        });
        await setImmediate();
      }
      return { received: rows.length };
    }),

  /**
   * Adds all loadouts of the import to the locker, or none; idempotent.
   * @throws {AppError} import_missing; import_incomplete; import_changed if a loadout that it replaces was changed since; locker_full
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
   * Undoes an import: added loadouts are deleted and can be restored, replaced loadouts get their previous content. Loadouts that
   * were edited or pinned since are not changed and counted in `skippedCount`. Idempotent: a repeated call returns the same.
   * @throws {AppError} import_missing
   */
  undo: protectedProcedure.input(z.object({ importId })).mutation(async ({ ctx, input }) => {
    const undo = (trx: typeof ctx.db) => undoImport(trx, ctx.user.id, input.importId, ctx.now());
    const skippedCount = await withPersonLock(ctx.db, ctx.user.id, undo);
    ctx.events.publish(ctx.user.id, { what: "import", id: input.importId });
    return { skippedCount };
  }),
});
