// The product pages as Lighthouse sees them on a phone, by its own defaults.
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { browserLaunch } from "#test/world/browser.ts";
import { freePort } from "#test/world/free-port.ts";
import { SITE } from "#test/world/places.ts";
import { expect, test } from "./browser-test.ts";

const LEAST = 95;
/** What a page is, whatever the machine does beside it. */
const JUDGED = ["accessibility", "best-practices", "seo"];
/** Its goal is the same, and is not met yet: docs/performance.md says by how much, and why. */
const SPEED = "performance";

async function runOnce(url: string, port: number): Promise<Result> {
  const ran = await lighthouse(url, { port, output: "json", logLevel: "error", onlyCategories: [SPEED, ...JUDGED] });
  if (!ran) throw new Error(`Lighthouse said nothing of ${url}.`);
  return ran.lhr;
}

const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

const shown = (result: Result, audit: string): string => result.audits[audit]?.displayValue ?? "unknown";

/** What cost a page its points, in the words of the audit. */
const faultsOf = (result: Result, category: string): string[] =>
  (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score = null, title = id, displayValue = "" } = result.audits[id] ?? {};
    return weight > 0 && score !== null && score < 0.9 ? [`${category}: ${title} ${displayValue}`.trim()] : [];
  });

for (const path of ["/", "/bf4", "/bf2042"]) {
  test(`Lighthouse gives ${path} at least ${LEAST} for what it is, and tells how quick it is`, async () => {
    test.setTimeout(300_000);
    const port = await freePort();
    const launch = browserLaunch();
    await using _browser = await chromium.launch({
      ...launch,
      args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
    });
    const result = await runOnce(SITE + path, port);
    const said = [SPEED, ...JUDGED].map((category) => `${category} ${scoreOf(result, category)}`);
    const lcp = `LCP ${shown(result, "largest-contentful-paint")} (limit 2.5 s)`;
    const shift = `CLS ${shown(result, "cumulative-layout-shift")} (limit 0.1)`;
    process.stdout.write(`${path}: ${said.join(", ")} (goal ${LEAST} each); ${lcp}, ${shift}\n`);
    for (const category of JUDGED)
      expect(scoreOf(result, category), faultsOf(result, category).join("; ")).toBeGreaterThanOrEqual(LEAST);
  });
}
