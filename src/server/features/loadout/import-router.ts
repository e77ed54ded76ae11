// Importing: sent in pages under one id, committed at once, undone at once.
import { z } from "zod";
import { Fault } from "#domain/fault.ts";
import { loadoutContent } from "#domain/loadout/content.ts";
import { IMPORT_LIMIT } from "#domain/loadout/limits.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import type { Database } from "#server/database/database.ts";
import { withPersonLock } from "#server/database/person-lock.ts";
import { router, signedIn } from "#server/trpc/trpc.ts";
import type { Visit } from "#server/trpc/visit.ts";
import {
  beginImport,
  bringIn,
  importState,
  passTo,
  requireImportRoom,
  type Staged,
  stage,
  stagedOf,
  takeOut,
} from "./locker-import.ts";
import { changeLoadout } from "./repository.ts";
import { requireRoom } from "./room.ts";
import { loadoutWordsOf } from "./words.ts";

const PAGE_SIZE = 100;

const importId = z.uuid();
const incoming = loadoutContent.extend({
  /** Its place in the import, from 0. */
  number: z
    .number()
    .int()
    .min(0)
    .max(IMPORT_LIMIT - 1),
  /** Of a new loadout made by the client, else of the one it replaces. */
  id: z.uuid(),
  /** The version it replaces; 0 when it is added. */
  seenVersion: z.number().int().min(0).max(2_000_000_000),
});

export const lockerImportRouter = router({
  /**
   * Takes a page of an import; nothing of it is in the locker yet. A page sent again takes its own place.
   * Faults: `loadout_illegal` with the `number` and its `violations`, `import_missing` once its commit has begun,
   * `imports_full`.
   */
  send: signedIn
    .input(z.object({ importId, loadouts: z.array(incoming).min(1).max(PAGE_SIZE) }))
    .mutation(async ({ ctx, input }) => {
      for (const { number, loadout } of input.loadouts) {
        const violations = violationsOf(loadout, ctx.arsenals[loadout.game]);
        if (violations.length > 0) throw new Fault("loadout_illegal", { number, violations });
      }
      const rows = input.loadouts.map(({ number, id, seenVersion, ...content }) => ({
        number,
        loadoutId: id,
        seenVersion,
        body: JSON.stringify(content),
      }));
      await withPersonLock(ctx.db, ctx.user.id, async (trx) => {
        const state = await beginImport(trx, ctx.user.id, input.importId, ctx.now());
        if (state !== "open") throw new Fault("import_missing");
        await requireImportRoom(trx, ctx.user, rows);
        await stage(trx, input.importId, rows, ctx.now());
      });
      return { received: rows.length };
    }),

  /**
   * Puts all of the import into the locker, or nothing; once more answers the same.
   * Faults: `import_missing`, `import_incomplete`, `import_changed` when one it replaces was changed since, `locker_full`.
   */
  commit: signedIn
    .input(z.object({ importId, loadouts: z.number().int().min(1).max(IMPORT_LIMIT) }))
    .mutation(async ({ ctx, input }) => {
      const result = await withPersonLock(ctx.db, ctx.user.id, (trx) => commit({ ...ctx, db: trx }, input));
      ctx.changes.tell(ctx.user.id, { what: "import", id: input.importId });
      return result;
    }),

  /**
   * Takes an import back: what it added is deleted, to be restored; what it replaced is as before. What was changed since
   * stays as it is. Once more changes nothing. Faults: `import_missing`.
   */
  undo: signedIn.input(z.object({ importId })).mutation(async ({ ctx, input }) => {
    const kept = await withPersonLock(ctx.db, ctx.user.id, (trx) => undo({ ...ctx, db: trx }, input.importId));
    ctx.changes.tell(ctx.user.id, { what: "import", id: input.importId });
    return { kept };
  }),
});

type Importer = Pick<Visit, "arsenals" | "now"> & { db: Database; user: { id: string; isGuest: boolean } };

async function commit(
  { db, user, arsenals, now }: Importer,
  { importId, loadouts }: { importId: string; loadouts: number },
): Promise<{ added: number; replaced: number }> {
  const state = await importState(db, user.id, importId);
  if (state === null || state === "undone") throw new Fault("import_missing");
  const staged = await stagedOf(db, importId);
  const added = staged.filter(({ seenVersion }) => seenVersion === 0).length;
  const result = { added, replaced: staged.length - added };
  if (!(await passTo(db, importId, ["open", "done"], now()))) return result;
  if (staged.length !== loadouts) throw new Fault("import_incomplete");
  const bytes = staged.reduce(
    (sum, { body, seenVersion }) => sum + (seenVersion === 0 ? Buffer.byteLength(body) : 0),
    0,
  );
  await requireRoom(db, user, { live: added, stored: added, bytes });
  // The last goes in first, so that the first is on top of the owner's order.
  for (const { number, loadoutId, seenVersion, body } of staged.toReversed()) {
    const content = contentOf(body);
    const write = { ...content, number, id: loadoutId, seenVersion, words: loadoutWordsOf(content, arsenals) };
    if (!(await bringIn(db, user.id, { ...write, importId }, now()))) throw new Fault("import_changed");
  }
  return result;
}

/** How many loadouts stayed as they are, because they were changed after the import. */
async function undo({ db, user, arsenals, now }: Importer, importId: string): Promise<number> {
  const state = await importState(db, user.id, importId);
  if (state === null) throw new Fault("import_missing");
  if (!(await passTo(db, importId, ["done", "undone"], now()))) return 0;
  let kept = 0;
  for (const { loadoutId, seenVersion, before } of await stagedOf(db, importId)) {
    if (before === null) {
      if (!(await takeOut(db, user.id, loadoutId, now()))) kept += 1;
    } else {
      const content = contentOf(before);
      const words = loadoutWordsOf(content, arsenals);
      const write = { ...content, id: loadoutId, seenVersion: seenVersion + 1, words };
      if (!(await changeLoadout(db, user.id, write, now()))) kept += 1;
    }
  }
  return kept;
}

const contentOf = (body: Staged["body"]) => loadoutContent.parse(JSON.parse(body));
