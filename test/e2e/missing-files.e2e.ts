// @rest
// Missing files of the site, such as those of an old build after a deployment.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { createPerson, open, signUpAndIn } from "./site.ts";

const ASSETS = "dist/web/assets";

/** Responds with 404 to the scripts that contain this text. Returns counters of page loads and missing files. */
async function removeFiles(page: Page, text: string): Promise<{ loads: () => number; missing: () => number }> {
  // A build also contains the files of earlier builds.
  const missingFiles = globSync(`${ASSETS}/**/*.js`).filter((path) => readFileSync(path, "utf8").includes(text));
  const names = new Set(missingFiles.map((path) => basename(path)));
  expect(names.size).toBeGreaterThan(0);
  let [loads, missing] = [0, 0];
  page.on("load", () => {
    loads += 1;
  });
  await page.route("**/assets/**", (route) => {
    if (!names.has(basename(route.request().url()))) return route.fallback();
    missing += 1;
    return route.fulfill({ status: 404, body: "" });
  });
  return { loads: () => loads, missing: () => missing };
}

test("a missing file of a background task does not reload the page", async ({ page }) => {
  await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  const files = await removeFiles(page, "Keeping the site on this device");
  await open(page, "/account");
  await page.getByLabel("Name", { exact: true }).fill("Half typed");
  // The browser may request a module twice, for a preload and for the import.
  await expect.poll(files.missing, { timeout: 20_000 }).toBeGreaterThan(0);
  await page.waitForTimeout(500);
  expect(files.loads()).toBe(1);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half typed");
});

test("a missing file of a dialog reloads the page once, without losing input", async ({ page }) => {
  await signUpAndIn(page, { ...createPerson(), name: "Robin" });
  const files = await removeFiles(page, "CC BY 3.0");
  await open(page, "/account");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Half typed");
  await page.getByRole("button", { name: "Credits" }).click();
  await expect.poll(files.loads).toBe(2);
  await expect(name).toHaveValue("Half typed");
  await page.getByRole("button", { name: "Credits" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(files.loads()).toBe(2);
});
