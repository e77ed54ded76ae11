// A browser story with a site and a statistics service of its own: one that fails again and again is left alone, and
// stories that only want to read a soldier would wait for it.

import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { ownSite } from "#test/harness/processes/own-site.ts";
import { test as base, expect } from "./browser-test.ts";

export const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    await using statistics = await createStatisticsService();
    await using site = await ownSite({ STATS_URL: statistics.url, STATS_CACHE_S: "0" });
    await use(site.origin);
  },
});

export { expect };
