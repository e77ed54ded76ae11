// The test of every browser story: an address of its own for each, and a page that may not complain.
import { test as base, expect } from "@playwright/test";

type Fixtures = {
  /** What the page wrote to the console as an error, or threw. */
  complaints: string[];
};

let addresses = 0;

/** An address that is unique in this run, so that tests do not share rate limits. */
function ownAddress(workerIndex: number): string {
  addresses += 1;
  return `10.${workerIndex % 256}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export const test = base.extend<Fixtures>({
  extraHTTPHeaders: async ({ browserName: _ }, use, { workerIndex }) =>
    use({ "x-forwarded-for": ownAddress(workerIndex) }),
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await use(complaints);
  },
});

export { expect };
