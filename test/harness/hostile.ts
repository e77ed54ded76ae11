// Generates malicious input for calls.
import fc from "fast-check";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import type { OpenCall } from "./open-calls.ts";

type Fields = Record<string, unknown>;
/** A request body, its fields when a query string can hold them, and a value for path parameters. */
export type HostileInput = { body: string | Uint8Array<ArrayBuffer>; fields: Fields | null; part: string };

/** A text that stays too long for a database index even when compressed. */
const [INCOMPRESSIBLE = ""] = fc.sample(
  fc.string({ unit: fc.constantFrom(..."abcdefghijklmnop0123456789"), minLength: 3000, maxLength: 3000 }),
  { seed: 2042, numRuns: 1 },
);

const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "a\0b@example.com",
  "\ud800",
  "tail\udc00",
  "\u{1f480}\u202e\u0301",
  "Ａｌ@ｅｘａｍｐｌｅ．ｃｏｍ",
  "<script>alert(1)</script>",
  "' OR 1=1; --",
  "%00%ff%",
  "../../etc/passwd",
  "//evil.example",
  "line\r\nSet-Cookie: a=b",
  "__proto__",
  "constructor",
  "user.password",
  "-1",
  "NaN",
  "99999999999999999999",
  "9999-99-99T99:99:99Z",
  `${INCOMPRESSIBLE}@example.com`,
  INCOMPRESSIBLE,
];

const createNestedInput = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);

/** Objects that a library might store but fail to read again. */
const OBJECTS = [
  { constructor: { prototype: { a: 1 } } },
  JSON.parse('{"__proto__":{"a":1}}'),
  createNestedInput(3000),
  { text: "x".repeat(62_000) },
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...OBJECTS) },
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], { length: 1e9 }, Array(5000).fill(0)),
  fc.jsonValue({ maxDepth: 3 }),
);

const INVALID_BODIES = [
  "",
  "{",
  '{"__proto__":{"emailVerified":true},"constructor":{"prototype":{}}}',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"a":'.repeat(8000)}1${"}".repeat(8000)}`,
  `{${Array.from({ length: 6000 }, (_, key) => `"${key}":0`).join()}}`,
  Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
];

/** Fields that only the server may set, and one that the library reads everywhere. */
const EXTRA_FIELDS = ["emailVerified", "role", "id", "userId", "isAnonymous", "createdAt", "callbackURL"];

/** Valid values by field name. Addresses vary, so that rate limits per address do not apply. */
const VALID_VALUES: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.nat().map((number) => `stranger-${number}@example.com`),
  newEmail: fc.nat().map((number) => `stranger-${number}@example.com`),
  password: fc.constant("correct horse battery"),
  newPassword: fc.constant("correct horse battery"),
  otp: fc.constant("000000"),
  type: fc.constant("sign-in"),
  provider: fc.constant("google"),
  providerId: fc.constant("google"),
  role: fc.constantFrom("member", "owner"),
  game: fc.constant("bf4"),
  id: fc.uuid(),
  slug: fc.uuid(),
  idToken: fc.constant({ token: "x" }),
  loadout: fc.constant(createStarterLoadout(ARSENALS.bf4, "assault")),
  seenVersion: fc.constant(0),
  cursor: fc.uuid().map((id) => ({ updatedAt: "2026-01-01T00:00:00.000Z", id })),
  direction: fc.constant("forward"),
};

const VALID_BY_TYPE: Record<string, unknown> = { boolean: true, number: 1, integer: 1, object: {}, array: ["x"] };

/** Generates valid fields of a call, as far as their names and types show. */
export const createValidFields = ({ fields }: OpenCall): fc.Arbitrary<Fields> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, type]) => [
        name,
        VALID_VALUES[name] ?? fc.constant(VALID_BY_TYPE[type] ?? "/x"),
      ]),
    ),
  );

/** Returns the paths of all fields, including those of nested objects. */
const listFieldPaths = (fields: Fields): string[][] =>
  Object.entries(fields).flatMap(([name, inner]) => {
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    return [[name], ...(isObject ? listFieldPaths(inner as Fields).map((place) => [name, ...place]) : [])];
  });

function replaceField(fields: Fields, [name = "", ...rest]: readonly string[], to: unknown): Fields {
  return { ...fields, [name]: rest.length === 0 ? to : replaceField(Object(fields[name]), rest, to) };
}

/**
 * Generates a body of valid fields with one of them replaced by a bad value, or with an unexpected field added, or a body
 * that is invalid as a whole.
 */
export function createHostile(call: OpenCall, validFields = createValidFields(call)): fc.Arbitrary<HostileInput> {
  const others = [...Object.keys(call.fields), ...EXTRA_FIELDS].map((name) => [name]);
  const corrupted = fc.tuple(validFields, fc.noBias(fc.nat()), value).map(([fields, number, to]) => {
    const places = [...listFieldPaths(fields), ...others];
    const sent = replaceField(fields, places[number % places.length] ?? [], to);
    return { body: JSON.stringify(sent), fields: sent };
  });
  const sent: fc.Arbitrary<Omit<HostileInput, "part">> = fc.oneof(
    { weight: 6, arbitrary: corrupted },
    { weight: 1, arbitrary: value.map((any) => ({ body: JSON.stringify(any), fields: null })) },
    { weight: 1, arbitrary: fc.constantFrom(...INVALID_BODIES).map((body) => ({ body, fields: null })) },
  );
  const part = fc.constantFrom("google", "x", "%00", "..%2f", "%ff", INCOMPRESSIBLE);
  return fc.tuple(sent, part).map(([rest, place]) => ({ ...rest, part: place }));
}
