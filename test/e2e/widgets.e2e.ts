// @weekly
// The specification's §9 (interface) and §4 (select and switch states). The select is tested on a screen of the product, the other
// components in the gallery.
import type { Locator, Page } from "@playwright/test";
import { openSampleAsGuest } from "#test/e2e/pages/soldier.ts";
import { STORIES } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";

const NOON = new Date("2026-11-21T12:00:00Z");

/** Opens the gallery and pauses the clock, which then advances only when a test moves it. */
async function openStories(page: Page): Promise<void> {
  await page.clock.install({ time: NOON });
  await page.goto(STORIES);
  await expect(page.getByRole("combobox", { name: "Animal" })).toBeVisible();
  await getLongText(page).evaluate((region) => region.scrollIntoView({ block: "center" }));
  await page.clock.pauseAt(new Date(NOON.getTime() + 60_000));
}

/** Opens a soldier's history, which has a select for the figure, and pauses the clock. */
async function openFigures(page: Page): Promise<void> {
  await page.clock.install();
  await openSampleAsGuest(page, "bf4");
  await expect(getSelect(page)).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
}

const getLongText = (page: Page) => page.getByRole("region", { name: "Long text" });
const getSelect = (page: Page) => page.getByRole("combobox", { name: "Stat", exact: true });
const getOption = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

/** Moves the pointer onto an element; `hover()` would wait for animation frames, which the paused clock does not run. */
async function movePointerTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to point at.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

/** Opens the list by keyboard, with the first choice highlighted. */
async function openList(page: Page): Promise<void> {
  await getSelect(page).focus();
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
    await expect(getOption(page, "Kills")).toBeFocused();
  });

  test("the type-ahead buffer clears after 1000 ms", async ({ page }) => {
    await openFigures(page);
    await openList(page);
    await page.keyboard.press("s");
    await page.clock.runFor(1001);
    await page.keyboard.press("a");
    await page.clock.runFor(1);
    await expect(getOption(page, "Accuracy")).toBeFocused();
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
    await movePointerTo(page, down);
    await page.clock.runFor(500);
    const seen = await page.evaluate<number[]>("window.seen");
    const pauses = seen.slice(1).map((at, index) => at - (seen[index] ?? 0));
    expect(pauses.length).toBeGreaterThanOrEqual(8);
    expect(new Set(pauses)).toEqual(new Set([50]));
  });

  for (const [distance, isOpen] of [
    [10, true],
    [11, false],
  ] as const) {
    test(`pointer movement of ${distance} px counts as ${isOpen ? "a click: the list stays open" : "a drag: the list closes"}`, async ({
      page,
    }) => {
      await openFigures(page);
      await getSelect(page).scrollIntoViewIfNeeded();
      const box = await getSelect(page).boundingBox();
      if (!box) throw new Error("The select has no box.");
      const [x, y] = [Math.round(box.x + 20), Math.round(box.y + 10)];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await expect(page.getByRole("listbox")).toBeVisible();
      await page.mouse.move(x + distance, y);
      await page.mouse.up();
      await page.clock.runFor(100);
      await expect(page.getByRole("listbox")).toHaveCount(isOpen ? 1 : 0);
    });
  }
});

test.describe("§9 scroll area", () => {
  const getBar = (page: Page) => page.locator("[data-orientation='vertical'][data-state='visible']");

  test("hides its bar 600 ms after the pointer left", async ({ page }) => {
    await openStories(page);
    await movePointerTo(page, getLongText(page));
    // A busy machine may deliver the pointer event late, so the clock advances until the bar is visible.
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(getBar(page)).toHaveCount(1, { timeout: 200 });
    }).toPass();
    await page.mouse.move(900, 600);
    await page.clock.runFor(599);
    await expect(getBar(page)).toHaveCount(1);
    await page.clock.runFor(2);
    await expect(getBar(page)).toHaveCount(0);
  });

  test("has a thumb of at least 18 px", async ({ page }) => {
    await openStories(page);
    await movePointerTo(page, getLongText(page));
    await page.clock.resume();
    const thumb = getBar(page).locator("[data-state='visible']");
    await expect(thumb).toHaveCSS("height", "18px");
  });
});

test.describe("§4 states of the widgets", () => {
  test("a select is open or closed", async ({ page }) => {
    await openFigures(page);
    await expect(getSelect(page)).toHaveAttribute("data-state", "closed");
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
