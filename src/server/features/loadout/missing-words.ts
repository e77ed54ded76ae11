// Words of loadouts that an earlier schema left without any.
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { Database } from "#server/database/database.ts";
import { type DatabaseKind, takeTurn } from "#server/database/migrate.ts";

const AT_ONCE = 200;

/** Finds them, all of it or nothing; later starts see that it is done, and load nothing for it. */
export async function findWords(db: Database, kind: DatabaseKind, arsenals: Arsenals): Promise<void> {
  if (await areFound(db)) return;
  const [{ COLUMNS, parseSavedLoadout }, { getLoadoutWords, writeWords }] = await Promise.all([
    import("./saved.ts"),
    import("./words.ts"),
  ]);
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx, kind, "words of the locker");
    // Another process may have done it in between.
    if (await areFound(trx)) return;
    let last = "";
    for (;;) {
      const rows = await trx
        .selectFrom("loadout")
        .select([...COLUMNS, "userId"])
        .where("id", ">", last)
        .orderBy("id")
        .limit(AT_ONCE)
        .execute();
      for (const { userId, ...row } of rows) {
        const saved = parseSavedLoadout(row);
        await writeWords(trx, { userId, id: saved.id }, getLoadoutWords(saved, arsenals));
      }
      last = rows.at(-1)?.id ?? last;
      if (rows.length < AT_ONCE) return;
    }
  });
}

async function areFound(db: Database): Promise<boolean> {
  if (await db.selectFrom("loadoutWord").select("word").limit(1).executeTakeFirst()) return true;
  return (await db.selectFrom("loadout").select("id").limit(1).executeTakeFirst()) === undefined;
}
