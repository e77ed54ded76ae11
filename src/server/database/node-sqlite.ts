// Kysely's own SQLite dialect over Node's built-in driver.
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { asSeen } from "./outage.ts";

/** Statements of one connection that stay prepared. */
const MOST_KEPT = 500;

/** SQLite can undo DDL, so a failed migration leaves the schema as it was. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * A transaction takes the right to write as it begins, and waits for it. One that asked for it later, after another
 * process had written, would be refused at once.
 */
class WritingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new WritingDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/**
 * A dialect on one connection to the file at `path` (":memory:" for none): write-ahead log, every commit on the disk,
 * and nothing left there of what was deleted.
 */
export const nodeSqliteDialect = (path: string): SqliteDialect =>
  new NodeSqliteDialect({
    database: async () => {
      if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
      return { close: () => database.close(), prepare: keeping((sql) => prepared(database, sql)) };
    },
  });

function prepared(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = seen(() => database.prepare(sql));
  return {
    reader: statement.columns().length > 0,
    all: (values) => seen(() => statement.all(...values.map(bound))),
    run: (values) => seen(() => statement.run(...values.map(bound))),
    // One that is read row by row belongs to its reader alone.
    iterate: (values) => database.prepare(sql).iterate(...values.map(bound)),
  };
}

/** A statement's text takes longer to read than the statement to run, so that those used last are kept. */
function keeping(prepare: (sql: string) => SqliteStatement): (sql: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = kept.get(sql) ?? prepare(sql);
    kept.delete(sql);
    kept.set(sql, statement);
    const [oldest] = kept.size > MOST_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return statement;
  };
}

function seen<T>(asking: () => T): T {
  try {
    return asking();
  } catch (error) {
    throw asSeen(error);
  }
}

/** What the driver can bind; it would read any other object as named parameters and bind nothing. */
function bound(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`A ${typeof value} cannot be bound to a statement.`);
}
