// Ends a CI run: repeats the failures at the end of the log, where it is read first, and adds up the counts of the test
// runners. A check that stopped the run before the tests counts as one failure.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

const vitest = z.object({
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

const attempt = z.object({ errors: z.array(z.object({ message: z.string().default("") })) });
const spec = z.object({
  file: z.string(),
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(attempt) })),
});
const suite = z.object({
  specs: z.array(spec),
  get suites(): z.ZodOptional<z.ZodArray<typeof suite>> {
    return z.array(suite).optional();
  },
});
const playwright = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suite),
});

/** The results of a run; none when an earlier check stopped it. */
function read<T extends z.ZodType>(name: string, schema: T): z.infer<T>[] {
  const path = `var/results/${name}.json`;
  return existsSync(path) ? [schema.parse(JSON.parse(readFileSync(path, "utf8")))] : [];
}

const exitCode = Number(process.argv[2]);
const runs = ["vitest-main", "vitest-rest", "fleet"].flatMap((name) => read(name, vitest));
const browsers = ["playwright", "playwright-rest"].flatMap((name) => read(name, playwright));

for (const { name, message, assertionResults } of runs.flatMap(({ testResults }) => testResults)) {
  if (message) tell(name, message, []);
  for (const { fullName, failureMessages } of assertionResults)
    if (failureMessages.length > 0) tell(name, fullName, failureMessages);
}
for (const { file, title, ok, tests } of browsers.flatMap(({ suites }) => suites.flatMap(getSpecs))) {
  const attempts = tests.flatMap(({ results }) => results);
  const messages = attempts.flatMap(({ errors }) => errors.map(({ message }) => message));
  if (!ok || messages.length > 0) tell(file, title, messages);
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const flaky = sum(browsers.map(({ stats }) => stats.flaky));
const passed =
  sum(runs.map(({ numPassedTests }) => numPassedTests)) + sum(browsers.map(({ stats }) => stats.expected)) + flaky;
const failed =
  sum(runs.map(({ numFailedTests }) => numFailedTests)) + sum(browsers.map(({ stats }) => stats.unexpected));
if (flaky > 0) console.log(`${flaky} of them passed only on a second try: a bug of the same day`);
console.log(`${passed} passed, ${failed === 0 && exitCode !== 0 ? 1 : failed} failed`);

function getSpecs({ specs, suites = [] }: z.infer<typeof suite>): z.infer<typeof spec>[] {
  return [...specs, ...suites.flatMap(getSpecs)];
}

function tell(file: string, name: string, messages: readonly string[]): void {
  console.log([`failed: ${relative("", file)}: ${name}`, ...messages].join("\n"));
}
