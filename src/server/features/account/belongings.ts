import type { Database } from "#server/database/database.ts";
import { unpacked } from "#server/database/packed.ts";
import { BELONGINGS, type Belonging } from "#server/database/person.ts";

type Belongings = typeof BELONGINGS;
type ExportedTable = { [T in keyof Belongings]: Belongings[T]["export"] extends true ? T : never }[keyof Belongings];
type Row = Record<string, unknown>;

const belongings: Record<string, Belonging> = BELONGINGS;
const isExported = (table: string): table is ExportedTable => belongings[table]?.export === true;

/** Everything a person owns, by table, with the account and the ways to sign in to it; no secret is among it. */
export async function belongingsOf(db: Database, userId: string) {
  const account = await db
    .selectFrom("user")
    .select(["id", "name", "email", "emailVerified", "image", "isAnonymous", "createdAt", "updatedAt"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const signInMethods = await db
    .selectFrom("account")
    .select(["providerId", "accountId", "createdAt", "updatedAt"])
    .where("userId", "=", userId)
    .execute();
  const owned: { [Table in ExportedTable]?: Row[] } = {};
  for (const table of Object.keys(belongings).filter(isExported)) owned[table] = await rowsOf(db, table, userId);
  return { account, signInMethods, ...owned };
}

async function rowsOf(db: Database, table: ExportedTable, userId: string): Promise<Row[]> {
  const rows = await db.selectFrom(table).selectAll().where("userId", "=", userId).orderBy("id").execute();
  const { json = [], packed = [] } = belongings[table] ?? {};
  const read = ([name, value]: [string, unknown]) => {
    if (packed.includes(name)) return [name, unpacked(String(value))];
    return [name, json.includes(name) ? JSON.parse(String(value)) : value];
  };
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(read)));
}
