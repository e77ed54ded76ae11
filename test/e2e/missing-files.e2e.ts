// @rest
// Files of the site that are gone, as those of the old build are after a deployment.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";
import { newPerson, open, signUpAndIn } from "./site.ts";

const ASSETS = "dist/web/assets";

/** Answers 404 for the scripts that hold this text, and counts how often the page was loaded and a file was lost. */
async function loseFiles(page: Page, text: string): Promise<{ loads: () => number; lost: () => number }> {
  // A build carries the files of those before it along.
  const gone = globSync(`${ASSETS}/**/*.js`).filter((path) => readFileSync(path, "utf8").includes(text));
  const names = new Set(gone.map((path) => basename(path)));
  expect(names.size).toBeGreaterThan(0);
  let [loads, lost] = [0, 0];
  page.on("load", () => {
    loads += 1;
  });
  await page.route("**/assets/**", (route) => {
    if (!names.has(basename(route.request().url()))) return route.fallback();
    lost += 1;
    return route.fulfill({ status: 404, body: "" });
  });
  return { loads: () => loads, lost: () => lost };
}

test("a missing file of the background does not load the page again", async ({ page }) => {
  await signUpAndIn(page, { ...newPerson(), name: "Robin" });
  const files = await loseFiles(page, "Keeping the site on this device");
  await open(page, "/account");
  await page.getByLabel("Name", { exact: true }).fill("Half typed");
  // The browser may ask twice for one module: as a preload, and when it is imported.
  await expect.poll(files.lost, { timeout: 20_000 }).toBeGreaterThan(0);
  await page.waitForTimeout(500);
  expect(files.loads()).toBe(1);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half typed");
});

test("a missing file of a dialog loads the page again once, and keeps what was typed", async ({ page }) => {
  await signUpAndIn(page, { ...newPerson(), name: "Robin" });
  const files = await loseFiles(page, "CC BY 3.0");
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
