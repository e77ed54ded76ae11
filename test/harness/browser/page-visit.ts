// One visit of a page on a slow line and a slow machine, and what its first drawing cost.
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";

/** "Slow 4G" of the browser's own tools: 1.6 Mbit/s down, 750 kbit/s up, 150 ms, stretched as they do. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: ((1.6 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((750 * 1000) / 8) * 0.9,
  latency: 150 * 3.75,
};
const SLOWER = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const PATIENCE = { timeout: 60_000 };

export type Visit = {
  /** The largest contentful paint, in ms after the address was asked for. */
  lcp: number;
  /** The sum of the unexpected layout shifts. */
  shift: number;
  /** When the page's heading was there and its controls answered, in ms; never, of a page without script. */
  usable: number;
  /** The scripts asked for until then, each by itself in kB of gzip. */
  scriptKb: number;
};

declare global {
  interface Window {
    /** What the visit has seen of the page so far. */
    seen?: Omit<Visit, "scriptKb">;
  }
}

/** One visit with an empty cache by a phone; slowly: four times slower than this machine, on slow 4G. */
export async function visitPage(browser: Browser, url: string, slowly = true): Promise<Visit> {
  await using context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (slowly) await session.send("Network.emulateNetworkConditions", SLOW_4G);
  if (slowly) await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const complaints: Error[] = [];
  page.on("pageerror", (error) => complaints.push(error));
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: "load", ...PATIENCE });
  const hasScript = (await page.locator("script[src]").count()) > 0;
  if (hasScript) await page.waitForFunction(() => Number.isFinite(window.seen?.usable), undefined, PATIENCE);
  // What a late font or a late answer moves counts, too.
  await page.waitForLoadState("networkidle", PATIENCE);
  const seen = await page.evaluate(() => window.seen);
  if (complaints.length > 0) throw new AggregateError(complaints, `${url} threw.`);
  if (!seen?.lcp) throw new Error(`${url} drew nothing.`);
  const scripts = await page.evaluate((until) => {
    const files = performance.getEntriesByType("resource");
    return files.filter(({ name, startTime }) => name.endsWith(".js") && startTime <= until).map(({ name }) => name);
  }, seen.usable);
  return { ...seen, scriptKb: await getKb(new Set(scripts)) };
}

/** Runs in the page before anything of it: notes what it draws, what moves and when it answers. */
function watch() {
  const seen = { lcp: 0, shift: 0, usable: Number.POSITIVE_INFINITY };
  window.seen = seen;
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  const isShift = (entry: PerformanceEntry): entry is Shift => "value" in entry && "hadRecentInput" in entry;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (isShift(entry) && !entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const changes = new MutationObserver(() => {
    if (!document.documentElement.dataset["ready"] || !document.querySelector("main h1")) return;
    seen.usable = performance.now();
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
