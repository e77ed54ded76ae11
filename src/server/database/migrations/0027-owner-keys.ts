import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DatabaseKind } from "#server/database/schema.ts";
import type { PreparedMigration } from "./library-tables.ts";

/** The tables with an id, by the column of their owner. */
const OWNED: Readonly<Record<string, readonly string[]>> = {
  userId: ["loadout", "folder", "soldier", "snapshot", "goal", "planItem", "tick", "lockerImport", "importedLoadout"],
  organizationId: ["platoonLoadout", "loadoutEvent"],
};

type Index = { name: string; isUnique?: boolean; on: string; columns: readonly string[]; where?: string };

const keys = Object.entries(OWNED).flatMap(([owner, tables]) => tables.map((table) => ({ table, owner })));

/** By which rows of an owner are found. */
const INDEXES: readonly Index[] = [
  ...keys.map(({ table, owner }) => ({ name: `${table}Key`, isUnique: true, on: table, columns: [owner, "id"] })),
  { name: "loadoutWordLoadout", on: "loadoutWord", columns: ["userId", "loadoutId", "word"] },
  {
    name: "loadoutUserIdFolder",
    on: "loadout",
    columns: ["userId", "folderId", "updatedAt", "id", "game"],
    where: '"deletedAt" IS NULL AND "folderId" IS NOT NULL',
  },
  { name: "importedLoadoutApplied", on: "importedLoadout", columns: ["userId", "importId", "appliedAt", "number"] },
];

/** For an earlier release, which finds rows by their ids alone and expects no id twice. A later release can drop them. */
const UNIQUE_IDS: readonly Index[] = keys.map(({ table }) => ({
  ...{ name: `${table}Id`, isUnique: true, on: table, columns: ["id"] },
}));

const ROWS_AT_ONCE = 500;

/**
 * Primary keys begin with the owner, so that PostgreSQL may have the tables in partitions; the foreign keys between them do, too.
 * SQLite, which cannot change a primary key, has the same as a unique index. Ids stay unique as well while an earlier release
 * runs beside this one.
 */
export const ownerKeys = (kind: DatabaseKind): PreparedMigration => ({
  /** Short statements, and indexes that are made while others write. */
  async prepare(db) {
    await fillOwners(db);
    for (const index of [...INDEXES, ...UNIQUE_IDS]) await createConcurrently(db, index);
  },
  /** A change of the catalogue alone where the indexes are there. */
  async up(db: Kysely<unknown>) {
    for (const index of kind === "sqlite" ? INDEXES : [...INDEXES, ...UNIQUE_IDS]) await createIndex(db, index);
    if (kind === "sqlite") return;
    await dropForeignKeys(db);
    for (const { table } of keys)
      await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(`${table}_pkey`)},
        ADD CONSTRAINT ${sql.ref(`${table}Key`)} PRIMARY KEY USING INDEX ${sql.ref(`${table}Key`)},
        ADD CONSTRAINT ${sql.ref(`${table}Id`)} UNIQUE USING INDEX ${sql.ref(`${table}Id`)}`.execute(db);
    for (const child of ["snapshot", "goal", "boardConsent"]) {
      // A merge moves a soldier to another owner, and an earlier release what belongs to it afterwards.
      const rule = sql`ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`;
      await addForeignKey(db, { child, columns: ["userId", "soldierId"], parent: "soldier", owner: "userId", rule });
    }
    const rule = sql`ON DELETE CASCADE`;
    const imported = { child: "importedLoadout", columns: ["userId", "importId"], parent: "lockerImport" };
    await addForeignKey(db, { ...imported, owner: "userId", rule });
    const event = { child: "loadoutEvent", columns: ["organizationId", "loadoutId"], parent: "platoonLoadout" };
    await addForeignKey(db, { ...event, owner: "organizationId", rule });
  },
});

/** What was staged before there was a column for it. */
async function fillOwners(db: Kysely<unknown>): Promise<void> {
  for (let after = ""; ; ) {
    const { rows } = await sql<{ id: string }>`SELECT "id" FROM "importedLoadout" WHERE "id" > ${after}
      ORDER BY "id" LIMIT ${ROWS_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    await sql`UPDATE "importedLoadout" SET "userId" = "lockerImport"."userId" FROM "lockerImport"
      WHERE "lockerImport"."id" = "importId" AND "importedLoadout"."userId" = ''
      AND "importedLoadout"."id" > ${after} AND "importedLoadout"."id" <= ${last.id}`.execute(db);
    after = last.id;
  }
}

/** One that was interrupted is there, but not valid. */
async function createConcurrently(db: Kysely<unknown>, index: Index): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`SELECT indisvalid AS "isValid" FROM pg_index
    WHERE indexrelid = to_regclass(${`"${index.name}"`})`.execute(db);
  if (rows.some(({ isValid }) => isValid)) return;
  if (rows.length > 0) await sql`DROP INDEX CONCURRENTLY ${sql.ref(index.name)}`.execute(db);
  await createIndex(db, index, sql`CONCURRENTLY`);
}

async function createIndex(db: Kysely<unknown>, index: Index, way = sql``): Promise<void> {
  const { name, isUnique = false, on, columns, where } = index;
  await sql`CREATE ${isUnique ? sql`UNIQUE INDEX` : sql`INDEX`} ${way} IF NOT EXISTS ${sql.ref(name)} ON ${sql.table(on)}
    (${sql.join(columns.map((column) => sql.ref(column)))}) ${where === undefined ? sql`` : sql`WHERE ${sql.raw(where)}`}`.execute(
    db,
  );
}

/**
 * Those that refer to an id alone. A loadout then has none to its folder: a merge moves the folder before what lies in it, and
 * loadouts are taken out of a folder before it is removed.
 */
async function dropForeignKeys(db: Kysely<unknown>): Promise<void> {
  const names = sql.join(keys.map(({ table }) => sql`${`"${table}"`}::regclass`));
  const { rows } = await sql<{ name: string; child: string }>`
    SELECT conname AS name, relname AS child FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE contype = 'f' AND confrelid IN (${names})`.execute(db);
  for (const { name, child } of rows)
    await sql`ALTER TABLE ${sql.table(child)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
}

type ForeignKey = {
  child: string;
  columns: readonly string[];
  parent: string;
  owner: string;
  rule: RawBuilder<unknown>;
};

/** Rows that are there were under the foreign key before; the next migration checks them without a lock. */
async function addForeignKey(db: Kysely<unknown>, { child, columns, parent, owner, rule }: ForeignKey): Promise<void> {
  await sql`ALTER TABLE ${sql.table(child)} ADD CONSTRAINT ${sql.ref(`${child}Owner`)}
    FOREIGN KEY (${sql.join(columns.map((column) => sql.ref(column)))})
    REFERENCES ${sql.table(parent)} (${sql.ref(owner)}, "id") ${rule} NOT VALID`.execute(db);
}
