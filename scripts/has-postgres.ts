// Exits with 0 if PostgreSQL's server programs are installed where the tests look for them, otherwise with 1.
import { findPostgres } from "#test/harness/processes/postgres.ts";

process.exit(findPostgres() ? 0 : 1);
