// @rest
// All overlays on a small phone.
import { closeOverlays, findOutside, OVERLAY_SELECTOR, OVERLAYS, openOverlay } from "#test/harness/browser/overlays.ts";
import { SCREENS, SECTIONS } from "#test/harness/browser/screens.ts";
import { fillSite } from "#test/harness/data/filled-site.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { makeWorld } from "#test/harness/world.ts";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";

/** The parts run in parallel. */
const PARTS = 3;
const OVERLAY_ENTRIES = Object.entries(OVERLAYS);

for (let part = 0; part < PARTS; part += 1)
  test(`all overlays fit into a window of 390 × 664 without axe violations: part ${part + 1} of ${PARTS}`, async ({
    browser,
  }) => {
    await using service = await createStatisticsService();
    const environment = { STATS_URL: service.url, STATS_CACHE_S: "0", CALLS_PER_MINUTE: "100000" };
    await using world = await makeWorld({ withSite: true, environment });
    const { visitor, screens } = await fillSite(world);
    const paths: Record<string, string> = { ...SCREENS, ...SECTIONS, ...screens };
    const deviceContext = await browser.newContext({
      baseURL: world.origin,
      viewport: { width: 390, height: 664 },
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    await deviceContext.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: world.origin })));
    const page = await deviceContext.newPage();
    const problems: string[] = [];
    let currentScreen = "";
    for (const [name, [screen, ...steps]] of OVERLAY_ENTRIES.slice(
      (part * OVERLAY_ENTRIES.length) / PARTS,
      ((part + 1) * OVERLAY_ENTRIES.length) / PARTS,
    )) {
      if (screen !== currentScreen) {
        await page.goto(paths[screen] ?? "");
        await page.locator("html[data-ready]").waitFor({ state: "attached" });
      }
      try {
        await openOverlay(page, steps);
        problems.push(...(await findOutside(page)).map((problem) => `${name}: ${problem}`));
        if ((await page.locator(OVERLAY_SELECTOR).count()) > 0) await expectNoAxeViolations(page, OVERLAY_SELECTOR);
      } catch (error) {
        problems.push(`${name}: ${error}`);
      }
      currentScreen = (await closeOverlays(page)) ? screen : "";
    }
    expect(problems).toEqual([]);
    await deviceContext.close();
  });
