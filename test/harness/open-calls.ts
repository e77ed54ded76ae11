// Every call that the server offers, read from the server itself, so that no story forgets a new one.
import { z } from "zod";
import { appRouter } from "#server/router.ts";
import type { World } from "./world.ts";

export type OpenCall = {
  /** How it is made: an account call by its method, a data call by its kind. */
  kind: "GET" | "POST" | "QUERY" | "MUTATION";
  /** `/sign-in/email`, `loadout.save`. */
  path: string;
  /** The JSON Schema type of each field it knows. */
  fields: Record<string, string>;
};

/** For the server itself, with no public endpoint; the test of the account calls covers it. */
const SERVER_ONLY = "/set-password";

type Endpoint = { path?: string; options: { method: unknown; body?: z.ZodType; query?: z.ZodType } };

/** The session may not outlive these. */
const ENDING = /sign-out|revoke|delete-user|sign-in|sign-up/;

/** Account calls and data calls, those last that may end a session. */
export const everyCall = (world: World): OpenCall[] =>
  [...accountCalls(world), ...dataCalls()].toSorted(
    (one, other) => Number(ENDING.test(one.path)) - Number(ENDING.test(other.path)),
  );

function accountCalls({ context }: World): OpenCall[] {
  const closed = new Set<string | undefined>([SERVER_ONLY, ...context.auth.options.disabledPaths]);
  const calls = Object.values<Endpoint>(context.auth.api).flatMap(({ path, options }) => {
    if (path === undefined || closed.has(path)) return [];
    return [options.method].flat().map((method): OpenCall => {
      const kind = method === "GET" ? "GET" : "POST";
      return { kind, path, fields: getFields(kind === "GET" ? options.query : (options.body ?? options.query)) };
    });
  });
  return [...new Map(calls.map((call) => [`${call.kind} ${call.path}`, call])).values()];
}

/** A subscription is left out: it is a query that does not end, and has stories of its own. */
function dataCalls(): OpenCall[] {
  return Object.entries(appRouter._def.procedures).flatMap(([path, procedure]): OpenCall[] => {
    const { type, inputs } = Object(procedure)._def;
    const fields = getFields(inputs[0]);
    return type === "subscription" ? [] : [{ kind: type === "query" ? "QUERY" : "MUTATION", path, fields }];
  });
}

/** The address of a call, its places filled in with `part`. */
export const getAddress = ({ kind, path }: OpenCall, part = "x"): string =>
  kind === "QUERY" || kind === "MUTATION" ? `/api/trpc/${path}` : `/api/auth${path.replace(/:\w+/g, part)}`;

const getFields = (schema: z.ZodType | undefined): Record<string, string> =>
  schema ? Object.fromEntries(parseFields(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }))) : {};

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Those of every part that a schema is made of. */
const parseFields = ({ properties = {}, allOf = [], anyOf = [], oneOf = [] }: JsonSchema): [string, string][] => [
  ...[...allOf, ...anyOf, ...oneOf].flatMap(parseFields),
  ...Object.entries(properties).map(([name, field]): [string, string] => [
    name,
    String(typeof field === "object" && field.type),
  ]),
];
