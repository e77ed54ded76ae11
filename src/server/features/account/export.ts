// Everything a person owns, page by page: an account may hold hundreds of megabytes.
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "#messages/errors.ts";
import { parseCompressedJson } from "#platform/database/valid-text.ts";
import { type Database, OF_ALL_OWNERS } from "#server/database/database.ts";
import { countAll } from "#server/database/queries.ts";
import type { Tables } from "#server/database/schema.ts";
import type { UserDataTable } from "#server/database/user-data-tables.ts";
import type { People } from "#server/people/people.ts";

type Row = Record<string, unknown>;
type ExportedTable = UserDataTable & { name: keyof Tables };

const listExported = (tables: People["tables"]): ExportedTable[] =>
  tables.flatMap(([name, table]) => (table.export ? [{ name, ...table }] : []));

/** The rows of a table that are the person's, in whichever platoons. */
function getOwn(db: Database, { name, person }: ExportedTable, userId: string) {
  const rows = db.selectFrom(name as "loadoutEvent").where(sql.ref(person ?? "userId"), "=", userId);
  return person === undefined ? rows : rows.modifyEnd(OF_ALL_OWNERS);
}

/** Bytes of JSON of one page. The largest row is a snapshot, which has less. */
const MAX_PAGE_BYTES = 1_000_000;
/** Rows that are read from the database at once. */
const ROWS_AT_ONCE = 20;
/** Ids that are sorted at once: sorting costs as much as the user has rows. */
const IDS_AT_ONCE = 2000;
/** Yields to the event loop after this many bytes. */
const BYTES_PER_TURN = 100_000;

export const exportCursor = z.strictObject({
  table: z.string().max(100),
  afterId: z.string().max(200),
  /** In a table where the platoon is a part of the key. */
  afterPlatoonId: z.string().max(200).optional(),
});

export type ExportCursor = z.infer<typeof exportCursor>;

/** Rows by table; together all pages hold every row once. `nextCursor` is null on the last one. */
type ExportPage = { rows: Record<string, Row[]>; nextCursor: ExportCursor | null };

/** The account itself, its ways to sign in, and how many rows the pages hold; no secret is among it. */
export async function getExportAccount(db: Database, tables: People["tables"], userId: string) {
  const account = await db
    .selectFrom("user")
    .select(["id", "name", "email", "emailVerified", "image", "language", "isAnonymous", "createdAt", "updatedAt"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const signInMethods = await db
    .selectFrom("account")
    .select(["providerId", "accountId", "createdAt", "updatedAt"])
    .where("userId", "=", userId)
    .execute();
  let rowCount = 0;
  const exported = listExported(tables);
  for (const table of exported) rowCount += await countAll(getOwn(db, table, userId));
  return { account, signInMethods, tables: exported.map(({ name }) => name), rowCount };
}

/**
 * The page after the cursor, or the first one.
 * @throws {AppError} input_invalid for a cursor of no page
 */
export async function getExportPage(
  db: Database,
  tables: People["tables"],
  userId: string,
  cursor: ExportCursor | null,
): Promise<ExportPage> {
  const exported = listExported(tables);
  const first = cursor ? exported.findIndex(({ name }) => name === cursor.table) : 0;
  if (first < 0) throw new AppError("input_invalid");
  const page: ExportPage = { rows: {}, nextCursor: null };
  let bytes = 0;
  let bytesOfTurn = 0;
  for (const table of exported.slice(first)) {
    const { name, key } = table;
    let last = cursor?.table === name ? cursor : { table: name, afterId: "" };
    for await (const stored of streamRows(db, table, userId, last)) {
      const row = parseRow(table, stored);
      const size = Buffer.byteLength(JSON.stringify(row));
      if (bytes > 0 && bytes + size > MAX_PAGE_BYTES) return { ...page, nextCursor: last };
      page.rows[name] ??= [];
      page.rows[name].push(row);
      bytes += size;
      bytesOfTurn += size;
      last = { table: name, afterId: String(row["id"]) };
      if (key === "organizationId") last.afterPlatoonId = String(row["organizationId"]);
      if (bytesOfTurn > BYTES_PER_TURN) {
        bytesOfTurn = 0;
        await setImmediate();
      }
    }
  }
  return page;
}

/** The rows after the cursor, by id within each owner. */
async function* streamRows(
  db: Database,
  table: ExportedTable,
  userId: string,
  { afterId, afterPlatoonId = "" }: ExportCursor,
): AsyncGenerator<Row> {
  const own = getOwn(db, table, userId);
  // Two platoons may have the same id in it.
  if (table.key !== "organizationId") return yield* streamById(own, afterId);
  const platoonId = sql.ref<string>("organizationId");
  const platoons = await own
    .select(platoonId.as("id"))
    .distinct()
    .where(platoonId, ">=", afterPlatoonId)
    .orderBy(platoonId)
    .execute();
  for (const { id } of platoons) yield* streamById(own.where(platoonId, "=", id), id === afterPlatoonId ? afterId : "");
}

/** The rows after this id. No index has this order, so that ids are sorted apart from the rows they belong to. */
async function* streamById(own: ReturnType<typeof getOwn>, afterId: string): AsyncGenerator<Row> {
  for (let last = afterId; ; ) {
    const ids = (await own.select("id").where("id", ">", last).orderBy("id").limit(IDS_AT_ONCE).execute()).map(
      ({ id }) => id,
    );
    await setImmediate();
    for (let first = 0; first < ids.length; first += ROWS_AT_ONCE) {
      const some = ids.slice(first, first + ROWS_AT_ONCE);
      yield* await own.selectAll().where("id", "in", some).orderBy("id").execute();
    }
    const end = ids.at(-1);
    if (end === undefined || ids.length < IDS_AT_ONCE) return;
    last = end;
  }
}

/** The row with the values of the columns that hold JSON, and without those that an export leaves out. */
function parseRow(table: ExportedTable, row: Row): Row {
  const { json = [], packed = [], omit = [] } = table.export ?? {};
  const read = ([name, value]: [string, unknown]) => {
    if (packed.includes(name)) return [name, parseCompressedJson(String(value))];
    return [name, value !== null && json.includes(name) ? JSON.parse(String(value)) : value];
  };
  const columns = Object.entries(row).filter(([name]) => !omit.includes(name));
  return Object.fromEntries(columns.map(read));
}
