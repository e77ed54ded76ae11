// The first drawing on slow 4G and a machine four times slower, beside a static page of the same text; and what a first
// load weighs.
import type { Response } from "@playwright/test";
import { type Visit, visitPage } from "#test/harness/browser/page-visit.ts";
import { serveStaticPages } from "#test/harness/browser/static-pages.ts";
import { SITE } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";

/** With what a page's scripts may weigh until its controls answer, in kB of gzip. */
const PAGES = [
  { path: "/", file: "index.html", mostKb: 120 },
  { path: "/bf4", file: "bf4.html", mostKb: 168 },
  { path: "/bf2042", file: "bf2042.html", mostKb: 168 },
];
/** The login page loads nothing of a game's page, and the account client only when it is used. */
const LOGIN_KB = 160;
/** No letters but those of the interface: three files of them. */
const FONTS = { files: 3, mostKb: 45 };
/** Whatever else this machine does can only add to a load: one within the limit is enough. */
const MAX_ROUNDS = 3;
/** `npm run bench` judges by the goals; here a machine under load has room. */
const GOAL = { lcp: 1.05, usable: 2.5 };
const LIMIT = { lcp: 1.5, usable: 6, shift: 0.02 };

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

for (const { path, file, mostKb } of PAGES) {
  test(`${path} is drawn about as soon as a static page, and nothing moves`, async ({ browser }) => {
    await using pages = await serveStaticPages({ [path]: file });
    const [ours, bare]: [Visit[], Visit[]] = [[], []];
    let best = Number.POSITIVE_INFINITY;
    while (best > LIMIT.lcp && ours.length < MAX_ROUNDS) {
      const plain = await visitPage(browser, pages.origin + path);
      const visit = await visitPage(browser, SITE + path);
      bare.push(plain);
      ours.push(visit);
      best = Math.min(best, visit.lcp / plain.lcp);
    }
    const lcp = middle(ours.map((visit) => visit.lcp));
    const usable = middle(ours.map((visit, at) => visit.usable / (bare[at]?.lcp ?? Number.NaN)));
    const shift = Math.max(...ours.map((visit) => visit.shift));
    const scriptKb = Math.max(...ours.map((visit) => visit.scriptKb));
    const figures = [
      `LCP ${Math.round(lcp)} ms, ${best.toFixed(2)} × a static page (goal ${GOAL.lcp}, limit ${LIMIT.lcp})`,
      `usable ${usable.toFixed(1)} × (goal ${GOAL.usable}, limit ${LIMIT.usable})`,
      `CLS ${shift.toFixed(4)} (limit ${LIMIT.shift})`,
      `scripts ${scriptKb.toFixed(1)} kB gzip (limit ${mostKb})`,
    ];
    process.stdout.write(`${path}: ${figures.join("; ")}\n`);
    expect(best).toBeLessThanOrEqual(LIMIT.lcp);
    expect(usable).toBeLessThanOrEqual(LIMIT.usable);
    expect(shift).toBeLessThanOrEqual(LIMIT.shift);
    expect(scriptKb).toBeLessThanOrEqual(mostKb);
  });
}

test(`/login's scripts weigh at most ${LOGIN_KB} kB until its controls answer`, async ({ browser }) => {
  const { scriptKb } = await visitPage(browser, `${SITE}/login`, false);
  process.stdout.write(`/login: scripts ${scriptKb.toFixed(1)} kB gzip (limit ${LOGIN_KB})\n`);
  expect(scriptKb).toBeLessThanOrEqual(LOGIN_KB);
});

for (const { path } of PAGES) {
  test(`${path} fetches at most ${FONTS.mostKb} kB of fonts`, async ({ page }) => {
    const answers: Response[] = [];
    page.on("response", (answer) => answer.url().endsWith(".woff2") && answers.push(answer));
    await page.goto(path, { waitUntil: "networkidle" });
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.body()).length));
    expect(sizes).toHaveLength(FONTS.files);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONTS.mostKb * 1000);
  });
}
