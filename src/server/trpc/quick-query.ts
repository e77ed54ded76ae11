// GET calls of queries, alone or in a batch, answered as the library's own adapter would, without a web Request, Headers
// and stream for each. What is no plain case is left to the adapter.
import { setImmediate } from "node:timers/promises";
import { type AnyProcedure, type AnyRouter, getTRPCErrorFromUnknown, type TRPCError } from "@trpc/server";
import { getHTTPStatusCode } from "@trpc/server/http";
import { getErrorShape } from "@trpc/server/shared";
import type { z } from "zod";
import { isStorable } from "#server/database/storable.ts";
import { inTimeSlice } from "#server/event-loop.ts";

/** Plain queries of the router, each with its raw input. */
export type Queries = { isBatch: boolean; calls: readonly { path: string; procedure: AnyProcedure; input: unknown }[] };

/** What the adapter would answer, and the errors it would tell of. */
export type Answered = {
  status: number;
  body: string | Uint8Array;
  failures: readonly { path: string; error: TRPCError }[];
};

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

/** A longer text is encoded in the time slice in which it is serialized, instead of with all others when it is sent. */
const MAX_TEXT_LENGTH = 32 * 1024;

/**
 * Runs the queries beside each other, in the context. Each begins in a turn of its own: SQLite is synchronous, so that a
 * batch would block the event loop for the sum of its queries. Each result is serialized by itself for the same reason.
 */
export async function answerQueries(router: AnyRouter, { isBatch, calls }: Queries, ctx: unknown): Promise<Answered> {
  const failures: { path: string; error: TRPCError }[] = [];
  const results = await Promise.all(
    calls.map(async ({ path, procedure, input }, batchIndex) => {
      try {
        for (let turn = 0; turn < batchIndex; turn += 1) await setImmediate();
        const getRawInput = async () => input;
        const data = await procedure({ path, getRawInput, ctx, type: "query", signal: undefined, batchIndex });
        const text = isBatch
          ? await inTimeSlice(() => serialize({ result: { data } }))
          : serialize({ result: { data } });
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
function joined(items: readonly (string | Buffer)[]): string | Buffer {
  if (items.every((item) => typeof item === "string")) return `[${items.join()}]`;
  const parts = items.flatMap((item, index) => [index === 0 ? "[" : ",", item]);
  return Buffer.concat([...parts, "]"].map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}
