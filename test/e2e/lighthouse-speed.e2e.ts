// The product pages as Lighthouse sees them on a phone, by its own defaults.
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { browserLaunch } from "#test/world/browser.ts";
import { freePort } from "#test/world/free-port.ts";
import { SITE } from "#test/world/places.ts";
import { expect, test } from "./browser-test.ts";

const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** Speed is measured on a machine that does other things, too: after a first run below, the middle of three counts. */
const RUNS = 3;

async function runOnce(url: string, port: number): Promise<Result> {
  const ran = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES });
  if (!ran) throw new Error(`Lighthouse said nothing of ${url}.`);
  return ran.lhr;
}

const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

/** The first run, where it is quick enough; else that of three whose speed is the middle one. */
async function judged(run: () => Promise<Result>): Promise<Result> {
  const first = await run();
  if (scoreOf(first, "performance") >= LEAST) return first;
  const runs = [first];
  while (runs.length < RUNS) runs.push(await run());
  return runs.toSorted((a, b) => scoreOf(a, "performance") - scoreOf(b, "performance"))[RUNS >> 1] ?? first;
}

const shown = (result: Result, audit: string): string => result.audits[audit]?.displayValue ?? "unknown";

/** What cost a page its points, in the words of the audit. */
const faultsOf = (result: Result): string[] =>
  Object.values(result.categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score = null, title = id, displayValue = "" } = result.audits[id] ?? {};
      return weight > 0 && score !== null && score < 0.9 ? [`${title} ${displayValue}`.trim()] : [];
    }),
  );

for (const path of ["/", "/bf4", "/bf2042"]) {
  test(`Lighthouse gives ${path} at least ${LEAST} in each category`, async () => {
    test.setTimeout(300_000);
    const port = await freePort();
    const launch = browserLaunch();
    await using _browser = await chromium.launch({
      ...launch,
      args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
    });
    const result = await judged(() => runOnce(SITE + path, port));
    const scores = Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(result, category)]));
    const said = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
    const lcp = `LCP ${shown(result, "largest-contentful-paint")} (limit 2.5 s)`;
    const shift = `CLS ${shown(result, "cumulative-layout-shift")} (limit 0.1)`;
    process.stdout.write(`${path}: ${said.join(", ")} (each at least ${LEAST}); ${lcp}, ${shift}\n`);
    for (const [category, score] of Object.entries(scores))
      expect(score, `${category}: ${faultsOf(result).join("; ")}`).toBeGreaterThanOrEqual(LEAST);
  });
}
