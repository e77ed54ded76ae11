// GET calls of queries, alone or in a batch, answered as the library's own adapter would, without a web Request, Headers
// and stream for each. What is no plain case is left to the adapter.
import { type AnyProcedure, type AnyRouter, getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import { getHTTPStatusCode } from "@trpc/server/http";
import { getErrorShape } from "@trpc/server/shared";
import type { z } from "zod";
import { isValidText } from "#platform/database/valid-text.ts";
import { inTimeSlice } from "#platform/event-loop.ts";

/** Queries of the router, each with its raw input; of a batch some may ask for what the router does not have. */
export type Query = { path: string; procedure: AnyProcedure | null; input: unknown };
export type Queries = { isBatch: boolean; calls: readonly Query[] };

/** Gives the JSON of a query's result, from a cache where it has it, else by computing it. */
export type ReadResult = (query: Query, compute: () => Promise<string | Uint8Array>) => Promise<string | Uint8Array>;

/** What the adapter would answer, and the errors it would tell of. */
export type Answered = {
  status: number;
  body: string | Uint8Array;
  failures: readonly { path: string; error: TRPCError }[];
};

/** What is asked for by the path behind the endpoint and the text behind the question mark; null where that is no plain case. */
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

/** The input as the procedure would get it; null where the procedure would refuse it. */
export function parseInput({ _def }: AnyProcedure, input: unknown): { value: unknown } | null {
  if (!isValidText(input)) return null;
  const { inputs }: { inputs?: readonly z.ZodType[] } = Object(_def);
  const parsed = (inputs ?? []).map((schema) => schema.safeParse(input));
  if (!parsed.every((result) => result.success)) return null;
  return { value: Object.assign({}, ...parsed.map(({ data }) => data)) };
}

/** A longer text is encoded in the time slice in which it is serialized, instead of with all others when it is sent. */
const MAX_TEXT_LENGTH = 32 * 1024;

/** Runs the queries beside each other, in the context, and serializes each result by itself: all of them may be 10 MB. */
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
          return isBatch ? inTimeSlice(() => serialize({ result: { data } })) : serialize({ result: { data } });
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

/** What the library reads the status of a success from. */
const SUCCESS = { result: { data: null } };

function serialize(value: object): string | Buffer {
  const text = JSON.stringify(value);
  return text.length > MAX_TEXT_LENGTH ? Buffer.from(text) : text;
}

/** A JSON list of serialized items. */
function joined(items: readonly (string | Uint8Array)[]): string | Buffer {
  if (items.every((item) => typeof item === "string")) return `[${items.join()}]`;
  const parts = items.flatMap((item, index) => [index === 0 ? "[" : ",", item]);
  return Buffer.concat([...parts, "]"].map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}
