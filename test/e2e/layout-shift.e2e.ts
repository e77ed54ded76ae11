// @rest
// Pages that are not prerendered have hardly any layout shift while they load on a slow connection.
import type { Page } from "@playwright/test";
import { openLockerAsGuest } from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";

/** A tenth of the threshold for a good cumulative layout shift. */
const MAX_SHIFT = 0.01;

/** The last content to appear on each page. */
const LAST_CONTENT: readonly (readonly [path: string, content: RegExp])[] = [
  ["/bf4?q=ak", /AK-12/],
  ["/bf2042?cat=vehicles", /LATV4 Recon/],
  ["/bf4?tab=loadouts", /Charlie/],
  ["/bf4?tab=soldier", /Add a soldier/],
  ["/bf4?tab=progress", /Your closest unlocks come from a soldier's stats/],
  ["/login", /Your 3 loadouts will come with you/],
];

async function throttleNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const bytes = { downloadThroughput: 400_000, uploadThroughput: 200_000 };
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 100, ...bytes });
}

for (const width of [390, 1280]) {
  test(`at ${width} px no screen shifts its visible content`, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 });
    const [id] = await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie" }]);
    for (const [path, content] of [...LAST_CONTENT, [`/bf4?tab=loadouts&edit=${id}`, /No unsaved changes/] as const]) {
      const visit = await context.newPage();
      await visit.setViewportSize({ width, height: 844 });
      await throttleNetwork(visit);
      await visit.goto(path, { waitUntil: "commit" });
      await expect(visit.getByRole("main").getByText(content).first()).toBeVisible({ timeout: 15_000 });
      const shift = await visit.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += "value" in entry ? Number(entry.value) : 0;
            }).observe({ type: "layout-shift", buffered: true });
            // The observer reports buffered entries within the next frames.
            setTimeout(() => resolve(sum), 300);
          }),
      );
      expect(shift, path).toBeLessThan(MAX_SHIFT);
      await visit.close();
    }
  });
}
