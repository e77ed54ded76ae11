// A test file says in its first line where it belongs, such as `// @weekly`; one that says nothing is a part of `npm test`.
//
// `@rest`: of `npm run test:rest`, because it is slow, rare, or measures. `@weekly`: of the long forms alone.
import { globSync, readFileSync } from "node:fs";

/** The paths of the test files of this pattern whose first line has the tag. */
export const listTagged = (pattern: string, tag: string): string[] =>
  globSync(pattern).filter((path) => readFileSync(path, "utf8").split("\n", 1)[0]?.split(" ").includes(`@${tag}`));
