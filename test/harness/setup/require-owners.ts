// Checks every statement that the product compiles in a test: on a table of OWNED_TABLES it has to name the owner, or to
// declare that it applies to all owners. Statements of the tests themselves are not checked.
import { DefaultQueryCompiler } from "kysely";
import { afterAll, expect } from "vitest";
import { findUnowned } from "#test/harness/unowned.ts";

/** Global, because the test files of a worker share the patched compiler. */
const state = globalThis as { unownedStatements?: Map<string, string> };

if (!state.unownedStatements) {
  const callersByStatement = new Map<string, string>();
  state.unownedStatements = callersByStatement;
  const unownedTables = new Map<string, readonly string[]>();
  const compile = DefaultQueryCompiler.prototype.compileQuery;
  DefaultQueryCompiler.prototype.compileQuery = function (...args) {
    const query = compile.apply(this, args);
    const { sql } = query;
    const tables = unownedTables.get(sql) ?? findUnowned(sql);
    unownedTables.set(sql, tables);
    if (tables.length === 0) return query;
    const caller = getCaller();
    if (caller) callersByStatement.set(sql, caller);
    return query;
  };
}

/** Returns the product's stack line that created the statement; undefined for tests and for migrations. */
function getCaller(): string | undefined {
  const lines = new Error("stack").stack?.split("\n") ?? [];
  const [caller] = lines.filter(
    (line) => /\/(src|test|bench)\//.test(line) && !/node_modules|require-owners/.test(line),
  );
  return caller?.includes("/src/") && !/\/database\/migrate\.ts/.test(caller) ? caller.trim() : undefined;
}

afterAll(() => {
  const statements = [...(state.unownedStatements ?? [])].map(([sql, caller]) => `${caller}: ${sql}`);
  state.unownedStatements?.clear();
  expect(statements, "statements on tables of OWNED_TABLES without their owner").toEqual([]);
});
