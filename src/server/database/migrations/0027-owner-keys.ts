import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DatabaseKind } from "#server/database/schema.ts";
import { createIndexes, type LargeIndex, type PreparedMigration, prepareIndexes } from "./large-tables.ts";

/** The tables with an id, by the column of their owner. */
const OWNED: Readonly<Record<string, readonly string[]>> = {
  userId: ["loadout", "folder", "soldier", "snapshot", "goal", "planItem", "tick", "lockerImport", "importedLoadout"],
  organizationId: ["platoonLoadout", "loadoutEvent"],
};

const keys = Object.entries(OWNED).flatMap(([owner, tables]) => tables.map((table) => ({ table, owner })));

/** By which rows of an owner are found. */
const INDEXES: readonly LargeIndex[] = [
  ...keys.map(({ table, owner }) => ({ name: `${table}Key`, isUnique: true, table, on: `("${owner}", "id")` })),
  { name: "loadoutWordLoadout", table: "loadoutWord", on: '("userId", "loadoutId", "word")' },
  {
    name: "loadoutUserIdFolder",
    table: "loadout",
    on: '("userId", "folderId", "updatedAt", "id", "game") WHERE "deletedAt" IS NULL AND "folderId" IS NOT NULL',
  },
  { name: "importedLoadoutApplied", table: "importedLoadout", on: '("userId", "importId", "appliedAt", "number")' },
];

/** For an earlier release, which finds rows by their ids alone and expects no id twice. A later release can drop them. */
const UNIQUE_IDS: readonly LargeIndex[] = keys.map(({ table }) => ({
  ...{ name: `${table}Id`, isUnique: true, table, on: '("id")' },
}));

const ROWS_AT_ONCE = 500;

/**
 * Primary keys begin with the owner, so that PostgreSQL may have the tables in partitions; the foreign keys between them do, too.
 * SQLite, which cannot change a primary key, has the same as a unique index. Ids stay unique as well while an earlier release
 * runs beside this one.
 */
export const ownerKeys = (kind: DatabaseKind): PreparedMigration => ({
  locks: [...keys.map(({ table }) => table), "boardConsent"],
  async prepare(db) {
    await fillOwners(db);
    await prepareIndexes(db, [...INDEXES, ...UNIQUE_IDS]);
  },
  /** A change of the catalogue alone where the indexes are there. */
  async up(db: Kysely<unknown>) {
    if (kind === "sqlite") return createIndexes(db, INDEXES);
    await fillOwners(db);
    await createIndexes(db, [...INDEXES, ...UNIQUE_IDS]);
    // In one query: all the tables are locked until it ends.
    await sql.join([...(await dropForeignKeys(db)), ...changeKeys(), ...addForeignKeys()], sql`; `).execute(db);
  },
});

/** What was staged before there was a column for it. */
async function fillOwners(db: Kysely<unknown>): Promise<void> {
  for (let after = ""; ; ) {
    const { rows } = await sql<{
      id: string;
    }>`SELECT "id" FROM "importedLoadout" WHERE "userId" = '' AND "id" > ${after}
      ORDER BY "id" LIMIT ${ROWS_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    await sql`UPDATE "importedLoadout" SET "userId" = "lockerImport"."userId" FROM "lockerImport"
      WHERE "lockerImport"."id" = "importId" AND "importedLoadout"."userId" = ''
      AND "importedLoadout"."id" > ${after} AND "importedLoadout"."id" <= ${last.id}`.execute(db);
    after = last.id;
  }
}

/**
 * Those that refer to an id alone. A loadout then has none to its folder: a merge moves the folder before what lies in it, and
 * loadouts are taken out of a folder before it is removed.
 */
async function dropForeignKeys(db: Kysely<unknown>): Promise<RawBuilder<unknown>[]> {
  const names = sql.join(keys.map(({ table }) => sql`${`"${table}"`}::regclass`));
  const { rows } = await sql<{ name: string; child: string }>`
    SELECT conname AS name, relname AS child FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE contype = 'f' AND confrelid IN (${names})`.execute(db);
  return rows.map(({ name, child }) => sql`ALTER TABLE ${sql.table(child)} DROP CONSTRAINT ${sql.ref(name)}`);
}

const changeKeys = () =>
  keys.map(
    ({ table }) => sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(`${table}_pkey`)},
      ADD CONSTRAINT ${sql.ref(`${table}Key`)} PRIMARY KEY USING INDEX ${sql.ref(`${table}Key`)},
      ADD CONSTRAINT ${sql.ref(`${table}Id`)} UNIQUE USING INDEX ${sql.ref(`${table}Id`)}`,
  );

function addForeignKeys(): RawBuilder<unknown>[] {
  // A merge moves a soldier to another owner, and an earlier release what belongs to it afterwards.
  const moved = sql`ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`;
  const ofSoldier = { columns: ["userId", "soldierId"], parent: "soldier", owner: "userId", rule: moved };
  const rule = sql`ON DELETE CASCADE`;
  const imported = { child: "importedLoadout", columns: ["userId", "importId"], parent: "lockerImport" };
  const event = { child: "loadoutEvent", columns: ["organizationId", "loadoutId"], parent: "platoonLoadout" };
  return [
    ...["snapshot", "goal", "boardConsent"].map((child) => addForeignKey({ ...ofSoldier, child })),
    addForeignKey({ ...imported, owner: "userId", rule }),
    addForeignKey({ ...event, owner: "organizationId", rule }),
  ];
}

type ForeignKey = {
  child: string;
  columns: readonly string[];
  parent: string;
  owner: string;
  rule: RawBuilder<unknown>;
};

/** The next migration checks the rows that are there, without a lock. */
const addForeignKey = ({ child, columns, parent, owner, rule }: ForeignKey): RawBuilder<unknown> =>
  sql`ALTER TABLE ${sql.table(child)} ADD CONSTRAINT ${sql.ref(`${child}Owner`)}
    FOREIGN KEY (${sql.join(columns.map((column) => sql.ref(column)))})
    REFERENCES ${sql.table(parent)} (${sql.ref(owner)}, "id") ${rule} NOT VALID`;
