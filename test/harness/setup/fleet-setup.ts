// With POOLER=on, starts a pgbouncer in front of the cluster of the vitest project "fleet".
import type { TestProject } from "vitest/node";
import { findPgbouncer, startPgbouncer } from "#test/harness/processes/pgbouncer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The pooler's port, or 0 without one. */
    pooler: number;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env["POOLER"] !== "on") {
    project.provide("pooler", 0);
    return;
  }
  const program = findPgbouncer();
  if (!program) throw new Error("pgbouncer is not on this machine.");
  const pooler = await startPgbouncer(program, project.getProvidedContext().cluster, 5);
  project.provide("pooler", pooler.port);
  return async () => await pooler[Symbol.asyncDispose]();
}
