// Exits with 0 where the tests find PostgreSQL's server programs.
import { postgresFolder } from "#test/harness/processes/postgres.ts";

process.exit(postgresFolder() ? 0 : 1);
