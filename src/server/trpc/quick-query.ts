// GET calls of queries, alone or in a batch, answered as the library's own adapter would, without a web Request, Headers
// and stream for each. What is no plain case is left to the adapter.
import { setImmediate } from "node:timers/promises";
import { type AnyProcedure, type AnyRouter, getTRPCErrorFromUnknown, type TRPCError } from "@trpc/server";
import { getHTTPStatusCode } from "@trpc/server/http";
import { getErrorShape } from "@trpc/server/shared";
import type { z } from "zod";
import { isStorable } from "#server/database/storable.ts";

/** Plain queries of the router, each with its raw input. */
export type Queries = { isBatch: boolean; calls: readonly { path: string; procedure: AnyProcedure; input: unknown }[] };

/** What the adapter would answer, and the errors it would tell of. */
export type Answered = { status: number; body: string; failures: readonly { path: string; error: TRPCError }[] };

/** Names of our own procedures, which need no decoding. */
const PLAIN_PATH = /^[A-Za-z.]+(,[A-Za-z.]+)*$/;

/** What is asked for by the path behind the endpoint and the text behind the question mark; null where that is no plain case. */
export function readQueries(router: AnyRouter, path: string, query: string): Queries | null {
  if (!PLAIN_PATH.test(path)) return null;
  const parameters = new URLSearchParams(query);
  const [batch, input] = [parameters.get("batch"), parameters.get("input")];
  const isPlain = parameters.size === (batch === null ? 0 : 1) + (input === null ? 0 : 1) && input !== "";
  if (!isPlain || (batch !== null && batch !== "1")) return null;
  const isBatch = batch === "1";
  const given = input === null ? undefined : parseJson(input);
  if (given === NOTHING) return null;
  const each = isBatch && input !== null ? given : { 0: given };
  if (!isRecord(each)) return null;
  const names = isBatch ? path.split(",") : [path];
  const calls = names.map((name, index) => ({ path: name, procedure: queryAt(router, name), input: each[index] }));
  return calls.every(isKnown) ? { isBatch, calls } : null;
}

const isRecord = (value: unknown): value is Readonly<Record<number, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isKnown = <Call extends { procedure: AnyProcedure | null }>(
  call: Call,
): call is Call & { procedure: AnyProcedure } => call.procedure !== null;

function queryAt(router: AnyRouter, path: string): AnyProcedure | null {
  const procedure = procedureAt(router, path);
  return procedure?._def.type === "query" ? procedure : null;
}

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
  if (!isStorable(input)) return null;
  const { inputs }: { inputs?: readonly z.ZodType[] } = Object(_def);
  const parsed = (inputs ?? []).map((schema) => schema.safeParse(input));
  if (!parsed.every((result) => result.success)) return null;
  return { value: Object.assign({}, ...parsed.map(({ data }) => data)) };
}

/**
 * Runs the queries beside each other, in the context. Each begins in a turn of its own: SQLite is synchronous, so that a
 * batch would block the event loop for the sum of its queries.
 */
export async function answerQueries(router: AnyRouter, { isBatch, calls }: Queries, ctx: unknown): Promise<Answered> {
  const failures: { path: string; error: TRPCError }[] = [];
  const results = await Promise.all(
    calls.map(async ({ path, procedure, input }, batchIndex) => {
      try {
        for (let turn = 0; turn < batchIndex; turn += 1) await setImmediate();
        const getRawInput = async () => input;
        const data = await procedure({ path, getRawInput, ctx, type: "query", signal: undefined, batchIndex });
        return { result: { data } };
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause);
        failures.push({ path, error });
        return { error: getErrorShape({ config: router._def._config, error, type: "query", path, input, ctx }) };
      }
    }),
  );
  const [only] = results;
  const json = isBatch ? results : only;
  return { status: failures.length === 0 ? 200 : getHTTPStatusCode(results), body: JSON.stringify(json), failures };
}
