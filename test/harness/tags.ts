// The first line of a test file names where it belongs, such as `// @rest @postgres`. A file without tags is a part of `npm test`,
// on SQLite where it is a test of the server.
//
// - `@rest`: of `npm run test:rest`, because it is slow, rare or measures. `@weekly`: of the long forms alone.
// - `@postgres`: runs on PostgreSQL, too, since another database can change what it tests: SQL, transactions, races, locks,
//   notifications. `@postgres-only`: not on SQLite.
// - `@shared`: of what two processes share, so that the check run has it on a fleet, as all with `@postgres`. `@alone`: never on a
//   fleet, because it has no server, starts its own, or is the same however many processes answer.
// - `@build`: builds releases, after all others.
import { globSync, readFileSync } from "node:fs";

/** The paths of the test files of this pattern whose first line has the tag. */
export const listTagged = (pattern: string, tag: string): string[] =>
  globSync(pattern).filter((path) => readFileSync(path, "utf8").split("\n", 1)[0]?.split(" ").includes(`@${tag}`));
