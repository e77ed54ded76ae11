// Ends a CI run: adds up what the test runners counted. A check that stopped the run before them counts as one failure.
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const vitest = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwright = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) });

const read = <T extends z.ZodType>(path: string, schema: T): z.infer<T> | null =>
  existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, "utf8"))) : null;

const exitCode = Number(process.argv[2]);
const runs = ["vitest", "fleet"].map((name) => read(`var/results/${name}.json`, vitest));
const sumOf = (count: keyof z.infer<typeof vitest>) => runs.reduce((sum, run) => sum + (run?.[count] ?? 0), 0);
const browser = read("var/results/playwright.json", playwright);
const passed = sumOf("numPassedTests") + (browser ? browser.stats.expected + browser.stats.flaky : 0);
const failed = sumOf("numFailedTests") + (browser?.stats.unexpected ?? 0);
if (browser?.stats.flaky)
  console.log(`${browser.stats.flaky} of them passed only on a second try: a bug of the same day`);
console.log(`${passed} passed, ${failed === 0 && exitCode !== 0 ? 1 : failed} failed`);
