// The main flows in another language, on a desktop and on a phone. Each screen must be translated and accessible, and fit a small phone.
import { devices, type Page } from "@playwright/test";
import type { Language } from "#messages/languages.ts";
import { findUntranslated, translateLocators } from "#test/harness/browser/wording.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { test as base, expect } from "./browser-test.ts";
import { expectItem, getPicker, getPrimarySlot, getSlot, nameLoadout } from "./pages/editor.ts";
import { createPlatoon, createPlatoonName, getTab } from "./pages/platoons.ts";
import { createPerson, fillSignUp, getAccountButton, open, waitForMailedLink } from "./site.ts";

const test = base.extend<object, { language: Language }>({
  /** The language of the pages. The locators below use English names, which are translated. */
  language: ["de", { option: true, scope: "worker" }],
  page: async ({ page, context, baseURL, language }, use) => {
    await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
    translateLocators(page, language);
    await use(page);
  },
});

/**
 * Returns the texts of a page that `innerText` does not contain as separate lines: its title, text nodes, options, and texts for
 * assistive technology or tooltips.
 */
function readTexts(): string[] {
  const attributes = ["placeholder", "aria-label", "aria-valuetext", "aria-description", "title", "alt"];
  const elements = [...document.querySelectorAll("*")];
  const shownElements = elements.filter((element) => !element.closest("script, style, noscript"));
  return [
    document.title,
    ...shownElements.flatMap(({ childNodes }) =>
      [...childNodes].flatMap((node) => (node instanceof Text ? node.data : [])),
    ),
    ...elements.flatMap((element) => attributes.flatMap((name) => element.getAttribute(name) ?? [])),
    ...elements.flatMap((element) => (element instanceof HTMLOptionElement ? element.label : [])),
  ];
}

async function expectTranslated(page: Page, language: Language): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  const [text = ""] = await page.locator("body").allInnerTexts();
  expect(findUntranslated([...text.split("\n"), ...(await page.evaluate(readTexts))], language)).toEqual([]);
}

/** Expects that the screen is translated and accessible, and fits a window of 320 px. */
async function expectUsable(page: Page, language: Language): Promise<void> {
  await expectTranslated(page, language);
  const size = page.viewportSize();
  // Both devices show the same elements, so the regular run checks only one of them with axe.
  if (process.env["WEEKLY"] || (size && size.width < 640)) await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectNoHorizontalScroll(page);
  if (size) await page.setViewportSize(size);
}

async function findAndCompare(page: Page, language: Language): Promise<void> {
  await open(page, "/");
  await expectUsable(page, language);
  await page.getByRole("main").getByRole("link", { name: "Battlefield 4" }).click();
  await page.getByRole("combobox", { name: "Search weapons" }).fill("AK-12");
  await page.getByRole("link", { name: "AK-12", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "AK-12" })).toBeVisible();
  await expectUsable(page, language);
  await open(page, "/bf4?cmp=ak-12,aek-971");
  await page.getByRole("button", { name: "Versus (2)" }).click();
  await expect(page.getByRole("heading", { name: "Versus" })).toBeFocused();
  await expectUsable(page, language);
}

/** Builds and saves a loadout; returns its short link. */
async function buildAndShare(page: Page, language: Language): Promise<string> {
  await open(page, "/bf4?item=ak-12");
  await page.getByRole("button", { name: "Add to loadout" }).click();
  await expectItem(getPrimarySlot(page), "AK-12");
  await getSlot(page, "Primary, Optic").click();
  await getPicker(page).getByRole("option").nth(3).click();
  await nameLoadout(page, "Stairwell");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  await expectUsable(page, language);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy short link" }).click();
  await expectTranslated(page, language);
  return page.getByRole("textbox", { name: "Short link" }).inputValue();
}

async function openShared(page: Page, link: string, language: Language): Promise<void> {
  await open(page, link);
  await expect(page.getByRole("heading", { level: 1, name: "Stairwell" })).toBeVisible();
  await page.getByText("All stats and their sources").click();
  await expect(page.getByRole("heading", { name: "Stats of this loadout" })).toBeVisible();
  await expectUsable(page, language);
}

async function openDamagedSquad(page: Page, language: Language): Promise<void> {
  await open(page, "/bf4?tab=loadouts&squad=damaged");
  const problem = "This link is damaged: a part of it is missing or was changed. Ask for it again.";
  await expect(page.getByText(problem).first()).toBeVisible();
  await expectTranslated(page, language);
}

async function signUpAndVerify(page: Page, language: Language): Promise<void> {
  const person = createPerson();
  await open(page, "/login?mode=sign-up");
  await expect(page.getByText("Your loadout will come with you.")).toBeVisible();
  await expectUsable(page, language);
  await fillSignUp(page, person);
  await page.goto(await waitForMailedLink(person.email));
  await expect(getAccountButton(page, person.name)).toBeVisible();
  await expectUsable(page, language);
}

async function followSoldier(page: Page, language: Language): Promise<void> {
  await open(page, "/bf4?tab=soldier");
  await page.getByRole("button", { name: "Show a sample" }).click();
  await page.getByRole("button", { name: "Session report" }).click();
  await expect(page.getByRole("heading", { name: "Session report" })).toBeVisible();
  await expectUsable(page, language);
  await open(page, "/bf4?tab=progress");
  await expect(page.getByRole("list", { name: "Closest next" }).getByRole("listitem").first()).toBeVisible();
  await expectUsable(page, language);
}

async function openNewPlatoon(page: Page, language: Language): Promise<void> {
  await createPlatoon(page, createPlatoonName());
  await expectUsable(page, language);
  await getTab(page, "Members").click();
  await expect(page.getByRole("list", { name: "Members" }).getByRole("listitem")).toHaveCount(1);
  await expectUsable(page, language);
}

const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];

for (const [device, use] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${device}`, () => {
    test.use({ ...use, actionTimeout: 20_000, permissions: ["clipboard-read", "clipboard-write"] });
    test("the main flows work", async ({ page, language, browserErrors }) => {
      await findAndCompare(page, language);
      const link = await buildAndShare(page, language);
      await openShared(page, link, language);
      await openDamagedSquad(page, language);
      await signUpAndVerify(page, language);
      await followSoldier(page, language);
      await openNewPlatoon(page, language);
      expect(browserErrors).toEqual([]);
    });
  });
}
