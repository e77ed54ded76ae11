// @postgres @alone
// Runs the account library's own test suites for database adapters on this project's database.
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import {
  authFlowTestSuite,
  caseInsensitiveTestSuite,
  joinsTestSuite,
  normalTestSuite,
  testAdapter,
  transactionsTestSuite,
  uuidTestSuite,
} from "@better-auth/test-utils/adapter";
import { getMigrations } from "better-auth/db/migration";
import { createLogger } from "#platform/logger.ts";
import { readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/database/database.ts";
import { getUnmigratedDatabaseUrl } from "#test/harness/processes/test-database.ts";

const logger = createLogger({ logLevel: "silent" });
const open = async () => {
  const { database: databaseConfig } = readConfig({ DATABASE_URL: await getUnmigratedDatabaseUrl() });
  return { db: openDatabase(databaseConfig, logger), type: databaseConfig.kind };
};

let current = await open();

const { execute } = await testAdapter({
  adapter: () => kyselyAdapter(current.db, { type: current.type, transaction: true }),
  // Each suite needs a new database, because each adds columns of its own.
  runMigrations: async (options) => {
    await current.db.destroy();
    current = await open();
    const { runMigrations } = await getMigrations({ ...options, database: current });
    await runMigrations();
  },
  tests: [
    normalTestSuite(),
    authFlowTestSuite(),
    joinsTestSuite(),
    uuidTestSuite(),
    transactionsTestSuite({ disableTests: {} }),
    caseInsensitiveTestSuite(),
  ],
  onFinish: () => current.db.destroy(),
});
execute();
