// What `npm run test:rest` runs in a browser. `npm test` runs the project "screens" of playwright.config.ts.
import { defineConfig } from "@playwright/test";
import config, { MEASURED, RARE, SCREENS, SWEEPS } from "./playwright.config.ts";

export default defineConfig({
  ...config,
  projects: [
    { name: "rare", testMatch: RARE, use: SCREENS },
    { name: "sweeps", testMatch: SWEEPS, use: SCREENS },
    { name: "measured", testMatch: MEASURED, workers: 1, dependencies: ["rare", "sweeps"] },
  ],
  reporter: [["list"], ["json", { outputFile: "var/results/playwright-rest.json" }]],
});
