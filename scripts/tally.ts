// Prints the summary of a CI run at the end of its log: all failures again, and the total counts of the test runners. A check
// that stopped the run before the tests counts as one failure.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});

const attemptSchema = z.object({ errors: z.array(z.object({ message: z.string().default("") })) });
const specSchema = z.object({
  file: z.string(),
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(attemptSchema) })),
});
const suiteSchema = z.object({
  specs: z.array(specSchema),
  get suites(): z.ZodOptional<z.ZodArray<typeof suiteSchema>> {
    return z.array(suiteSchema).optional();
  },
});
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
});

/** Returns the results of a run in a list, which is empty if an earlier check stopped the run. */
function readResults<T extends z.ZodType>(name: string, schema: T): z.infer<T>[] {
  const path = `var/results/${name}.json`;
  return existsSync(path) ? [schema.parse(JSON.parse(readFileSync(path, "utf8")))] : [];
}

const exitCode = Number(process.argv[2]);
const runs = ["vitest-main", "vitest-rest", "fleet"].flatMap((name) => readResults(name, vitestSchema));
const browsers = ["playwright", "playwright-rest"].flatMap((name) => readResults(name, playwrightSchema));

for (const { name, message, assertionResults } of runs.flatMap(({ testResults }) => testResults)) {
  if (message) printFailure(name, message, []);
  for (const { fullName, failureMessages } of assertionResults)
    if (failureMessages.length > 0) printFailure(name, fullName, failureMessages);
}
for (const { file, title, ok, tests } of browsers.flatMap(({ suites }) => suites.flatMap(getSpecs))) {
  const attempts = tests.flatMap(({ results }) => results);
  const messages = attempts.flatMap(({ errors }) => errors.map(({ message }) => message));
  if (!ok || messages.length > 0) printFailure(file, title, messages);
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const flaky = sum(browsers.map(({ stats }) => stats.flaky));
const passed =
  sum(runs.map(({ numPassedTests }) => numPassedTests)) + sum(browsers.map(({ stats }) => stats.expected)) + flaky;
const failed =
  sum(runs.map(({ numFailedTests }) => numFailedTests)) + sum(browsers.map(({ stats }) => stats.unexpected));
if (flaky > 0) console.log(`${flaky} tests passed only on a second attempt: fix them the same day`);
console.log(`${passed} passed, ${failed === 0 && exitCode !== 0 ? 1 : failed} failed`);

function getSpecs({ specs, suites = [] }: z.infer<typeof suiteSchema>): z.infer<typeof specSchema>[] {
  return [...specs, ...suites.flatMap(getSpecs)];
}

function printFailure(file: string, name: string, messages: readonly string[]): void {
  console.log([`failed: ${relative("", file)}: ${name}`, ...messages].join("\n"));
}
