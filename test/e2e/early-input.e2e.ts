// What is typed and chosen on a prerendered page while the app is still on its way.
import { expect, test } from "./browser-test.ts";
import { holdRequests } from "./site.ts";

const SCRIPTS = "**/assets/**/*.js";

test("what was typed and chosen before the app answers counts once it does", async ({ page }) => {
  const release = await holdRequests(page, SCRIPTS);
  await page.goto("/bf2042", { waitUntil: "commit" });
  await page.getByLabel("Search weapons").fill("lcmg");
  await page.getByLabel("Class", { exact: true }).selectOption("LMGs");
  await page.getByRole("slider", { name: "Range" }).fill("60");
  release();
  await expect(page).toHaveURL(/class=lmg/);
  await expect(page).toHaveURL(/q=lcmg/);
  await expect(page).toHaveURL(/range=60/);
  await expect(page.getByLabel("Search weapons")).toHaveValue("lcmg");
  await expect(page.getByRole("link", { name: "LCMG", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "AK-24", exact: true })).toBeHidden();
});

test("what is chosen while the page is being taken over counts", async ({ page }) => {
  // In the page: when the frame answers and the screen does not yet.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      const option = [...document.querySelectorAll("option")].find(({ text }) => text === "LMGs");
      const select = option?.closest("select");
      if (!option || !select) throw new Error("There is no class of weapons to choose");
      select.value = option.value;
      for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
    });
    observer.observe(document, { subtree: true, attributeFilter: ["data-ready"] });
  });
  await page.goto("/bf2042");
  await expect(page).toHaveURL(/class=lmg/);
  await expect(page.getByRole("link", { name: "AK-24", exact: true })).toBeHidden();
});

test("of the themes chosen before the app answers the last one stays", async ({ page }) => {
  const release = await holdRequests(page, SCRIPTS);
  await page.goto("/", { waitUntil: "commit" });
  // The label of a radio button lies over it.
  const choose = (theme: string) => page.getByRole("radio", { name: theme, exact: true }).check({ force: true });
  for (const theme of ["Dark", "Light", "Dark"]) await choose(theme);
  release();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Dark", exact: true })).toBeChecked();
});
