// Runs PostgreSQL's own programs, and streams rows into a table by COPY.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findPostgres } from "#test/harness/processes/postgres.ts";

/** Returns the folder of PostgreSQL's programs. */
export function getPrograms(): string {
  const programs = findPostgres();
  if (!programs) throw new Error("A million accounts are measured on PostgreSQL: its programs are missing.");
  return programs;
}

/** Runs one of PostgreSQL's programs, with the input on stdin if given. */
export async function runProgram(name: string, args: readonly string[], input?: Readable): Promise<void> {
  const stdin = input ? "pipe" : "ignore";
  const program = spawn(join(getPrograms(), name), args, { stdio: [stdin, "ignore", "pipe"] });
  let errors = "";
  program.stderr?.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-2000)));
  const exit = once(program, "close");
  // A program that ends early closes its input, and prints the reason itself.
  const inputSent = input && program.stdin ? pipeline(input, program.stdin).catch(() => {}) : null;
  const [code] = await exit;
  await inputSent;
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${errors}`);
}

type Value = string | number | boolean | Date | null;
export type Row = Record<string, Value>;

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function toText(value: Value): string {
  if (value === null) return "\\N";
  if (value instanceof Date) return value.toISOString();
  return String(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

const CHUNK_CHARACTERS = 256 * 1024;

/** Joins lines into large chunks, so that the stream handles few values. */
function* toChunks(formatLines: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const line of formatLines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** Copies rows into the table. Each row overrides some columns of the template; its values must not need escaping. */
export async function copyRows(url: string, table: string, template: Row, rows: Iterable<Row>): Promise<void> {
  const columns = Object.keys(template);
  const cells = columns.map((column) => toText(template[column] ?? null));
  const places = new Map(columns.map((column, place) => [column, place]));
  function* lines(): Generator<string> {
    for (const row of rows) {
      for (const column in row) {
        const [place, value] = [places.get(column), row[column] ?? null];
        if (place !== undefined) cells[place] = value instanceof Date ? value.toISOString() : String(value ?? "\\N");
      }
      yield `${cells.join("\t")}\n`;
    }
  }
  await runPsql(url, `COPY "${table}" (${quoteNames(columns)}) FROM STDIN`, Readable.from(toChunks(lines())));
}

const quoteNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

const runPsql = (url: string, command: string, input?: Readable): Promise<void> =>
  runProgram("psql", ["-X", "-q", "-d", url, "-c", command], input);
