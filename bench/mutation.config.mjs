// `npm run mutation`: what decides about redirects, addresses, origins and limits is changed in every small way, and the
// tests of it have to notice.
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
  // It would read the compiler's settings by an interface that TypeScript 7 does not have.
  tsconfigFile: "none.json",
  tempDirName: "var/mutation",
  ignorePatterns: ["dist", "releases", "var", "docs"],
  reporters: ["clear-text"],
  clearTextReporter: { logTests: false },
  concurrency: 2,
};
