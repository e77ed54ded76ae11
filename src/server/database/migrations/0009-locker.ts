import { generateNKeysBetween } from "fractional-indexing";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { DatabaseKind } from "#server/database/schema.ts";

/** A column whose values compare byte by byte, as they do on SQLite anyway. */
const ordered = (kind: DatabaseKind) => (kind === "postgres" ? sql`text collate "C"` : "text");

/** Folders, notes, tags, pins and an order for loadouts; and the words a locker is searched by. */
export const locker = (kind: DatabaseKind): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("folder")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("createdAt", "text", (column) => column.notNull())
      .addColumn("updatedAt", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("folderUserId").on("folder").column("userId").execute();
    const change = () => db.schema.alterTable("loadout");
    await change()
      .addColumn("note", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await change()
      .addColumn("tags", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await change().addColumn("pinnedAt", "text").execute();
    await change()
      .addColumn("folderId", "text", (column) => column.references("folder.id").onDelete("set null"))
      .execute();
    await change()
      .addColumn("place", ordered(kind), (column) => column.notNull().defaultTo(""))
      .execute();
    await givePlaces(db);
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on("loadout").columns(columns).execute();
    await index("loadoutUserIdUpdatedAt", ["userId", "updatedAt", "id"]);
    await index("loadoutUserIdPlace", ["userId", "place", "id"]);
    await index("loadoutUserIdPinnedAt", ["userId", "pinnedAt"]);
    await index("loadoutUserIdDeletedAtGame", ["userId", "deletedAt", "game"]);
    await index("loadoutFolderId", ["folderId", "updatedAt", "id"]);
    await db.schema
      .createTable("loadoutWord")
      .addColumn("userId", "text", (column) => column.notNull())
      .addColumn("word", ordered(kind), (column) => column.notNull())
      .addColumn("loadoutId", "text", (column) => column.notNull().references("loadout.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("loadoutWordPrimary", ["userId", "word", "loadoutId"])
      .execute();
    await db.schema.createIndex("loadoutWordLoadoutId").on("loadoutWord").columns(["loadoutId", "word"]).execute();
  },
});

type Placed = { loadout: { id: string; userId: string; updatedAt: string; place: string } };

/** Each locker's own order begins as the order of its last changes. */
async function givePlaces(db: Kysely<unknown>): Promise<void> {
  const loadouts = db.withTables<Placed>();
  const rows = await loadouts
    .selectFrom("loadout")
    .select(["id", "userId"])
    .orderBy("userId")
    .orderBy("updatedAt", "desc")
    .execute();
  for (const own of Map.groupBy(rows, ({ userId }) => userId).values()) {
    const places = generateNKeysBetween(null, null, own.length);
    for (const [at, { id }] of own.entries()) {
      await loadouts
        .updateTable("loadout")
        .set({ place: places[at] ?? "" })
        .where("id", "=", id)
        .execute();
    }
  }
}
