// What `npm run test:rest` and `npm run test:weekly` run in a browser. `npm test` runs the project "screens" of playwright.config.ts.
import { defineConfig } from "@playwright/test";
import config, { MEASURED, RARE, SCREENS, SWEEPS, WEEKLY } from "./playwright.config.ts";

export default defineConfig({
  ...config,
  projects: [
    { name: "rare", testMatch: RARE, testIgnore: WEEKLY, use: SCREENS },
    ...(process.env["WEEKLY"] ? [{ name: "weekly", testMatch: WEEKLY, use: SCREENS }] : []),
    { name: "sweeps", testMatch: SWEEPS, use: SCREENS },
    { name: "measured", testMatch: MEASURED, workers: 1, dependencies: ["rare", "sweeps"] },
  ],
  reporter: [["list"], ["json", { outputFile: "var/results/playwright-rest.json" }]],
});
