// The largest contentful paint on slow 4G and a four times slower machine, compared with a static page of the same text, and the
// size of a first load.
import type { Response } from "@playwright/test";
import { type Visit, visitPage } from "#test/harness/browser/page-visit.ts";
import { serveStaticPages } from "#test/harness/browser/static-pages.ts";
import { SITE } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";

/** The pages, with the maximum size of the scripts until the controls respond, in kB of gzip. */
const PAGES = [
  { path: "/", file: "index.html", maxKb: 120 },
  { path: "/bf4", file: "bf4.html", maxKb: 170 },
  { path: "/bf2042", file: "bf2042.html", maxKb: 170 },
];
/** The maximum of /login, which loads no code of the game pages, and the account client only when it is used. */
const LOGIN_KB = 163;
/** The fonts of a first load: three files with only the letters of the interface. */
const FONTS = { files: 3, maxKb: 45 };
/** One visit within the limit is enough, because other load on the machine can only slow a visit down. */
const MAX_ROUNDS = 3;
/** `npm run bench` checks the goals; the limits below are higher, because the test machine may be busy. */
const GOAL = { lcp: 1.05, usable: 2.5 };
const LIMIT = { lcp: 1.5, usable: 6, shift: 0.02 };

const getMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

for (const { path, file, maxKb } of PAGES) {
  test(`${path} is painted about as early as a static page, without layout shifts`, async ({ browser }) => {
    await using pages = await serveStaticPages({ [path]: file });
    const [ours, staticVisits]: [Visit[], Visit[]] = [[], []];
    let best = Number.POSITIVE_INFINITY;
    while (best > LIMIT.lcp && ours.length < MAX_ROUNDS) {
      const staticVisit = await visitPage(browser, pages.origin + path);
      const visit = await visitPage(browser, SITE + path);
      staticVisits.push(staticVisit);
      ours.push(visit);
      best = Math.min(best, visit.lcp / staticVisit.lcp);
    }
    const lcp = getMedian(ours.map((visit) => visit.lcp));
    const usable = getMedian(ours.map((visit, index) => visit.usable / (staticVisits[index]?.lcp ?? Number.NaN)));
    const shift = Math.max(...ours.map((visit) => visit.shift));
    const scriptKb = Math.max(...ours.map((visit) => visit.scriptKb));
    const figures = [
      `LCP ${Math.round(lcp)} ms, ${best.toFixed(2)} × a static page (goal ${GOAL.lcp}, limit ${LIMIT.lcp})`,
      `usable ${usable.toFixed(1)} × (goal ${GOAL.usable}, limit ${LIMIT.usable})`,
      `CLS ${shift.toFixed(4)} (limit ${LIMIT.shift})`,
      `scripts ${scriptKb.toFixed(1)} kB gzip (limit ${maxKb})`,
    ];
    process.stdout.write(`${path}: ${figures.join("; ")}\n`);
    expect(best).toBeLessThanOrEqual(LIMIT.lcp);
    expect(usable).toBeLessThanOrEqual(LIMIT.usable);
    expect(shift).toBeLessThanOrEqual(LIMIT.shift);
    expect(scriptKb).toBeLessThanOrEqual(maxKb);
  });
}

test(`/login loads at most ${LOGIN_KB} kB of scripts until its controls respond`, async ({ browser }) => {
  const { scriptKb } = await visitPage(browser, `${SITE}/login`, false);
  process.stdout.write(`/login: scripts ${scriptKb.toFixed(1)} kB gzip (limit ${LOGIN_KB})\n`);
  expect(scriptKb).toBeLessThanOrEqual(LOGIN_KB);
});

for (const { path } of PAGES) {
  test(`${path} fetches at most ${FONTS.maxKb} kB of fonts`, async ({ page }) => {
    const responses: Response[] = [];
    page.on("response", (response) => response.url().endsWith(".woff2") && responses.push(response));
    await page.goto(path, { waitUntil: "networkidle" });
    const sizes = await Promise.all(responses.map(async (response) => (await response.body()).length));
    expect(sizes).toHaveLength(FONTS.files);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONTS.maxKb * 1000);
  });
}
