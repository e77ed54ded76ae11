// What a visitor sees without a session: the sample in place of data of their own.
import type { Page } from "@playwright/test";
import { signInAsGuest } from "#test/e2e/pages/locker.ts";
import { openProgress } from "#test/e2e/pages/progress.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

const getSample = (page: Page) => page.getByRole("complementary", { name: "Sample" });

/** The address of each section, what it shows, and the controls of a section with data of one's own. */
const SECTIONS = [
  {
    path: "/bf4?tab=soldier",
    expectShown: (page: Page) =>
      expect(page.getByRole("list", { name: "Snapshots" }).getByText("Sample")).toHaveCount(10),
    changes: /^(Delete|Take|Add)/,
  },
  {
    path: "/bf2042?tab=soldier",
    expectShown: (page: Page) => expect(page.getByRole("region", { name: "Sample soldier" })).toBeVisible(),
    changes: /^(Delete|Take|Add)/,
  },
  {
    path: "/bf4?tab=progress",
    expectShown: (page: Page) =>
      expect(page.getByRole("list", { name: "Closest next" }).getByRole("listitem").first()).toContainText(/sample/i),
    changes: /^(Plan|I have it|In your plan)/,
  },
  {
    path: "/bf4?tab=progress&list=tonight",
    expectShown: (page: Page) => expect(page.getByText(/unlocks? within reach/)).toBeVisible(),
    changes: /^(Plan|I have it)/,
  },
  {
    path: "/bf4?tab=progress&list=checklists",
    expectShown: async (page: Page) => {
      await expect(page.getByText(/\d+ of \d+ reached/).first()).toBeVisible();
      await expect(page.locator("main li input[type=checkbox]:enabled")).toHaveCount(0);
    },
    changes: /^(Plan|Tick|How many|Earned|In your plan)/,
  },
  {
    path: "/bf4?tab=progress&list=plan",
    expectShown: (page: Page) =>
      expect(page.getByRole("list", { name: "My plan" }).getByRole("listitem")).toHaveCount(5),
    changes: /^(Move|Remove|Plan)/,
  },
  {
    path: "/bf2042?tab=progress",
    expectShown: (page: Page) => expect(page.getByRole("list", { name: "Unlocks" })).toContainText(/sample/i),
    changes: /^(Plan|I have it)/,
  },
  {
    path: "/bf2042?tab=progress&list=goals",
    expectShown: (page: Page) => expect(page.getByRole("list", { name: "Open goals" })).toBeVisible(),
    changes: /^(Add|Edit|Remove|Set)/,
  },
  {
    path: "/platoons",
    expectShown: async (page: Page) => {
      await expect(page.getByRole("table", { name: "Stats of the platoon" }).getByRole("row")).toHaveCount(5);
      await expect(page.getByText("Pia proposed ACE 23 Assault")).toBeVisible();
    },
    changes: /^(Propose|Choose|Create|Publish)/,
  },
];

for (const { path, expectShown, changes } of SECTIONS) {
  test(`${path} shows a sample without a session, which cannot be changed`, async ({ page, browserErrors }) => {
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") writes.push(`${request.method()} ${request.url()}`);
    });
    await open(page, path);
    await expectShown(page);
    await expect(getSample(page)).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: changes })).toHaveCount(0);
    expect(writes).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(browserErrors).toEqual([]);
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoHorizontalScroll(page);
  });
}

test("what is checked off for the sample is not checked off for a soldier of the user", async ({ page }) => {
  await open(page, "/bf4?tab=progress&list=tonight");
  await page.getByRole("checkbox").first().check();
  await page.reload();
  await expect(page.getByRole("checkbox").first()).toBeChecked();
  await signInAsGuest(page);
  await addSample(page, "bf4");
  await openProgress(page, "&list=tonight");
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
});

test("the sample soldier has a session report", async ({ page }) => {
  await open(page, "/bf4?tab=soldier");
  await page.getByRole("button", { name: "Session report" }).click();
  await expect(page.getByRole("region", { name: "Session", exact: true })).toContainText("AEK-971");
  await expect(getSample(page)).toBeVisible();
});

test("Use my own leads by keyboard to the guest's own section, with the focus on its page's heading", async ({
  page,
}) => {
  await open(page, "/bf4?tab=soldier");
  const own = getSample(page).getByRole("button", { name: "Use my own" });
  await own.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Add a soldier" })).toBeVisible();
  await expect(getSample(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
