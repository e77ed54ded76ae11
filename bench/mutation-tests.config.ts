import { defineConfig } from "vitest/config";

/** The unit tests of the files that bench/mutation.config.mjs mutates. */
export default defineConfig({
  test: {
    env: { NODE_ENV: "production" },
    include: [
      "src/domain/account/redirect.test.ts",
      "src/platform/http/client-address.test.ts",
      "src/platform/rate-limit.test.ts",
      "src/server/http/guards.test.ts",
    ],
    testTimeout: 600_000,
  },
});
