import { defineConfig } from "@playwright/test";
import { browserLaunch, FOR_STORIES } from "#test/harness/browser/browser.ts";
import { SITE, SITE_PORT, STATS, STATS_PORT, STORIES, STORIES_PORT } from "#test/harness/ports.ts";

const asFiles = (names: readonly string[]) => names.map((name) => `**/${name}.e2e.ts`);

/** Of the next ones those that `npm run test:weekly` runs: the check run has 25 minutes. */
export const WEEKLY = asFiles([
  "account-connections",
  "account-features",
  "account-passkeys",
  "account-revoked",
  "account-security",
  "account-sessions",
  "diff",
  "duel",
  "gallery",
  "import",
  "lazy-select",
  "offline-people",
  "palette",
  "patches",
  "platoon-emblem",
  "platoon-locker",
  "platoon-squads",
  "session-ended",
  "session-ended-forms",
  "session-ended-notices",
  "session-ended-view",
  "shortcuts",
  "soldier-sources",
  "walk",
  "way-up",
  "widgets",
]);
/** `npm run test:rest` runs these and the next two: what is measured, and every screen read for accessibility. */
export const MEASURED = "**/*-speed.e2e.ts";
export const SWEEPS = ["**/*accessibility.e2e.ts", "**/layout-shift.e2e.ts", "**/overlays.e2e.ts"];
/**
 * Screens in rare states, most of which wait: a session that ended elsewhere, no network, a source that fails. What several
 * people do together, which takes as many browsers. The tabs of the account, the figures of other patches, and what seldom changes.
 */
export const RARE = asFiles([
  "session-ended*",
  "offline*",
  "faults",
  "histories",
  "platoon-*",
  "way-up",
  "soldier-sources",
  "walk",
  "import",
  "lazy-select",
  "missing-files",
  "account-*",
  "patches",
  "diff",
  "duel",
  "gallery",
  "palette",
  "shortcuts",
  "widgets",
]);
/** The main flows, once in each language. */
export const IN_LANGUAGES = "**/languages.e2e.ts";
export const SCREENS = { launchOptions: browserLaunch(FOR_STORIES) };

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
    { name: "screens", testIgnore: [MEASURED, IN_LANGUAGES, ...SWEEPS, ...RARE], use: SCREENS },
    { name: "rare", testMatch: RARE, use: SCREENS },
    { name: "sweeps", testMatch: SWEEPS, use: SCREENS },
    { name: "measured", testMatch: MEASURED, workers: 1, dependencies: ["screens", "rare", "sweeps"] },
  ],
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "var/results/playwright.json" }]],
  // Only stories about it meet the service worker: it would take what others hold back on its way.
  use: {
    baseURL: SITE,
    launchOptions: browserLaunch(),
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
        STATS_KEPT_S: "0",
        STATS_PER_MINUTE: "10000",
      },
    },
    { command: "node test/harness/data/statistics-serve.ts", port: STATS_PORT, env: { PORT: String(STATS_PORT) } },
    { command: "node test/stories/serve.ts", url: STORIES, env: { PORT: String(STORIES_PORT) } },
  ],
});
