// Input on a prerendered page before and during hydration.
import { expect, test } from "./browser-test.ts";
import { holdRequests } from "./site.ts";

const SCRIPTS = "**/assets/**/*.js";

test("input before hydration is applied after it", async ({ page }) => {
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

test("a choice during hydration is applied", async ({ page }) => {
  // Runs in the page when the frame is hydrated and the screen is not.
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

test("the last theme chosen before hydration remains", async ({ page }) => {
  const release = await holdRequests(page, SCRIPTS);
  await page.goto("/", { waitUntil: "commit" });
  // The label covers the radio button, so the check is forced.
  const choose = (theme: string) => page.getByRole("radio", { name: theme, exact: true }).check({ force: true });
  for (const theme of ["Dark", "Light", "Dark"]) await choose(theme);
  release();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Dark", exact: true })).toBeChecked();
});
