// `npm run mutation`: makes small changes in the code that checks redirects, addresses, origins and limits, and requires that
// its tests fail.
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "bench/mutation-tests.config.ts" },
  mutate: [
    "src/domain/account/redirect.ts",
    "src/platform/http/client-address.ts",
    "src/platform/rate-limit.ts",
    "src/server/http/guards.ts",
  ],
  thresholds: { high: 90, low: 80, break: 80 },
  // A file that does not exist, because Stryker reads the settings through an API that TypeScript 7 lacks.
  tsconfigFile: "none.json",
  tempDirName: "var/mutation",
  ignorePatterns: ["dist", "releases", "var", "docs"],
  reporters: ["clear-text"],
  clearTextReporter: { logTests: false },
  concurrency: 2,
};
