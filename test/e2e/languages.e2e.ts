// The main flows in a language of the site, on a desktop and on a phone, with what each screen of them must be in any language.
import { devices, type Page } from "@playwright/test";
import type { Language } from "#messages/languages.ts";
import { findEnglish, findInLanguage } from "#test/harness/browser/wording.ts";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { test as base, expect } from "./browser-test.ts";
import { expectHeld, picker, primary, slot } from "./pages/editor.ts";
import { createPlatoon, newName, tab } from "./pages/platoons.ts";
import { accountButton, fillSignUp, mailedLink, newPerson, open } from "./site.ts";

const test = base.extend<object, { language: Language }>({
  /** Everything below is named in English, and found in this language. */
  language: ["de", { option: true, scope: "worker" }],
  page: async ({ page, context, baseURL, language }, use) => {
    await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
    findInLanguage(page, language);
    await use(page);
  },
});

/**
 * The texts of a page beside its lines: its title, what its lines are made of, its choices, and what only assistive
 * technology or a hover shows.
 */
function readParts(): string[] {
  const attributes = ["placeholder", "aria-label", "aria-valuetext", "aria-description", "title", "alt"];
  const elements = [...document.querySelectorAll("*")];
  const shown = elements.filter((element) => !element.closest("script, style, noscript"));
  return [
    document.title,
    ...shown.flatMap(({ childNodes }) => [...childNodes].flatMap((node) => (node instanceof Text ? node.data : []))),
    ...elements.flatMap((element) => attributes.flatMap((name) => element.getAttribute(name) ?? [])),
    ...elements.flatMap((element) => (element instanceof HTMLOptionElement ? element.label : [])),
  ];
}

async function expectTranslated(page: Page, language: Language): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  const [text = ""] = await page.locator("body").allInnerTexts();
  expect(findEnglish([...text.split("\n"), ...(await page.evaluate(readParts))], language)).toEqual([]);
}

/** The screen is in this language, whole, accessible, and fits a window of 320 px. */
async function expectGood(page: Page, language: Language): Promise<void> {
  await expectTranslated(page, language);
  const size = page.viewportSize();
  // Both devices show the same elements: the check run asks axe on one of them.
  if (process.env["WEEKLY"] || (size && size.width < 640)) await expectNothingFound(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

async function findAndCompare(page: Page, language: Language): Promise<void> {
  await open(page, "/");
  await expectGood(page, language);
  await page.getByRole("main").getByRole("link", { name: "Battlefield 4" }).click();
  await page.getByRole("combobox", { name: "Search weapons" }).fill("AK-12");
  await page.getByRole("link", { name: "AK-12", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "AK-12" })).toBeVisible();
  await expectGood(page, language);
  await open(page, "/bf4?cmp=ak-12,aek-971");
  await page.getByRole("button", { name: "Compare (2)" }).click();
  await expect(page.getByRole("heading", { name: "Comparison" })).toBeFocused();
  await expectGood(page, language);
}

/** Answers the short link of a loadout that is built and saved. */
async function buildAndShare(page: Page, language: Language): Promise<string> {
  await open(page, "/bf4?item=ak-12");
  await page.getByRole("button", { name: "Add to loadout" }).click();
  await expectHeld(primary(page), "AK-12");
  await slot(page, "Primary, Optic").click();
  await picker(page).getByRole("option").nth(3).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Stairwell");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  await expectGood(page, language);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy short link" }).click();
  await expectTranslated(page, language);
  return page.getByRole("textbox", { name: "Short link" }).inputValue();
}

async function lookAtShared(page: Page, link: string, language: Language): Promise<void> {
  await open(page, link);
  await expect(page.getByRole("heading", { level: 1, name: "Stairwell" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Figures of this loadout" })).toBeVisible();
  await expectGood(page, language);
}

async function openDamagedSquad(page: Page, language: Language): Promise<void> {
  await open(page, "/bf4?tab=loadouts&squad=damaged");
  const problem = "This link is damaged: a part of it is missing or was changed. Ask for it again.";
  await expect(page.getByText(problem).first()).toBeVisible();
  await expectTranslated(page, language);
}

async function signUpAndVerify(page: Page, language: Language): Promise<void> {
  const person = newPerson();
  await open(page, "/login?mode=sign-up");
  await expect(page.getByText("Your loadout will come with you.")).toBeVisible();
  await expectGood(page, language);
  await fillSignUp(page, person);
  await page.goto(await mailedLink(person.email));
  await expect(accountButton(page, person.name)).toBeVisible();
  await expectGood(page, language);
}

async function followSoldier(page: Page, language: Language): Promise<void> {
  await open(page, "/bf4?tab=soldier");
  await page.getByRole("button", { name: "Show a sample" }).click();
  await page.getByRole("button", { name: "Session report" }).click();
  await expect(page.getByRole("heading", { name: "Session report" })).toBeVisible();
  await expectGood(page, language);
  await open(page, "/bf4?tab=progress");
  await expect(page.getByRole("list", { name: "Closest next" }).getByRole("listitem").first()).toBeVisible();
  await expectGood(page, language);
}

async function foundPlatoon(page: Page, language: Language): Promise<void> {
  await createPlatoon(page, newName());
  await expectGood(page, language);
  await tab(page, "Members").click();
  await expect(page.getByRole("list", { name: "Members" }).getByRole("listitem")).toHaveCount(1);
  await expectGood(page, language);
}

const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];

for (const [device, use] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${device}`, () => {
    test.use({ ...use, actionTimeout: 20_000, permissions: ["clipboard-read", "clipboard-write"] });
    test("the main flows are whole", async ({ page, language, complaints }) => {
      await findAndCompare(page, language);
      const link = await buildAndShare(page, language);
      await lookAtShared(page, link, language);
      await openDamagedSquad(page, language);
      await signUpAndVerify(page, language);
      await followSoldier(page, language);
      await foundPlatoon(page, language);
      expect(complaints).toEqual([]);
    });
  });
}
