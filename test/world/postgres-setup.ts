// Gives the vitest project "postgres" its cluster.
import type { TestProject } from "vitest/node";
import { postgresFolder, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = postgresFolder();
  if (!programs) throw new Error("PostgreSQL's programs are not on this machine.");
  const cluster = await startPostgres(programs);
  project.provide("cluster", cluster.url);
  return async () => cluster[Symbol.asyncDispose]();
}
