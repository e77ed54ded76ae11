// Lists every call of the server from its own definitions, so that tests cover new calls, too.
import { z } from "zod";
import { appRouter } from "#server/router.ts";
import type { World } from "./world.ts";

export type OpenCall = {
  /** The method of an account call, or the kind of a data call. */
  kind: "GET" | "POST" | "QUERY" | "MUTATION";
  /** For example `/sign-in/email` or `loadout.save`. */
  path: string;
  /** The JSON Schema type of each input field. */
  fields: Record<string, string>;
};

/** Has no public endpoint; the test of the account calls covers it. */
const SERVER_ONLY = "/set-password";

type Endpoint = { path?: string; options: { method: unknown; body?: z.ZodType; query?: z.ZodType } };

/** Calls that may end the session. */
const SESSION_ENDING = /sign-out|revoke|delete-user|sign-in|sign-up/;

/** Lists account calls and data calls; calls that may end a session come last. */
export const listCalls = (world: World): OpenCall[] =>
  [...listAccountCalls(world), ...listDataCalls()].toSorted(
    (a, b) => Number(SESSION_ENDING.test(a.path)) - Number(SESSION_ENDING.test(b.path)),
  );

function listAccountCalls({ context }: World): OpenCall[] {
  const unavailable = new Set<string | undefined>([SERVER_ONLY, ...context.auth.options.disabledPaths]);
  const calls = Object.values<Endpoint>(context.auth.api).flatMap(({ path, options }) => {
    if (path === undefined || unavailable.has(path)) return [];
    return [options.method].flat().map((method): OpenCall => {
      const kind = method === "GET" ? "GET" : "POST";
      return { kind, path, fields: getFields(kind === "GET" ? options.query : (options.body ?? options.query)) };
    });
  });
  return [...new Map(calls.map((call) => [`${call.kind} ${call.path}`, call])).values()];
}

/** Leaves out subscriptions, which do not end and have tests of their own. */
function listDataCalls(): OpenCall[] {
  return Object.entries(appRouter._def.procedures).flatMap(([path, procedure]): OpenCall[] => {
    const { type, inputs } = Object(procedure)._def;
    const fields = getFields(inputs[0]);
    return type === "subscription" ? [] : [{ kind: type === "query" ? "QUERY" : "MUTATION", path, fields }];
  });
}

/** Returns the address of a call; `part` is the value of its path parameters. */
export const getAddress = ({ kind, path }: OpenCall, part = "x"): string =>
  kind === "QUERY" || kind === "MUTATION" ? `/api/trpc/${path}` : `/api/auth${path.replace(/:\w+/g, part)}`;

const getFields = (schema: z.ZodType | undefined): Record<string, string> =>
  schema ? Object.fromEntries(parseFields(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }))) : {};

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns the fields of a schema and of the schemas that it combines, with their types. */
const parseFields = ({ properties = {}, allOf = [], anyOf = [], oneOf = [] }: JsonSchema): [string, string][] => [
  ...[...allOf, ...anyOf, ...oneOf].flatMap(parseFields),
  ...Object.entries(properties).map(([name, field]): [string, string] => [
    name,
    String(typeof field === "object" && field.type),
  ]),
];
