// Compares the results of a complete run with docs/contract.md, and fails when they differ. CONTRACT=write updates the page,
// and CONTRACT=library stores the verdicts of a run against the unmodified library.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { getReport, type Verdict, type Verdicts } from "./report.ts";

const PAGE = "docs/contract.md";
const LIBRARY = "test/conformance/library.json";
const CHECKS = "test/conformance/server/**/*.test.ts";

export class ContractReporter implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = new Set(globSync(CHECKS));
    const executed = modules.filter(({ relativeModuleId }) => files.has(relativeModuleId));
    const isComplete = new Set(executed.map(({ moduleId }) => moduleId)).size === files.size;
    if (isComplete && !this.#isFiltered) writeReport(getVerdicts(executed));
  }
}

function writeReport(verdicts: Verdicts): void {
  const subject = process.env["CONTRACT"];
  const page = getReport(verdicts, readLibrary());
  if (subject === "library") writeFileSync(LIBRARY, toJson(verdicts));
  else if (subject === "write") writeFileSync(PAGE, page);
  else if (!existsSync(PAGE) || readFileSync(PAGE, "utf8") !== page) {
    process.stderr.write(
      `${PAGE} differs from the results of the checks: run npm run contract and review the changes.\n`,
    );
    process.exitCode = 1;
  }
}

/** Returns the verdicts; a check passes when it passes on every database. */
function getVerdicts(modules: readonly TestModule[]): Verdicts {
  const verdicts = new Map<string, Verdict>();
  const sortedModules = modules.toSorted((a, b) => a.relativeModuleId.localeCompare(b.relativeModuleId, "en"));
  for (const test of sortedModules.flatMap(({ children }) => [...children.allTests()])) {
    const name = test.fullName.replaceAll(" > ", " › ");
    const passes = test.result().state === "passed" && verdicts.get(name) !== "fails";
    verdicts.set(name, passes ? "passes" : "fails");
  }
  return verdicts;
}

const toJson = (verdicts: Verdicts): string => `${JSON.stringify(Object.fromEntries(verdicts), null, 2)}\n`;

const readLibrary = (): Verdicts =>
  new Map(existsSync(LIBRARY) ? Object.entries<Verdict>(JSON.parse(readFileSync(LIBRARY, "utf8"))) : []);
