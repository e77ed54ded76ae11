// @rest
// Everything that opens over a screen, on a small phone.
import { closeOverlays, findOutside, OVERLAID, OVERLAYS, openOverlay } from "#test/harness/browser/overlays.ts";
import { SCREENS, SECTIONS } from "#test/harness/browser/screens.ts";
import { fillSite } from "#test/harness/data/filled-site.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { makeWorld } from "#test/harness/world.ts";
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";

/** They run beside each other. */
const PARTS = 3;
const ALL = Object.entries(OVERLAYS);

for (let part = 0; part < PARTS; part += 1)
  test(`whatever opens fits into a window of 390 × 664, and axe finds nothing in it: part ${part + 1} of ${PARTS}`, async ({
    browser,
  }) => {
    await using service = await createStatisticsService();
    const environment = { STATS_URL: service.url, STATS_CACHE_S: "0", CALLS_PER_MINUTE: "100000" };
    await using world = await makeWorld({ withSite: true, environment });
    const { visitor, screens } = await fillSite(world);
    const paths: Record<string, string> = { ...SCREENS, ...SECTIONS, ...screens };
    const place = await browser.newContext({
      baseURL: world.origin,
      viewport: { width: 390, height: 664 },
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    await place.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: world.origin })));
    const page = await place.newPage();
    const problems: string[] = [];
    let shown = "";
    for (const [name, [screen, ...steps]] of ALL.slice(
      (part * ALL.length) / PARTS,
      ((part + 1) * ALL.length) / PARTS,
    )) {
      if (screen !== shown) {
        await page.goto(paths[screen] ?? "");
        await page.locator("html[data-ready]").waitFor({ state: "attached" });
      }
      try {
        await openOverlay(page, steps);
        problems.push(...(await findOutside(page)).map((problem) => `${name}: ${problem}`));
        if ((await page.locator(OVERLAID).count()) > 0) await expectNothingFound(page, OVERLAID);
      } catch (error) {
        problems.push(`${name}: ${error}`);
      }
      shown = (await closeOverlays(page)) ? screen : "";
    }
    expect(problems).toEqual([]);
    await place.close();
  });
