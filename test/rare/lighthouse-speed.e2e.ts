// Measures the product's pages with Lighthouse's default settings, which emulate a phone.
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { expect, test } from "../e2e/browser-test.ts";
import { getLaunchOptions } from "../harness/browser/browser.ts";
import { SITE } from "../harness/ports.ts";
import { findFreePort } from "../harness/processes/free-port.ts";

const GOAL = 95;
/** Categories whose scores do not depend on the machine. */
const CONSTANT = ["accessibility", "best-practices", "seo"];
const SPEED = "performance";
/** The best of several visits counts, because other load on the machine can only slow the page down. */
const MAX_VISITS = 3;
/**
 * The minimum score for speed. It is low, because scores depend on the machine: the same build scored between 73 and 97.
 * first-load-speed.e2e.ts compares the speed with a static page of the same run.
 */
const SPEED_FLOOR = 60;

async function runLighthouse(url: string, port: number): Promise<Result> {
  const run = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: [SPEED, ...CONSTANT] });
  if (!run) throw new Error(`Lighthouse did not report on ${url}.`);
  return run.lhr;
}

async function getBestResult(url: string, port: number): Promise<Result> {
  let result = await runLighthouse(url, port);
  for (let visit = 1; visit < MAX_VISITS && getScore(result, SPEED) < GOAL; visit += 1) {
    const another = await runLighthouse(url, port);
    if (getScore(another, SPEED) > getScore(result, SPEED)) result = another;
  }
  return result;
}

const getScore = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

const getDisplayValue = (result: Result, audit: string): string => result.audits[audit]?.displayValue ?? "unknown";

/** Returns the audits that lowered a page's score. */
const getFaults = (result: Result, category: string): string[] =>
  (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score = null, title = id, displayValue = "" } = result.audits[id] ?? {};
    return weight > 0 && score !== null && score < 0.9 ? [`${category}: ${title} ${displayValue}`.trim()] : [];
  });

/** The pages of the regular run, or of the weekly run in the languages with the longest words and with Cyrillic letters. */
const PATHS = process.env["WEEKLY"] ? ["/?lang=de", "/?lang=ru"] : ["/", "/bf4", "/bf2042"];

for (const path of PATHS) {
  test(`Lighthouse scores of ${path} are at least ${GOAL}, and ${SPEED_FLOOR} for speed`, async () => {
    const port = await findFreePort();
    const launch = getLaunchOptions();
    await using _browser = await chromium.launch({
      ...launch,
      args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
    });
    const result = await getBestResult(SITE + path, port);
    const scores = [SPEED, ...CONSTANT].map((category) => `${category} ${getScore(result, category)}`);
    const lcp = `LCP ${getDisplayValue(result, "largest-contentful-paint")} (good up to 2.5 s)`;
    const shift = `CLS ${getDisplayValue(result, "cumulative-layout-shift")} (good up to 0.1)`;
    process.stdout.write(`${path}: ${scores.join(", ")} (goal ${GOAL} each); ${lcp}, ${shift}\n`);
    for (const category of [SPEED, ...CONSTANT]) {
      const minimum = category === SPEED ? SPEED_FLOOR : GOAL;
      expect(getScore(result, category), getFaults(result, category).join("; ")).toBeGreaterThanOrEqual(minimum);
    }
  });
}
