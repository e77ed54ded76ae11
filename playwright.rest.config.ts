// What `npm run test:rest` and `npm run test:weekly` run in a browser. `npm test` runs the project "screens" of playwright.config.ts.
import { defineConfig } from "@playwright/test";
import { RELEASED_LANGUAGES } from "#messages/languages.ts";
import config, { IN_LANGUAGES, MEASURED, REST, SCREENS, WEEKLY } from "./playwright.config.ts";

const isWeekly = process.env["WEEKLY"] !== undefined;

/** Of the check run: its site has no others. */
const TWO_LANGUAGES = ["en", "de"] as const;
const inLanguages = (isWeekly ? RELEASED_LANGUAGES : TWO_LANGUAGES).map((language) => ({
  name: `in ${language}`,
  testMatch: IN_LANGUAGES,
  use: { ...SCREENS, language },
}));

/** More histories than in each check. */
const HISTORIES = "**/histories.e2e.ts";
const screens = isWeekly
  ? { name: "weekly", testMatch: [...WEEKLY, HISTORIES], use: SCREENS }
  : { name: "rest", testMatch: REST, use: SCREENS };
const unmeasured = [...inLanguages, screens];

export default defineConfig({
  ...config,
  // Lighthouse is one of test/rare.
  testDir: "test",
  projects: [
    ...unmeasured,
    {
      name: "measured",
      testMatch: isWeekly ? "**/lighthouse-speed.e2e.ts" : MEASURED,
      workers: 1,
      dependencies: unmeasured.map(({ name }) => name),
    },
  ],
  reporter: [["list"], ["json", { outputFile: "var/results/playwright-rest.json" }]],
});
