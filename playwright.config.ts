import { defineConfig } from "@playwright/test";
import { FAST_TEST_ARGS, getLaunchOptions } from "#test/harness/browser/browser.ts";
import { SITE, SITE_PORT, STATS, STATS_PORT, STORIES, STORIES_PORT } from "#test/harness/ports.ts";
import { listTagged } from "#test/harness/tags.ts";

const ALL = "test/e2e/*.e2e.ts";
const asMatches = (paths: readonly string[]) => paths.map((path) => `**/${path}`);

/** The check run has no time for these: screens in rare states, and what seldom changes. */
export const WEEKLY = asMatches(listTagged(ALL, "weekly"));
/** What waits or takes as many browsers as people, and every screen read for accessibility. */
export const REST = asMatches(listTagged(ALL, "rest"));
export const MEASURED = "**/*-speed.e2e.ts";
/** The main flows, once in each language. */
export const IN_LANGUAGES = "**/languages.e2e.ts";
export const SCREENS = { launchOptions: getLaunchOptions(FAST_TEST_ARGS) };

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 3,
  // What passes only the second time is named as flaky at the end of the run, and is a bug of the same day.
  retries: 1,
  // It ends what hangs; an action that cannot be done ends sooner. A loaded machine takes ten times as long as an idle one.
  timeout: 900_000,
  expect: { timeout: 15_000 },
  // What is measured has the machine to itself: after everything else, and one at a time.
  projects: [
    { name: "screens", testIgnore: [MEASURED, IN_LANGUAGES, ...REST, ...WEEKLY], use: SCREENS },
    { name: "rest", testMatch: [...REST, ...WEEKLY], use: SCREENS },
    { name: "measured", testMatch: MEASURED, workers: 1, dependencies: ["screens", "rest"] },
  ],
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "var/results/playwright.json" }]],
  // Only stories about it meet the service worker: it would take what others hold back on its way.
  use: {
    baseURL: SITE,
    launchOptions: getLaunchOptions(),
    serviceWorkers: "block",
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
  },
  webServer: [
    {
      // Nothing of an earlier run, above all no mail.
      command: `node -e "fs.rmSync('var/e2e', { recursive: true, force: true })" && node dist/server/main.js`,
      url: `${SITE}/api/auth/ok`,
      env: {
        PORT: String(SITE_PORT),
        VAR_DIR: "var/e2e",
        DATABASE_URL: ":memory:",
        LOG_LEVEL: "warn",
        // Each test gives itself an address, so that none shares another's limits.
        TRUSTED_PROXIES: "127.0.0.1,::1",
        STATS_URL: STATS,
        // Each reading asks the service anew, and finds its soldier one evening further.
        STATS_CACHE_S: "0",
        STATS_PER_MINUTE: "10000",
      },
    },
    { command: "node test/harness/data/statistics-serve.ts", port: STATS_PORT, env: { PORT: String(STATS_PORT) } },
    { command: "node test/stories/serve.ts", url: STORIES, env: { PORT: String(STORIES_PORT) } },
  ],
});
