// The product pages as Lighthouse sees them on a phone, by its own defaults.
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { expect, test } from "../e2e/browser-test.ts";
import { browserLaunch } from "../harness/browser/browser.ts";
import { SITE } from "../harness/ports.ts";
import { freePort } from "../harness/processes/free-port.ts";

const GOAL = 95;
/** What a page is, whatever the machine does beside it. */
const CONSTANT = ["accessibility", "best-practices", "seo"];
const SPEED = "performance";
/** Whatever else the machine does can only take from the speed: the best of these counts. */
const MAX_VISITS = 3;
/**
 * Points for speed depend on the machine: the same build has got between 73 and 97 here. Below this a page is at fault; how
 * soon it answers beside a static page of the same run is what first-load-speed judges.
 */
const SPEED_FLOOR = 60;

async function runOnce(url: string, port: number): Promise<Result> {
  const ran = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: [SPEED, ...CONSTANT] });
  if (!ran) throw new Error(`Lighthouse said nothing of ${url}.`);
  return ran.lhr;
}

async function best(url: string, port: number): Promise<Result> {
  let result = await runOnce(url, port);
  for (let visit = 1; visit < MAX_VISITS && getScore(result, SPEED) < GOAL; visit += 1) {
    const another = await runOnce(url, port);
    if (getScore(another, SPEED) > getScore(result, SPEED)) result = another;
  }
  return result;
}

const getScore = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

const shown = (result: Result, audit: string): string => result.audits[audit]?.displayValue ?? "unknown";

/** What cost a page its points, in the words of the audit. */
const getFaults = (result: Result, category: string): string[] =>
  (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score = null, title = id, displayValue = "" } = result.audits[id] ?? {};
    return weight > 0 && score !== null && score < 0.9 ? [`${category}: ${title} ${displayValue}`.trim()] : [];
  });

/** In the check run, and weekly in the languages with the longest words and with letters of their own. */
const PATHS = process.env["WEEKLY"] ? ["/?lang=de", "/?lang=ru"] : ["/", "/bf4", "/bf2042"];

for (const path of PATHS) {
  test(`Lighthouse gives ${path} at least ${GOAL}, and ${SPEED_FLOOR} for speed`, async () => {
    const port = await freePort();
    const launch = browserLaunch();
    await using _browser = await chromium.launch({
      ...launch,
      args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
    });
    const result = await best(SITE + path, port);
    const scores = [SPEED, ...CONSTANT].map((category) => `${category} ${getScore(result, category)}`);
    const lcp = `LCP ${shown(result, "largest-contentful-paint")} (good up to 2.5 s)`;
    const shift = `CLS ${shown(result, "cumulative-layout-shift")} (good up to 0.1)`;
    process.stdout.write(`${path}: ${scores.join(", ")} (goal ${GOAL} each); ${lcp}, ${shift}\n`);
    for (const category of [SPEED, ...CONSTANT]) {
      const least = category === SPEED ? SPEED_FLOOR : GOAL;
      expect(getScore(result, category), getFaults(result, category).join("; ")).toBeGreaterThanOrEqual(least);
    }
  });
}
