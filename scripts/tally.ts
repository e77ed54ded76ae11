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

const read = <T extends z.ZodType>(path: string, schema: T): z.infer<T> | null =>
  existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, "utf8"))) : null;

const exitCode = Number(process.argv[2]);
const runs = ["vitest", "fleet"].flatMap((name) => read(`var/results/${name}.json`, vitest) ?? []);
const browser = read("var/results/playwright.json", playwright);

for (const { name, message, assertionResults } of runs.flatMap(({ testResults }) => testResults)) {
  if (message) tell(name, message, []);
  for (const { fullName, failureMessages } of assertionResults)
    if (failureMessages.length > 0) tell(name, fullName, failureMessages);
}
for (const { file, title, ok, tests } of (browser?.suites ?? []).flatMap(getSpecs)) {
  const attempts = tests.flatMap(({ results }) => results);
  const messages = attempts.flatMap(({ errors }) => errors.map(({ message }) => message));
  if (!ok || messages.length > 0) tell(file, title, messages);
}

const getSum = (count: "numPassedTests" | "numFailedTests") => runs.reduce((sum, run) => sum + run[count], 0);
const passed = getSum("numPassedTests") + (browser ? browser.stats.expected + browser.stats.flaky : 0);
const failed = getSum("numFailedTests") + (browser?.stats.unexpected ?? 0);
if (browser?.stats.flaky)
  console.log(`${browser.stats.flaky} of them passed only on a second try: a bug of the same day`);
console.log(`${passed} passed, ${failed === 0 && exitCode !== 0 ? 1 : failed} failed`);

function getSpecs({ specs, suites = [] }: z.infer<typeof suite>): z.infer<typeof spec>[] {
  return [...specs, ...suites.flatMap(getSpecs)];
}

function tell(file: string, name: string, messages: readonly string[]): void {
  console.log([`failed: ${relative("", file)}: ${name}`, ...messages].join("\n"));
}
