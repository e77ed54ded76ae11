// The first line of a test file has tags that select its runs, such as `// @rest @postgres`. A file without tags belongs to
// `npm test`, where server tests use SQLite.
//
// - `@rest`: runs in `npm run test:rest`, because it is slow, rarely fails, or measures. `@weekly`: runs in the weekly run only.
// - `@postgres`: runs on PostgreSQL, too, because the database matters: SQL, transactions, races, locks, notifications.
//   `@postgres-only`: does not run on SQLite.
// - `@shared`: tests state that two processes share, so the check run repeats it on a fleet, as it does all with `@postgres`.
//   `@alone`: never runs on a fleet, because it has no server, starts its own, or does not depend on the number of processes.
// - `@build`: builds releases, and runs after all others.
import { globSync, readFileSync } from "node:fs";

/** Lists the test files that match the pattern and whose first line has the tag. */
export const listTagged = (pattern: string, tag: string): string[] =>
  globSync(pattern).filter((path) => readFileSync(path, "utf8").split("\n", 1)[0]?.split(" ").includes(`@${tag}`));
