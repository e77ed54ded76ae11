// The base of all browser tests: each test gets a unique client address and a list of the page's errors.
import { test as base, expect } from "@playwright/test";
import { resetLocators } from "#test/harness/browser/wording.ts";

type Fixtures = {
  /** Errors that the page logged to the console or threw. */
  browserErrors: string[];
  /** Ends a translation of locators with its test, as tests share a process. */
  englishLocators: undefined;
};

let addresses = 0;

/** Returns a client address that is unique in this run, so that tests do not share rate limits. */
function createAddress(workerIndex: number): string {
  addresses += 1;
  return `10.${workerIndex % 256}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export const test = base.extend<Fixtures>({
  extraHTTPHeaders: async ({ browserName: _ }, use, { workerIndex }) =>
    use({ "x-forwarded-for": createAddress(workerIndex) }),
  browserErrors: async ({ page }, use) => {
    const browserErrors: string[] = [];
    page.on("console", (line) => line.type() === "error" && browserErrors.push(line.text()));
    page.on("pageerror", (error) => browserErrors.push(error.message));
    await use(browserErrors);
  },
  englishLocators: [
    async ({ browserName: _ }, use) => {
      await use(undefined);
      resetLocators();
    },
    { auto: true },
  ],
});

export { expect };
