// Measures one page load on a slow network and a slow processor.
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { serveOnLoopback } from "#test/harness/processes/loopback-server.ts";

/** The "Slow 4G" preset of the browser's developer tools: 1.6 Mbit/s down, 750 kbit/s up, 150 ms, with their factors. */
export const SLOW_4G = {
  offline: false,
  downloadThroughput: ((1.6 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((750 * 1000) / 8) * 0.9,
  latency: 150 * 3.75,
};
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const TIMEOUT = { timeout: 60_000 };

export type Visit = {
  /** The largest contentful paint, in ms after the navigation started. */
  lcp: number;
  /** The sum of the unexpected layout shifts. */
  shift: number;
  /** Milliseconds until the heading was shown and the controls responded; infinite for a page without script. */
  usable: number;
  /** The size of the scripts requested until then, in kB, each compressed with gzip. */
  scriptKb: number;
};

declare global {
  interface Window {
    /** The values measured so far. */
    measurements?: Omit<Visit, "scriptKb">;
  }
}

/**
 * Loads the page on a phone with an empty cache, coming from another site, as by a link: from an empty tab, the opener policy alone
 * would make the browser start a process, for which only the pages with this header would wait. Slow means a processor four times
 * slower than this one, on slow 4G.
 */
export async function visitPage(browser: Browser, url: string, isSlow = true): Promise<Visit> {
  await using context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const page = await context.newPage();
  await using otherSite = await serveOnLoopback((_request, response) => response.end("A page with a link"));
  const { port, hostname } = new URL(otherSite.origin);
  await page.goto(new URL(url).hostname === hostname ? `http://localhost:${port}` : otherSite.origin);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (isSlow) await session.send("Network.emulateNetworkConditions", SLOW_4G);
  if (isSlow) await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const pageErrors: Error[] = [];
  page.on("pageerror", (error) => pageErrors.push(error));
  await page.addInitScript(observePage);
  await page.goto(url, { waitUntil: "load", ...TIMEOUT });
  const hasScript = (await page.locator("script[src]").count()) > 0;
  if (hasScript) await page.waitForFunction(() => Number.isFinite(window.measurements?.usable), undefined, TIMEOUT);
  // Layout shifts that a late font or response causes count, too.
  await page.waitForLoadState("networkidle", TIMEOUT);
  const measurements = await page.evaluate(() => window.measurements);
  if (pageErrors.length > 0) throw new AggregateError(pageErrors, `${url} threw.`);
  if (!measurements?.lcp) throw new Error(`${url} drew nothing.`);
  const scripts = await page.evaluate((until) => {
    const files = performance.getEntriesByType("resource");
    return files.filter(({ name, startTime }) => name.endsWith(".js") && startTime <= until).map(({ name }) => name);
  }, measurements.usable);
  return { ...measurements, scriptKb: await getKb(new Set(scripts)) };
}

/** Records paints, layout shifts and readiness; runs in the page before any of its scripts. */
function observePage() {
  const measurements = { lcp: 0, shift: 0, usable: Number.POSITIVE_INFINITY };
  window.measurements = measurements;
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  const isShift = (entry: PerformanceEntry): entry is Shift => "value" in entry && "hadRecentInput" in entry;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) measurements.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (isShift(entry) && !entry.hadRecentInput) measurements.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const changes = new MutationObserver(() => {
    if (!document.documentElement.dataset["ready"] || !document.querySelector("main h1")) return;
    measurements.usable = performance.now();
    changes.disconnect();
  });
  changes.observe(document, { attributes: true, attributeFilter: ["data-ready"], childList: true, subtree: true });
}

async function getKb(urls: ReadonlySet<string>): Promise<number> {
  const sizes = [...urls].map(async (url) => {
    const script = Buffer.from(await (await fetch(url)).arrayBuffer());
    return gzipSync(script, { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}
