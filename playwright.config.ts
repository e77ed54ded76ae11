import { readFileSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Written by scripts/setup.mjs: a path, or "playwright" for its own. */
const browser = readFileSync("var/browser", "utf8");
const PORT = 4173;

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "var/results/playwright.json" }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    launchOptions: browser === "playwright" ? {} : { executablePath: browser },
    trace: "retain-on-failure",
  },
  webServer: {
    command: "node dist/server/main.js",
    url: `http://localhost:${PORT}/api/auth/ok`,
    env: {
      PORT: String(PORT),
      VAR_DIR: "var/e2e",
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "127.0.0.1,::1",
      DATABASE_URL: ":memory:",
    },
  },
});
