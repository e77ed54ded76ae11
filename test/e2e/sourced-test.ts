// The base of browser tests with their own site and statistics service. The site stops calling a service after repeated failures,
// which would affect other tests.

import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import { startOwnSite } from "#test/harness/processes/own-site.ts";
import { test as base, expect } from "./browser-test.ts";

export const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    await using statistics = await createStatisticsService();
    await using site = await startOwnSite({ STATS_URL: statistics.url, STATS_CACHE_S: "0" });
    await use(site.origin);
  },
});

export { expect };
