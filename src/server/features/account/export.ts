// Exports all data of a person in pages, because an account may have hundreds of megabytes.
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

const listExportedTables = (tables: People["tables"]): ExportedTable[] =>
  tables.flatMap(([name, table]) => (table.export ? [{ name, ...table }] : []));

/** Returns a query of the person's rows in a table, across all platoons. */
function selectOwnRows(db: Database, { name, personColumn: person }: ExportedTable, userId: string) {
  const rows = db.selectFrom(name as "loadoutEvent").where(sql.ref(person ?? "userId"), "=", userId);
  return person === undefined ? rows : rows.modifyEnd(OF_ALL_OWNERS);
}

/** Maximum size of a page as JSON. The largest row, a snapshot, is smaller. */
const MAX_PAGE_BYTES = 1_000_000;
/** Maximum of rows per database read. */
const ROW_CHUNK_SIZE = 20;
/** Maximum of ids per database read; a large number, because each read sorts all ids of the user. */
const ID_CHUNK_SIZE = 2000;
/** Yields to the event loop after this many bytes. */
const BYTES_PER_TURN = 100_000;

export const exportCursor = z.strictObject({
  table: z.string().max(100),
  afterId: z.string().max(200),
  /** For tables whose key includes the platoon. */
  afterPlatoonId: z.string().max(200).optional(),
});

export type ExportCursor = z.infer<typeof exportCursor>;

/** Rows by table; all pages together contain every row once. `nextCursor` is null on the last page. */
type ExportPage = { rows: Record<string, Row[]>; nextCursor: ExportCursor | null };

/** Returns the account, its sign-in methods and the total number of rows, without secrets. */
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
  const exported = listExportedTables(tables);
  for (const table of exported) rowCount += await countAll(selectOwnRows(db, table, userId));
  return { account, signInMethods, tables: exported.map(({ name }) => name), rowCount };
}

/**
 * Returns the page after the cursor, or the first page.
 * @throws {AppError} input_invalid for an invalid cursor
 */
export async function getExportPage(
  db: Database,
  tables: People["tables"],
  userId: string,
  cursor: ExportCursor | null,
): Promise<ExportPage> {
  const exported = listExportedTables(tables);
  const first = cursor ? exported.findIndex(({ name }) => name === cursor.table) : 0;
  if (first < 0) throw new AppError("input_invalid");
  const page: ExportPage = { rows: {}, nextCursor: null };
  let bytes = 0;
  let bytesInTurn = 0;
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
      bytesInTurn += size;
      last = { table: name, afterId: String(row["id"]) };
      if (key === "organizationId") last.afterPlatoonId = String(row["organizationId"]);
      if (bytesInTurn > BYTES_PER_TURN) {
        bytesInTurn = 0;
        await setImmediate();
      }
    }
  }
  return page;
}

/** Yields the rows after the cursor, ordered by platoon and id. */
async function* streamRows(
  db: Database,
  table: ExportedTable,
  userId: string,
  { afterId, afterPlatoonId = "" }: ExportCursor,
): AsyncGenerator<Row> {
  const ownRows = selectOwnRows(db, table, userId);
  // In such a table two platoons may have the same id.
  if (table.key !== "organizationId") return yield* streamById(ownRows, afterId);
  const platoonId = sql.ref<string>("organizationId");
  const platoons = await ownRows
    .select(platoonId.as("id"))
    .distinct()
    .where(platoonId, ">=", afterPlatoonId)
    .orderBy(platoonId)
    .execute();
  for (const { id } of platoons)
    yield* streamById(ownRows.where(platoonId, "=", id), id === afterPlatoonId ? afterId : "");
}

/** Yields the rows after this id. As no index has this order, the ids are sorted first, without their rows. */
async function* streamById(ownRows: ReturnType<typeof selectOwnRows>, afterId: string): AsyncGenerator<Row> {
  for (let last = afterId; ; ) {
    const ids = (await ownRows.select("id").where("id", ">", last).orderBy("id").limit(ID_CHUNK_SIZE).execute()).map(
      ({ id }) => id,
    );
    await setImmediate();
    for (let first = 0; first < ids.length; first += ROW_CHUNK_SIZE) {
      const chunkIds = ids.slice(first, first + ROW_CHUNK_SIZE);
      yield* await ownRows.selectAll().where("id", "in", chunkIds).orderBy("id").execute();
    }
    const end = ids.at(-1);
    if (end === undefined || ids.length < ID_CHUNK_SIZE) return;
    last = end;
  }
}

/** Returns the row with parsed JSON columns and without the omitted columns. */
function parseRow(table: ExportedTable, row: Row): Row {
  const { json = [], compressed: packed = [], omit = [] } = table.export ?? {};
  const parseColumn = ([name, value]: [string, unknown]) => {
    if (packed.includes(name)) return [name, parseCompressedJson(String(value))];
    return [name, value !== null && json.includes(name) ? JSON.parse(String(value)) : value];
  };
  const columns = Object.entries(row).filter(([name]) => !omit.includes(name));
  return Object.fromEntries(columns.map(parseColumn));
}
