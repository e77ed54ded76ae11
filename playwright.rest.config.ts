// What `npm run test:rest` and `npm run test:weekly` run in a browser. `npm test` runs the project "screens" of playwright.config.ts.
import { defineConfig } from "@playwright/test";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import config, { IN_LANGUAGES, MEASURED, RARE, SCREENS, SWEEPS, WEEKLY } from "./playwright.config.ts";

/** The check run's site has no further ones. */
const LANGUAGES_WALKED = process.env["WEEKLY"] ? RELEASED_LANGUAGES : (["en", "de"] as const);

export default defineConfig({
  ...config,
  projects: [
    { name: "rare", testMatch: RARE, testIgnore: WEEKLY, use: SCREENS },
    ...(process.env["WEEKLY"] ? [{ name: "weekly", testMatch: WEEKLY, use: SCREENS }] : []),
    ...LANGUAGES_WALKED.map((language) => ({
      name: `in ${language}`,
      testMatch: IN_LANGUAGES,
      use: { ...SCREENS, language },
    })),
    { name: "sweeps", testMatch: SWEEPS, use: SCREENS },
    { name: "measured", testMatch: MEASURED, workers: 1, dependencies: ["rare", "sweeps"] },
  ],
  reporter: [["list"], ["json", { outputFile: "var/results/playwright-rest.json" }]],
});
