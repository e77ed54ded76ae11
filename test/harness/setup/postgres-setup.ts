// Starts the cluster of the vitest project "postgres", with a template database that has every table.
import type { TestProject } from "vitest/node";
import { createLogger } from "#platform/logger.ts";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { findPostgres, startPostgres } from "#test/harness/processes/postgres.ts";
import { createDatabase } from "#test/harness/processes/test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: string;
    template: string;
  }
}

const TEMPLATE = "template_world";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL's programs are not on this machine.");
  await using resources = new AsyncDisposableStack();
  const cluster = resources.use(await startPostgres(programs));
  const url = await createDatabase(cluster.url, TEMPLATE);
  const db = openDatabase({ kind: "postgres", url }, createLogger({ logLevel: "error" }));
  await migrate(db, { kind: "postgres", url });
  await db.destroy();
  project.provide("cluster", cluster.url);
  project.provide("template", TEMPLATE);
  const disposables = resources.move();
  return () => disposables.disposeAsync();
}
