// The fast path of queries: GET calls, alone or in a batch, answered byte for byte as the library's adapter does, but without a
// web Request, Headers and stream for each: 2.2 times as fast for a small query, 5.6 for a cached one (docs/performance.md). Unusual
// calls return null and go through the adapter.
import { type AnyProcedure, type AnyRouter, getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import { getHTTPStatusCode } from "@trpc/server/http";
import { getErrorShape } from "@trpc/server/shared";
import type { z } from "zod";
import { isValidText } from "#platform/database/valid-text.ts";
import { inTimeSlice } from "#platform/event-loop.ts";

/** A call of a query with its raw input; `procedure` is null where a batch names one that does not exist. */
export type Query = { path: string; procedure: AnyProcedure | null; input: unknown };
export type Queries = { isBatch: boolean; calls: readonly Query[] };

/** Gives the JSON of a query's result, from a cache where it has it, else by computing it. */
export type ReadResult = (query: Query, compute: () => Promise<string | Uint8Array>) => Promise<string | Uint8Array>;

/** The response of the adapter, and the errors that it would report. */
export type Answered = {
  status: number;
  body: string | Uint8Array;
  failures: readonly { path: string; error: TRPCError }[];
};

/** Parses the path after the endpoint and the query string; null for calls that only the adapter handles. */
export function readQueries(router: AnyRouter, path: string, query: string): Queries | null {
  const parameters = new URLSearchParams(query);
  if (path.includes("/") || parameters.has("connectionParams")) return null;
  const isBatch = parameters.get("batch") === "1";
  const input = parameters.get("input") || null;
  const given = input === null ? undefined : parseJson(input);
  if (given === NOTHING) return null;
  const each = isBatch && input !== null ? given : { 0: given };
  if (!isRecord(each)) return null;
  const decoded = path.includes("%") ? decodeURIComponent(path) : path;
  const names = isBatch ? decoded.split(",") : [decoded];
  const calls = names.map((name, index) => ({ path: name, procedure: procedureAt(router, name), input: each[index] }));
  const known = calls.flatMap(({ procedure }) => procedure ?? []);
  return known.length > 0 && known.every(({ _def }) => _def.type === "query") ? { isBatch, calls } : null;
}

const isRecord = (value: unknown): value is Readonly<Record<number, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The procedure of this name, or null. */
export const procedureAt = ({ _def: { procedures } }: AnyRouter, path: string): AnyProcedure | null =>
  Object.hasOwn(procedures, path) ? (procedures[path] as AnyProcedure) : null;

const NOTHING = Symbol();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOTHING;
  }
}

/** The parsed input; null where the procedure would refuse it. */
export function parseInput({ _def }: AnyProcedure, input: unknown): { value: unknown } | null {
  if (!isValidText(input)) return null;
  const { inputs }: { inputs?: readonly z.ZodType[] } = Object(_def);
  const parsed = (inputs ?? []).map((schema) => schema.safeParse(input));
  if (!parsed.every((result) => result.success)) return null;
  return { value: Object.assign({}, ...parsed.map(({ data }) => data)) };
}

/** Longer texts are encoded right after serializing, in the same time slice, instead of all together when they are sent. */
const MAX_TEXT_LENGTH = 32 * 1024;

/** Runs the queries concurrently and serializes each result in its own time slice: together they may have 10 MB. */
export async function answerQueries(
  router: AnyRouter,
  { isBatch, calls }: Queries,
  ctx: unknown,
  readResult: ReadResult = (_, compute) => compute(),
): Promise<Answered> {
  const failures: { path: string; error: TRPCError }[] = [];
  const results = await Promise.all(
    calls.map(async (query, batchIndex) => {
      const { path, procedure, input } = query;
      try {
        if (!procedure) throw new TRPCError({ code: "NOT_FOUND", message: `No procedure found on path "${path}"` });
        const getRawInput = async () => input;
        const text = await readResult(query, async () => {
          const data = await procedure({ path, getRawInput, ctx, type: "query", signal: undefined, batchIndex });
          if (isBatch) return inTimeSlice(() => serialize({ result: { data } }));
          return Array.isArray(data) ? serializeList(data) : serialize({ result: { data } });
        });
        return { status: SUCCESS, text };
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause);
        failures.push({ path, error });
        const shape = getErrorShape({ config: router._def._config, error, type: "query", path, input, ctx });
        return { status: { error: shape }, text: serialize({ error: shape }) };
      }
    }),
  );
  const status = failures.length === 0 ? 200 : getHTTPStatusCode(results.map((result) => result.status));
  const [only] = results;
  const body = isBatch || !only ? joined(results.map(({ text }) => text)) : only.text;
  return { status, body, failures };
}

/** The form from which the library derives the status of a success. */
const SUCCESS = { result: { data: null } };

function serialize(value: unknown): string | Buffer {
  const text = JSON.stringify(value);
  return text.length > MAX_TEXT_LENGTH ? Buffer.from(text) : text;
}

/** The result of a list, each item serialized in a time slice of its own: together they may have 3 MB. */
async function serializeList(items: readonly unknown[]): Promise<Buffer> {
  const texts: (string | Buffer)[] = [];
  // What JSON has no form of is null in a list.
  for (const item of items) texts.push(await inTimeSlice(() => serialize(item ?? null)));
  return Buffer.concat([Buffer.from('{"result":{"data":'), Buffer.from(joined(texts)), Buffer.from("}}")]);
}

/** A JSON list of serialized items. */
function joined(items: readonly (string | Uint8Array)[]): string | Buffer {
  if (items.every((item) => typeof item === "string")) return `[${items.join()}]`;
  const parts = items.flatMap((item, index) => [index === 0 ? "[" : ",", item]);
  return Buffer.concat([...parts, "]"].map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}
