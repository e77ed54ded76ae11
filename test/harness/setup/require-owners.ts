// Every statement that the product compiles in a test is checked: it names the owner wherever it reads or writes a table of
// OWNED_TABLES, or declares that it is for all owners. Statements of the tests themselves are not checked.
import { DefaultQueryCompiler } from "kysely";
import { afterAll, expect } from "vitest";
import { findUnowned } from "#test/harness/unowned.ts";

/** Survives the files of a worker, which share its modules. */
const state = globalThis as { unownedStatements?: Map<string, string> };

if (!state.unownedStatements) {
  const unowned = new Map<string, string>();
  state.unownedStatements = unowned;
  const tablesOf = new Map<string, readonly string[]>();
  const compile = DefaultQueryCompiler.prototype.compileQuery;
  DefaultQueryCompiler.prototype.compileQuery = function (...given) {
    const compiled = compile.apply(this, given);
    const { sql } = compiled;
    const tables = tablesOf.get(sql) ?? findUnowned(sql);
    tablesOf.set(sql, tables);
    if (tables.length === 0) return compiled;
    const caller = getCaller();
    if (caller) unowned.set(sql, caller);
    return compiled;
  };
}

/** The line of the product that made the statement; none for a test's own, and for migrations, which are for all owners. */
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
