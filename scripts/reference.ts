// `npm run reference`: writes docs/reference.md, which lists all error codes and all procedures of /api/trpc. A test fails if
// the page is out of date.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import type { AnyProcedure } from "@trpc/server";
import { z } from "zod";
import { ERRORS } from "#messages/errors.ts";
import { appRouter } from "#server/router.ts";

const PAGE = "docs/reference.md";
const MAX_FIELD_LENGTH = 60;

type ProcedureSource = { guard: string; description: string; errors: readonly string[] };

/** Returns the guard and the comment of each procedure in the sources, by `<router>.<procedure>`. */
function readSources(): Map<string, ProcedureSource> {
  const sources = new Map<string, ProcedureSource>();
  for (const path of globSync("src/server/**/*.ts")) {
    for (const [, name = "", body = ""] of readFileSync(path, "utf8").matchAll(
      /const (\w+)Router = router\(\{(.*?)^\}\)/gms,
    )) {
      const members = body.matchAll(/^ {2}(?:\/\*\*((?:(?!\*\/).)*)\*\/\n {2})?(\w+): (\w+)Procedure/gms);
      for (const [, comment = "", member = "", guard = ""] of members) {
        const commentText = comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim();
        const [description = "", thrown = ""] = commentText.split(/@throws \{AppError\}/);
        const errors = [...thrown.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(String).filter((code) => code in ERRORS);
        sources.set(`${name}.${member}`, { guard, description: description.trim(), errors });
      }
    }
  }
  return sources;
}

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

/** Returns the type of a field in TypeScript's notation. */
function nameType(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(nameType))].join(" | ");
  if (schema.type === "array") return `${nameType(schema.items ?? {})}[]`;
  return [schema.type ?? "unknown"].flat().join(" | ");
}

function describeInput(procedure: AnyProcedure): string {
  const { inputs = [] } = procedure._def as unknown as { inputs?: z.ZodType[] };
  const fields = inputs.flatMap((input) => {
    const options = { io: "input", unrepresentable: "any" } as const;
    const { properties = {}, required = [] } = z.toJSONSchema(input, options) as Schema;
    return Object.entries(properties).map(([name, schema]) => {
      const type = nameType(schema);
      return `\`${name}${required.includes(name) ? "" : "?"}: ${type.length > MAX_FIELD_LENGTH ? "object" : type}\``;
    });
  });
  return fields.join("<br>").replaceAll("|", "\\|");
}

/** Returns the text of docs/reference.md. */
export function createReference(): string {
  const sources = readSources();
  const routers = new Map(Object.keys(appRouter._def.record).map((name) => [name, [] as string[]] as const));
  const thrownBy = new Map<string, string[]>();
  for (const [path, procedure] of Object.entries(
    appRouter._def.procedures as unknown as Record<string, AnyProcedure>,
  )) {
    const { guard, description, errors } = sources.get(path.split(".").slice(-2).join(".")) ?? {
      guard: "?",
      description: "",
      errors: [],
    };
    for (const code of errors) thrownBy.set(code, [...(thrownBy.get(code) ?? []), `\`${path}\``]);
    const cells = [`\`${path}\``, procedure._def.type, guard, describeInput(procedure), description, errors.join(", ")];
    routers.get(path.split(".")[0] ?? "")?.push(`| ${cells.join(" | ")} |`);
  }
  const codes = Object.entries(ERRORS).map(
    ([code, { status, message }]) =>
      `| \`${code}\` | ${status} | ${message()} | ${thrownBy.get(code)?.join(", ") ?? ""} |`,
  );
  return `# Reference

Made by \`npm run reference\` from \`src/messages/errors.ts\` and the routers; a test fails when it is out of date.

## Error codes

The code of an error is in \`data.fault.code\` of the tRPC error; it never changes, its message may. \`signed_out\`, \`input_invalid\`,
\`too_many\` and \`database_away\` can be the answer to every call.

| code | status | message | procedures that name it |
|---|---|---|---|
${codes.join("\n")}

## Procedures

Queries are GET, mutations POST, subscriptions server-sent events, all under \`/api/trpc\`. A \`public\` procedure needs no session; the result of a
\`cached\` one is the same for everyone; \`protected\` needs a session, a guest's too; \`reader\` needs none for a sample soldier; \`sudo\` needs a sign-in of the last ten minutes.

| procedure | kind | guard | input | what it does | errors |
|---|---|---|---|---|---|
${[...routers.values()].flat().join("\n")}
`;
}

if (import.meta.main) writeFileSync(PAGE, createReference());
