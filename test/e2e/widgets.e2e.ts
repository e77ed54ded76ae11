// @weekly
// The specification's §9 (interface) and §4 (select and switch states): the select as a product screen has it, the rest on our
// own components.
import type { Locator, Page } from "@playwright/test";
import { guestWithSample } from "#test/e2e/pages/soldier.ts";
import { STORIES } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";

const NOON = new Date("2026-11-21T12:00:00Z");

/** Opens the stories and stops the clock: from here on it advances only when a test moves it. */
async function openStories(page: Page): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.goto(STORIES);
  await expect(page.getByRole("combobox", { name: "Animal" })).toBeVisible();
  await longText(page).evaluate((region) => region.scrollIntoView({ block: "center" }));
  await page.clock.pauseAt(new Date(NOON.getTime() + 60_000));
}

/** Opens the history of a soldier, whose figure is chosen in a select of the product, and stops the clock. */
async function openFigures(page: Page): Promise<void> {
  await page.clock.install();
  await guestWithSample(page, "bf4");
  await expect(select(page)).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

const longText = (page: Page) => page.getByRole("region", { name: "Long text" });
const select = (page: Page) => page.getByRole("combobox", { name: "Figure" });
const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

/** Moves the pointer onto it; `hover()` would wait for frames that only the turned clock brings. */
async function pointAt(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to point at.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

/** Opens the list by keyboard, with the first choice highlighted. */
async function openList(page: Page): Promise<void> {
  await select(page).focus();
  await page.keyboard.press("Enter");
  await page.clock.runFor(100);
  await page.keyboard.press("Home");
  await page.clock.runFor(100);
  await expect(page.getByRole("option").first()).toBeFocused();
}

test.describe("§9 select", () => {
  test("the type-ahead buffer holds for less than 1000 ms", async ({ page }) => {
    await openFigures(page);
    await openList(page);
    await page.keyboard.press("k");
    await page.clock.runFor(950);
    await page.keyboard.press("i");
    await page.clock.runFor(1);
    await expect(option(page, "Kills")).toBeFocused();
  });

  test("the type-ahead buffer clears after 1000 ms", async ({ page }) => {
    await openFigures(page);
    await openList(page);
    await page.keyboard.press("s");
    await page.clock.runFor(1001);
    await page.keyboard.press("a");
    await page.clock.runFor(1);
    await expect(option(page, "Accuracy")).toBeFocused();
  });

  test("scroll buttons repeat every 50 ms", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 360 });
    await openFigures(page);
    await openList(page);
    await page.clock.runFor(500);
    const down = page.locator("[data-scroll-button='down']");
    const list = page.locator("[data-radix-select-viewport]");
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      const viewport = document.querySelector("[data-radix-select-viewport]");
      if (!viewport) throw new Error("There is no list.");
      const descriptor = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
      Object.defineProperty(viewport, "scrollTop", {
        get: () => descriptor?.get?.call(viewport),
        set: (value) => {
          seen.push(Date.now());
          descriptor?.set?.call(viewport, value);
        },
      });
    });
    await expect(list).toBeVisible();
    await pointAt(page, down);
    await page.clock.runFor(500);
    const seen = await page.evaluate<number[]>("window.seen");
    const pauses = seen.slice(1).map((at, index) => at - (seen[index] ?? 0));
    expect(pauses.length).toBeGreaterThanOrEqual(8);
    expect(new Set(pauses)).toEqual(new Set([50]));
  });

  for (const [distance, stays] of [
    [10, true],
    [11, false],
  ] as const) {
    test(`pointer movement of ${distance} px counts as ${stays ? "a click: the list stays open" : "a drag: the list closes"}`, async ({
      page,
    }) => {
      await openFigures(page);
      await select(page).scrollIntoViewIfNeeded();
      const box = await select(page).boundingBox();
      if (!box) throw new Error("The select has no box.");
      const [x, y] = [Math.round(box.x + 20), Math.round(box.y + 10)];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await expect(page.getByRole("listbox")).toBeVisible();
      await page.mouse.move(x + distance, y);
      await page.mouse.up();
      await page.clock.runFor(100);
      await expect(page.getByRole("listbox")).toHaveCount(stays ? 1 : 0);
    });
  }
});

test.describe("§9 scroll area", () => {
  const bar = (page: Page) => page.locator("[data-orientation='vertical'][data-state='visible']");

  test("hides its bar 600 ms after the pointer left", async ({ page }) => {
    await openStories(page);
    await pointAt(page, longText(page));
    // A busy machine hands the pointer on late: the clock moves until it has arrived.
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(bar(page)).toHaveCount(1, { timeout: 200 });
    }).toPass();
    await page.mouse.move(900, 600);
    await page.clock.runFor(599);
    await expect(bar(page)).toHaveCount(1);
    await page.clock.runFor(2);
    await expect(bar(page)).toHaveCount(0);
  });

  test("has a thumb of at least 18 px", async ({ page }) => {
    await openStories(page);
    await pointAt(page, longText(page));
    await page.clock.resume();
    const thumb = bar(page).locator("[data-state='visible']");
    await expect(thumb).toHaveCSS("height", "18px");
  });
});

test.describe("§4 states of the widgets", () => {
  test("a select is open or closed", async ({ page }) => {
    await openFigures(page);
    await expect(select(page)).toHaveAttribute("data-state", "closed");
    await openList(page);
    await expect(page.locator("[role=combobox]")).toHaveAttribute("data-state", "open");
  });

  test("a switch is checked or unchecked", async ({ page }) => {
    await openStories(page);
    const night = page.getByRole("switch", { name: "Night" });
    await expect(night).toHaveAttribute("data-state", "unchecked");
    await night.press("Space");
    await expect(night).toHaveAttribute("data-state", "checked");
  });
});
