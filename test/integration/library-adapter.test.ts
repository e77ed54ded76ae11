// @postgres @alone
// The account library's own suites for a database, over ours: what it may expect of a dialect, these hold it to.
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
import { bareDatabaseUrl } from "#test/harness/processes/test-database.ts";

const logger = createLogger({ logLevel: "silent" });
const open = async () => {
  const { database: place } = readConfig({ DATABASE_URL: await bareDatabaseUrl() });
  return { db: openDatabase(place, logger), type: place.kind };
};

let present = await open();

const { execute } = await testAdapter({
  adapter: () => kyselyAdapter(present.db, { type: present.type, transaction: true }),
  // Each suite adds columns of its own, and wants none of the last one's.
  runMigrations: async (options) => {
    await present.db.destroy();
    present = await open();
    const { runMigrations } = await getMigrations({ ...options, database: present });
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
  onFinish: () => present.db.destroy(),
});
execute();
