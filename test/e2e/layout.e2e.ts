// The specification's §2: the product's routes and the root layout.
import type { Page } from "@playwright/test";
import { expect, test } from "./browser-test.ts";

const PAGES = [
  ["/", "Home"],
  ["/bf2042", "Battlefield 2042"],
  ["/bf4", "Battlefield 4"],
] as const;

const getScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js")),
  );

test.describe("§2 product routes", () => {
  for (const [path, label] of PAGES) {
    test(`${path} is prerendered, and taken over without a complaint`, async ({ page, request, browserErrors }) => {
      const html = await (await request.get(path)).text();
      expect(html).toMatch(/<h1[^>]*>/);
      expect(html).not.toMatch(/\sstyle="/);
      await page.addInitScript(() => {
        window.addEventListener("securitypolicyviolation", ({ violatedDirective }) => console.error(violatedDirective));
      });
      const response = await page.goto(path, { waitUntil: "networkidle" });
      expect(response?.headers()["content-security-policy"]).not.toContain("unsafe");
      await expect(page.getByRole("link", { name: label, exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      // An address with only the language parameter has the same page, which is hydrated and not rendered again.
      await page.addInitScript(() => {
        const mark = () => Object.assign(document.querySelector("h1") ?? {}, { isPrerendered: true });
        document.addEventListener("DOMContentLoaded", mark);
      });
      await page.goto(`${path}?lang=en`, { waitUntil: "networkidle" });
      expect(await page.getByRole("heading", { level: 1 }).evaluate((title) => "isPrerendered" in title)).toBe(true);
      expect(browserErrors).toEqual([]);
    });
  }

  test("every page is loaded lazily, in a chunk of its own", async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const scripts = new Set(await getScripts(page));
    const listLaterScripts = async (name: string) =>
      (await getScripts(page)).filter((script) => !scripts.has(script) && script.includes(name));
    for (const [path, label] of [PAGES[1], PAGES[2]]) {
      await page.getByRole("link", { name: label, exact: true }).click();
      await expect.poll(() => listLaterScripts(path.slice(1))).toHaveLength(1);
    }
  });

  test("all are children of one root layout: it stays while pages change", async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    await page.getByRole("banner").evaluate((bar) => bar.setAttribute("data-marker", ""));
    await page.getByRole("link", { name: "Battlefield 4", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Battlefield 4" })).toBeVisible();
    await expect(page.locator("header[data-marker]")).toHaveCount(1);
  });

  test("an unknown address has its own page, with status 404 and a way to the three", async ({ page }) => {
    const response = await page.goto("/bf4/ak-12");
    expect(response?.status()).toBe(404);
    for (const [, label] of PAGES)
      await expect(page.getByRole("main").getByRole("link", { name: label })).toBeVisible();
  });
});

test.describe("§2 root layout", () => {
  test("the product name in the top bar is a link to home", async ({ page }) => {
    await page.goto("/bf4");
    await page.getByRole("banner").getByRole("link", { name: "Fieldlocker" }).click();
    await expect(page).toHaveURL("/");
  });

  test("links to the pages appear from 768 px on", async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 });
    await page.goto("/", { waitUntil: "networkidle" });
    const links = page.getByRole("banner").getByRole("link");
    await expect(links).toHaveText(["Fieldlocker", "Sign in"]);
    await page.setViewportSize({ width: 768, height: 800 });
    for (const [, label] of PAGES) await expect(links.filter({ hasText: label })).toBeVisible();
  });

  test("below it, a menu holds the same links", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Battlefield 4" }).click();
    await expect(page).toHaveURL("/bf4");
  });

  test("below it, the sections of a game are a bar at the bottom of the window", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/bf4", { waitUntil: "networkidle" });
    const lastTab = page.getByRole("tab", { name: "Platoons" });
    const { y, height, x, width } = (await lastTab.boundingBox()) ?? { y: 0, height: 0, x: 0, width: 0 };
    expect(Math.round(y + height)).toBe(800);
    expect(Math.round(x + width)).toBe(390);
    await lastTab.click();
    await expect(page).toHaveURL("/platoons");
    await page.goBack();
    await page.getByRole("tab", { name: "Progress" }).click();
    await expect(page).toHaveURL(/tab=progress/);
  });

  for (const [path, label] of PAGES) {
    test(`the active link is highlighted on ${path}`, async ({ page }) => {
      await page.goto(path);
      const current = page.getByRole("navigation").locator('[aria-current="page"]');
      await expect(current).toHaveText([label]);
      await expect(current).toHaveCSS("border-bottom-width", "3px");
      const color = await current.evaluate((link) => getComputedStyle(link).borderBottomColor);
      expect(color).not.toBe("rgba(0, 0, 0, 0)");
    });
  }

  test("the footer shows the copyright line with the current year, followed by All rights reserved", async ({
    page,
  }) => {
    await page.goto("/bf2042");
    const line = `© ${new Date().getFullYear()} Fieldlocker. All rights reserved.`;
    await expect(page.getByRole("contentinfo").getByText(line, { exact: true })).toBeVisible();
  });

  test("the year is the server's, in the page before any script", async ({ request }) => {
    const html = await (await request.get("/bf4")).text();
    expect(html).toContain(`© ${new Date().getFullYear()} Fieldlocker. All rights reserved.`);
  });

  test("the first Tab leads past the bar to the content", async ({ page }) => {
    await page.goto("/login", { waitUntil: "networkidle" });
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
});
