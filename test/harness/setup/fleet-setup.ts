// Gives the vitest project "fleet", with POOLER=on, a pgbouncer in front of its cluster.
import type { TestProject } from "vitest/node";
import { pgbouncerProgram, startPgbouncer } from "#test/harness/processes/pgbouncer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The pooler's port, or 0 without one. */
    pooler: number;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const pooler = process.env["POOLER"] === "on" ? await startPooler(project.getProvidedContext().cluster) : null;
  project.provide("pooler", pooler?.port ?? 0);
  return pooler ? async () => pooler[Symbol.asyncDispose]() : undefined;
}

function startPooler(cluster: string) {
  const program = pgbouncerProgram();
  if (!program) throw new Error("pgbouncer is not on this machine.");
  return startPgbouncer(program, cluster, 5);
}
