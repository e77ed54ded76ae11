// A page that is being left while its scripts load does not come back.
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

test("a script that fails while the next page is awaited does not reload this one", async ({ page }) => {
  await open(page, "/bf4");
  await page.route("**/bf2042", async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  await page.evaluate(() => {
    const failure = Object.assign(new Event("vite:preloadError"), { payload: new Error("The script was cancelled.") });
    addEventListener("beforeunload", () => setTimeout(() => dispatchEvent(failure), 100));
  });
  await page.goto("/bf2042");
  await expect(page).toHaveURL(/\/bf2042$/);
});
