// Kysely's SQLite dialect on Node's built-in driver.
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
const BUSY_TIMEOUT_MS = 5000;
const SQLITE_BUSY = 5;

/** How often the write-ahead log is copied into the database: by a timer, because SQLite would do it within a commit and block longer. */
const CHECKPOINT_EVERY_MS = 1000;
/** Pages after which a commit copies the log nevertheless, so that it does not grow without limit. */
const MAX_LOG_PAGES = 4000;

/** One connection of Node's driver, used by one task at a time. */
class NodeSqliteDriver extends SqliteDriver {
  #isInUse = false;

  get isLent(): boolean {
    return this.#isInUse;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#isInUse = true;
    return connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#isInUse = false;
  }

  /**
   * Takes the write lock when the transaction begins, and waits for it. A transaction that requested it later would fail at
   * once if another process had written since.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/**
 * A dialect on one connection to the file at `path`, or to memory for ":memory:". It uses a write-ahead log, syncs every commit
 * to the disk and overwrites deleted content.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: NodeSqliteDriver;
  #opened: OpenFile | null = null;

  constructor(path: string, outages?: Pick<OutageLog, "recordFailure">) {
    const config = { database: async () => (this.#opened = await openFile(path, outages)) };
    super(config);
    this.#driver = new NodeSqliteDriver(config);
  }

  override createDriver(): SqliteDriver {
    return this.#driver;
  }

  /** Returns rows synchronously, or null while the connection is not open or in use by a task. */
  readSync(sql: string, values: readonly unknown[]): readonly unknown[] | null {
    return this.#driver.isLent || !this.#opened ? null : this.#opened.read(sql, values);
  }
}

type OpenFile = SqliteDatabase & {
  /**
   * Runs a read. All reads of one turn of the event loop share a transaction, since taking and releasing SQLite's read lock takes
   * longer than the read itself.
   */
  read(sql: string, values: readonly unknown[]): readonly unknown[];
};

async function openFile(path: string, outages?: Pick<OutageLog, "recordFailure">): Promise<OpenFile> {
  if (path !== ":memory:") {
    ensureFolder(dirname(resolve(path)), "DATABASE_URL");
    restrictToOwner(path);
  }
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  await beginWriteAheadLog(database);
  database.exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES};`);
  const timer = setInterval(() => copyLog(database), CHECKPOINT_EVERY_MS).unref();
  const prepare = cacheStatements((sql) => prepareStatement(database, sql, outages));
  let isReading = false;
  // Ending a read changes nothing: if it fails, as on a damaged file, the next statement reports it.
  const endRead = () => {
    if (!isReading) return;
    isReading = false;
    for (const end of ["commit", "rollback"]) {
      try {
        if (database.isTransaction) prepare(end).run([]);
      } catch {}
    }
  };
  return {
    close: () => {
      clearInterval(timer);
      endRead();
      database.close();
    },
    // Every other statement begins with this call.
    prepare: (sql) => {
      endRead();
      return prepare(sql);
    },
    read: (sql, values) => {
      if (!isReading) {
        prepare("begin").run([]);
        isReading = true;
        setImmediate(endRead);
      }
      return prepare(sql).all(values);
    },
  };
}

function copyLog(database: DatabaseSync): void {
  if (database.isTransaction) return;
  try {
    database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // The disk is full or gone, which the next write reports. The log keeps what was not copied.
  }
}

/**
 * Marks the database as served by this process until it is disposed or the process ends, by a lock on a file beside it. Returns null if
 * another process serves it.
 */
export function claimDatabase(path: string): Disposable | null {
  const lockPath = `${path}.lock`;
  restrictToOwner(lockPath);
  const lock = new DatabaseSync(lockPath);
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return { [Symbol.dispose]: () => lock.close() };
  } catch {
    lock.close();
    return null;
  }
}

/** Retries, because for this pragma SQLite fails at once while another process creates the same file. */
async function beginWriteAheadLog(database: DatabaseSync): Promise<void> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return database.exec("PRAGMA journal_mode = WAL");
    } catch (error) {
      const isBusy = error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
      if (!isBusy || performance.now() > deadline) throw error;
      await sleep(10);
    }
  }
}

/** Restricts the files to their owner: SQLite would create the database readable by everyone, and the other two with its rights. */
function restrictToOwner(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  } catch {
    // The file has another owner or cannot be created; SQLite reports it if it is unusable.
  }
}

function prepareStatement(
  database: DatabaseSync,
  sql: string,
  outages?: Pick<OutageLog, "recordFailure">,
): SqliteStatement {
  const convertErrors = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      const convertedError = toDatabaseError(error);
      if (convertedError instanceof DatabaseUnavailableError) outages?.recordFailure(convertedError);
      throw convertedError;
    }
  };
  const statement = convertErrors(() => database.prepare(sql));
  return {
    reader: statement.columns().length > 0,
    all: (values) => convertErrors(() => statement.all(...values.map(toSqlValue))),
    run: (values) => convertErrors(() => statement.run(...values.map(toSqlValue))),
    // A statement that is iterated must not be shared, so a new one is prepared.
    iterate: (values) => database.prepare(sql).iterate(...values.map(toSqlValue)),
  };
}

/** Caches the statements used last: preparing a statement takes longer than running it. */
function cacheStatements(prepare: (sql: string) => SqliteStatement): (sql: string) => SqliteStatement {
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

/** Converts a value for the driver, which would treat any other object as named parameters and bind nothing. */
function toSqlValue(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be bound to a statement.`);
}
