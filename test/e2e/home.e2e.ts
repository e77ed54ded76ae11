// The home page: what a visitor can try at once, and the dashboard of a user.
import type { Page } from "@playwright/test";
import { saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { translateLocators } from "#test/harness/browser/wording.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { getAccountButton, holdRequests, open, signUpAndIn } from "./site.ts";

const getWeapon = (page: Page) => page.getByRole("region", { name: "How fast does it kill?" });
const getVerdict = (page: Page) => page.getByRole("region", { name: "Who wins?" });
const getShared = (page: Page) => page.getByRole("region", { name: "Send a loadout as one link" });

const readPaths = (page: Page) => getWeapon(page).locator(".silhouette path").first().getAttribute("d");
const readStrip = (page: Page) => getWeapon(page).locator("svg:has(rect)").first().innerHTML();

for (const language of ["en", "de"] as const) {
  test(`the first screen shows a weapon, a verdict and a shared loadout in ${language}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
    translateLocators(page, language);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, "/");
    const picture = getShared(page).getByRole("img");
    await expect(picture).toHaveJSProperty("naturalWidth", 1200);
    for (const part of [getWeapon(page), getVerdict(page), picture]) await expect(part).toBeInViewport({ ratio: 1 });
    await expect(getWeapon(page).locator(".silhouette path").first()).toBeVisible();
    await expect(getWeapon(page).getByText("TTK at 25 m", { exact: true })).toBeVisible();
  });
}

test("the weapons and the range of the first screen can be changed on the spot", async ({ page, browserErrors }) => {
  await open(page, "/");
  const shift = await page.evaluateHandle(() => {
    const seen = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += "value" in entry ? Number(entry.value) : 0;
    }).observe({ type: "layout-shift", buffered: true });
    return seen;
  });
  await expect(getVerdict(page)).toContainText(/wins \d+ of 100 at 25 m/);
  const [drawing, strip] = [await readPaths(page), await readStrip(page)];
  await getWeapon(page).getByRole("slider", { name: "Range" }).fill("60");
  await expect(getVerdict(page)).toContainText(/at 60 m/);
  await expect(getWeapon(page)).toContainText("TTK at 60 m");
  await getWeapon(page).getByRole("combobox", { name: "Weapon" }).selectOption("MP7");
  await expect.poll(() => readPaths(page)).not.toBe(drawing);
  expect(await readStrip(page)).not.toBe(strip);
  await getVerdict(page).getByRole("combobox", { name: "Opponent" }).selectOption("SCAR-H");
  const sentence = getVerdict(page).getByText(/ of 100 at 60 m/);
  await expect(
    getVerdict(page)
      .locator("span")
      .filter({ hasText: /^SCAR-H$/ }),
  ).toBeVisible();
  expect(await shift.evaluate(({ sum }) => sum)).toBeLessThan(0.01);

  // The verdict is the same in Versus.
  const text = (await sentence.textContent()) ?? "";
  await getWeapon(page).getByRole("link", { name: "Every stat side by side" }).click();
  await expect(page).toHaveURL(/versus=mp7(,|%2C)scar-h/);
  await expect(page.getByRole("main").getByText(text)).toBeVisible();
  await page.goBack();
  await expect(getVerdict(page)).toContainText(/wins \d+ of 100 at \d+ m/);
  await getShared(page).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Breakthrough" })).toBeVisible();
  expect(browserErrors).toEqual([]);
});

test("the first screen shows no figures of other weapons than those chosen, while they load and after a failure", async ({
  page,
}) => {
  await open(page, "/");
  const [sentence, opponent] = [
    getVerdict(page).getByText(/ of 100 at /),
    getVerdict(page).getByRole("combobox", { name: "Opponent" }),
  ];
  await expect(sentence).toBeVisible();
  const release = await holdRequests(page, "**/api/trpc/*arsenal.weapon*mp7*");
  await getWeapon(page).getByRole("combobox", { name: "Weapon" }).selectOption("MP7");
  await expect(getWeapon(page).locator("b", { hasText: "AEK-971" })).toBeHidden();
  await expect(sentence).toBeHidden();
  release();
  await expect(getWeapon(page).locator("b", { hasText: "MP7" })).toBeVisible();
  await expect(sentence).toBeVisible();
  await page.route("**/api/trpc/*arsenal.weapon*scar-h*", (route) => route.abort());
  await opponent.selectOption("SCAR-H");
  await expect(getWeapon(page).getByRole("alert")).not.toBeEmpty();
  await expect(opponent).toHaveValue("ak-12");
  await expect(sentence).toBeVisible();
});

test("the dashboard does not wait for the introduction's data, which a sign-out then shows", async ({ page }) => {
  const person = await signUpAndIn(page);
  await open(page, "/bf4");
  await expect(getAccountButton(page, person.name)).toBeVisible();
  const release = await holdRequests(page, "**/api/trpc/*arsenal.overview*");
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Closest unlocks" })).toBeVisible();
  await getAccountButton(page, person.name).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Closest unlocks" })).toHaveCount(0);
  release();
  await expect(getVerdict(page)).toBeVisible();
});

/** The greatest height that a column of the dashboard leaves empty beside a longer one. */
const readVoid = (page: Page) =>
  page
    .getByRole("heading", { level: 2 })
    .first()
    .evaluate((title) => {
      const bottoms = new Map<number, number>();
      for (const { left, bottom } of [...(title.closest("section")?.parentElement?.children ?? [])].map((block) =>
        block.getBoundingClientRect(),
      ))
        bottoms.set(left, Math.max(bottoms.get(left) ?? 0, bottom));
      const ends = [...bottoms.values()];
      return ends.length < 2 ? Number.NaN : Math.max(...ends) - Math.min(...ends);
    });

const DASHBOARDS: Record<string, (page: Page) => Promise<unknown>> = {
  "a guest without data": signInAsGuest,
  "a guest with a sample": async (page) => {
    await signInAsGuest(page);
    await addSample(page, "bf4");
    await saveLoadouts(page, [{ name: "Stairs" }]);
  },
  "a new account": signUpAndIn,
};

for (const [visitor, prepare] of Object.entries(DASHBOARDS)) {
  test(`the dashboard of ${visitor} leaves no hole and leads to platoons`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, "/");
    await prepare(page);
    await open(page, "/");
    await expect(page.getByRole("heading", { name: "Closest unlocks" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("status")).toHaveCount(0);
    await expect.poll(() => readVoid(page)).toBeLessThanOrEqual(160);
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page);
    await page.getByRole("main").getByRole("link", { name: "All platoons" }).click();
    await expect(page).toHaveURL("/platoons");
  });
}

test("unlocks of the sample are labelled, and a single loadout is counted as one", async ({ page }) => {
  await open(page, "/");
  await DASHBOARDS["a guest with a sample"]?.(page);
  await open(page, "/");
  const closest = page.getByRole("heading", { name: "Closest unlocks" }).locator("xpath=..");
  await expect(closest.getByRole("listitem")).toHaveCount(3);
  await expect(closest).toContainText("Sample: made-up stats");
  await expect(page.getByRole("link", { name: "1 Battlefield 4 loadout", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "0 Battlefield 2042 loadouts", exact: true })).toHaveCount(0);
});
