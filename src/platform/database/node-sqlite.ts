// Kysely's own SQLite dialect over Node's built-in driver.
import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { ensureFolder } from "#platform/folder.ts";
import { DatabaseUnavailableError, toDatabaseError } from "./database-unavailable.ts";
import type { OutageLog } from "./outage-log.ts";

/** Maximum of prepared statements per connection. */
const MAX_CACHED_STATEMENTS = 500;

/** How long a statement waits for a write of another process. */
const PATIENCE_MS = 5000;
const SQLITE_BUSY = 5;

/** One connection of Node's driver, used by one task at a time. */
class NodeSqliteDriver extends SqliteDriver {
  #isLent = false;

  get isLent(): boolean {
    return this.#isLent;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#isLent = true;
    return connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#isLent = false;
  }

  /**
   * A transaction takes the right to write as it begins, and waits for it. One that asked for it later, after another
   * process had written, would be refused at once.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/**
 * A dialect on one connection to the file at `path` (":memory:" for none): write-ahead log, every commit on the disk,
 * and nothing left there of what was deleted.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: NodeSqliteDriver;
  #opened: SqliteDatabase | null = null;

  constructor(path: string, outages?: Pick<OutageLog, "recordFailure">) {
    const config = { database: async () => (this.#opened = await openFile(path, outages)) };
    super(config);
    this.#driver = new NodeSqliteDriver(config);
  }

  override createDriver(): SqliteDriver {
    return this.#driver;
  }

  /** Reads rows synchronously; null while the connection is not open or a task holds it. */
  readAtOnce(sql: string, values: readonly unknown[]): readonly unknown[] | null {
    return this.#driver.isLent || !this.#opened ? null : this.#opened.prepare(sql).all(values);
  }
}

async function openFile(path: string, outages?: Pick<OutageLog, "recordFailure">): Promise<SqliteDatabase> {
  if (path !== ":memory:") {
    ensureFolder(dirname(resolve(path)), "DATABASE_URL");
    restrictToOwner(path);
  }
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS, enableForeignKeyConstraints: true });
  await beginWriteAheadLog(database);
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  return { close: () => database.close(), prepare: keeping((sql) => prepared(database, sql, outages)) };
}

/** SQLite does not wait here for another start that makes the same file: it refuses at once. */
async function beginWriteAheadLog(database: DatabaseSync): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return database.exec("PRAGMA journal_mode = WAL");
    } catch (error) {
      const isBusy = error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
      if (!isBusy || performance.now() > until) throw error;
      await sleep(10);
    }
  }
}

/** SQLite would make the file readable by everyone; its other two get the rights of the first. */
function restrictToOwner(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  } catch {
    // Another owner's, or no file: SQLite itself reports one that cannot be used.
  }
}

function prepared(database: DatabaseSync, sql: string, outages?: Pick<OutageLog, "recordFailure">): SqliteStatement {
  const seen = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      const seenError = toDatabaseError(error);
      if (seenError instanceof DatabaseUnavailableError) outages?.recordFailure(seenError);
      throw seenError;
    }
  };
  const statement = seen(() => database.prepare(sql));
  return {
    reader: statement.columns().length > 0,
    all: (values) => seen(() => statement.all(...values.map(bound))),
    run: (values) => seen(() => statement.run(...values.map(bound))),
    // A statement that is read row by row must not be shared.
    iterate: (values) => database.prepare(sql).iterate(...values.map(bound)),
  };
}

/** Preparing a statement takes longer than running it, so the statements used last are cached. */
function keeping(prepare: (sql: string) => SqliteStatement): (sql: string) => SqliteStatement {
  const cached = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = cached.get(sql) ?? prepare(sql);
    cached.delete(sql);
    cached.set(sql, statement);
    const [oldest] = cached.size > MAX_CACHED_STATEMENTS ? cached.keys() : [];
    if (oldest !== undefined) cached.delete(oldest);
    return statement;
  };
}

/** Converts a value to one that the driver can bind; it would take other objects for named parameters and bind nothing. */
function bound(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be bound to a statement.`);
}
