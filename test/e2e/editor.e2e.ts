// The editor in a browser: steps back and on, notes and tags, what the game refuses, surprises, figures.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { expectHeld, getHeld, option, pick, primary, slot } from "./pages/editor.ts";
import { chooseIn, open } from "./site.ts";

const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
const name = (page: Page) => page.getByLabel("Name", { exact: true });

const newOne = (page: Page, beginning = "", game = "bf4") => open(page, `/${game}?tab=loadouts&edit=new${beginning}`);

test("a loadout is built, taken back, put forward and saved by keyboard alone", async ({ page }) => {
  await newOne(page, "&kit=assault&weapon=ak-12");
  await expectHeld(primary(page), "AK-12");
  await pick(page, "Primary, Optic", "KOBRA");
  await name(page).focus();
  await page.keyboard.type("Roof");
  await page.keyboard.press("Control+z");
  await expect(name(page)).toHaveValue("");
  await expect(status(page, "Undone: Name")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(status(page, "Undone: Primary, Optic")).toHaveCount(1);
  await expectHeld(slot(page, "Primary, Optic"), "Iron Sights");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+y");
  await expect(name(page)).toHaveValue("Roof");
  await page.keyboard.press("Control+s");
  await expect(status(page, "Saved in your locker")).toBeVisible();
  // The steps outlive the save, and what they take back is unsaved again.
  await page.keyboard.press("Control+z");
  await expect(name(page)).toHaveValue("");
  await expect(status(page, "Draft stored on this device")).toBeVisible();
});

test("notes and tags are saved, and found again", async ({ page }) => {
  await newOne(page);
  await name(page).fill("Noted");
  await page.getByLabel("Notes", { exact: true }).fill("Smoke first.\nThen the roof.");
  await expect(page.getByText("27 of 2,000 characters")).toBeVisible();
  const tags = page.getByLabel("Tags", { exact: true });
  await tags.pressSequentially("Night,metro");
  await tags.press("Enter");
  await tags.pressSequentially("wrong");
  await tags.press("Enter");
  await tags.press("Backspace");
  await page.keyboard.press("Control+s");
  await expect(status(page, "Saved in your locker")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Notes", { exact: true })).toHaveValue("Smoke first.\nThen the roof.");
  await expect(page.getByRole("list", { name: "Tags of this loadout" }).getByRole("listitem")).toHaveText([
    "night",
    "metro",
  ]);
  await page.getByRole("button", { name: "Remove tag night" }).click();
  await expect(tags).toBeFocused();
});

test("another language is chosen in the footer, and what is typed stays", async ({ page }) => {
  await newOne(page);
  await name(page).fill("Dachkante");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "de");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Dachkante");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(status(page, "In deinem Spind gespeichert")).toBeVisible();
  await expectNothingFound(page, "main");
  await page.setViewportSize({ width: 320, height: 664 });
  await expectNoSidewaysScroll(page);
  // For the next visit, too.
  await page.reload();
  await expect(html).toHaveAttribute("lang", "de");

  // Of a form for people without an account, too, but for the password.
  await open(page, "/login?mode=sign-up");
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("E-Mail").fill("ada@example.com");
  await page.getByLabel("Passwort", { exact: true }).fill("a long enough pass phrase");
  await page.getByRole("button", { name: "Sprache" }).click();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("English");
  await expect(html).toHaveAttribute("lang", "en");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada");
  await expect(page.getByLabel("E-mail")).toHaveValue("ada@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("an illegal item is reported with a link to its slot, and fixed", async ({ page, context }) => {
  await newOne(page);
  await name(page).fill("Broken");
  await expect(status(page, "Draft stored on this device")).toBeVisible();
  // A draft of an older day: a weapon the kit may not carry, and a slot left empty.
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (!key.startsWith("draft:")) continue;
      const draft = JSON.parse(text);
      draft.value.loadout.primary = { weaponId: "m98b", attachments: {} };
      draft.value.loadout.grenadeId = null;
      delete draft.value.note;
      delete draft.value.tags;
      localStorage.setItem(key, JSON.stringify(draft));
    }
  });
  const other = await context.newPage();
  // What a closed tab leaves is the next one's.
  const address = page.url();
  await page.close();
  await open(other, address);
  const summary = other.getByRole("region", { name: "What the game would not accept" });
  await expect(summary.getByRole("link")).toHaveCount(2);
  await expectNothingFound(other);
  await summary.getByRole("link", { name: /Grenade is empty/ }).click();
  await expect(slot(other, "Grenade")).toBeFocused();
  await other.getByRole("button", { name: /^Fix: Grenade is empty/ }).click();
  await expect(slot(other, "Grenade")).toBeFocused();
  await expect(summary.getByRole("link")).toHaveCount(1);
  await other.getByRole("button", { name: "Fix all" }).click();
  await expect(summary).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await other.keyboard.press("Control+z");
  await expect(summary.getByRole("link")).toHaveCount(1);
});

for (const game of ["bf4", "bf2042"]) {
  test(`a surprise in /${game} is legal, keeps the kit, and can be taken back`, async ({ page }) => {
    await newOne(page, "&kit=recon", game);
    await name(page).fill("Whatever comes");
    const before = await getHeld(primary(page));
    await page.getByRole("button", { name: "Surprise me" }).click();
    await expect(page.getByRole("button", { name: "Surprise me" })).not.toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("radio", { name: "Recon" })).toBeChecked();
    await page.keyboard.press("Control+s");
    await expect(status(page, "Saved in your locker")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(status(page, "Undone: Surprise me")).toHaveCount(1);
    await expectHeld(primary(page), before);
  });
}

test("another kit keeps the allowed items, names the replaced ones, and can be undone", async ({ page }) => {
  await newOne(page, "&kit=assault&weapon=ak-12");
  const sidearm = await getHeld(slot(page, "Sidearm weapon"));
  await page.getByRole("radio", { name: "Recon" }).check({ force: true });
  await expect(status(page, "Recon keeps what it may carry")).toContainText("instead of AK-12");
  await expectHeld(slot(page, "Sidearm weapon"), sidearm);
  await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expectHeld(primary(page), "AK-12");
  await expect(page.getByRole("radio", { name: "Assault" })).toBeChecked();
});

test("a tile and its options draw the gear they are of", async ({ page }) => {
  await newOne(page, "&kit=support");
  const tile = slot(page, "Gadget 1");
  const getDrawing = () => tile.locator(".silhouette path").first().getAttribute("d");
  const before = await getDrawing();
  await tile.click();
  await expect(option(page, "MP-APS").locator(".silhouette path")).toHaveCount(3);
  await option(page, "MP-APS").click();
  await expect.poll(getDrawing).not.toBe(before);
});

test("a vehicle's loadout states that its figures are not public, and supports undo", async ({ page }) => {
  await newOne(page, "&vehicle=vehiclembt");
  await expect(page.getByText("Slots and options are known; damage, reload and health are not public.")).toBeVisible();
  await expect(page.getByRole("region", { name: /main battle tank/i }).locator(".silhouette path")).toHaveCount(3);
  await pick(page, "Secondary", "Guided Shell");
  await page.keyboard.press("Control+z");
  await expect(status(page, "Undone: Secondary")).toHaveCount(1);
});

test("the figures follow the build and the aim, and state what has not been published", async ({ page }) => {
  await newOne(page, "&kit=assault&weapon=ak-12");
  const figures = page.getByRole("region", { name: "Figures of this loadout" });
  await expect(figures.getByText("353 ms").first()).toBeVisible();
  await chooseIn(figures, "Health", "Hardcore, 60");
  await expect(figures.getByText("353 ms")).toHaveCount(0);
  await figures.getByRole("slider", { name: "Hit rate" }).fill("50");
  await expect(figures.getByText(/One fight in ten is over by the 10 % line/)).toBeVisible();
  await expect(figures.getByText(/No public figure for recoil, spread, reload/)).toBeVisible();
});

test("the scenario goes along from the arsenal to the editor and back", async ({ page }) => {
  await open(page, "/bf4?q=AK-12&item=ak-12&hit=50&head=10&range=10");
  await page.getByRole("dialog").getByRole("button", { name: "Add to loadout" }).click();
  const figures = page.getByRole("region", { name: "Figures of this loadout" });
  await expect(figures.getByRole("slider", { name: "Hit rate" })).toHaveValue("50");
  await expect(figures.getByRole("slider", { name: "Headshots" })).toHaveValue("10");
  await figures.getByRole("slider", { name: "Range" }).fill("75");
  await expect(page).toHaveURL(/range=75/);
  await page.getByRole("tab", { name: "Arsenal" }).click();
  await expect(page).toHaveURL("/bf4?range=75&hit=50&head=10");
  await page.getByRole("button", { name: "Remove hit:50" }).click();
  await expect(page).toHaveURL("/bf4?range=75&head=10");
});

test("the parts of a 2042 gun show what they change, signed and marked", async ({ page }) => {
  await newOne(page, "&kit=assault&weapon=ak-24", "bf2042");
  await pick(page, "Add barrel to the primary", "Extended");
  const changes = page.getByRole("region", { name: /What the attachments change/ });
  await expect(changes.getByRole("row", { name: /Velocity.*\+\d+ m\/s.*better, measured/ })).toBeVisible();
});

test("leaving with unsaved changes shows that they are stored, and coming back restores them", async ({ page }) => {
  await newOne(page);
  await name(page).fill("Half done");
  await expect(status(page, "Draft stored on this device")).toBeVisible();
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByText("Your unsaved changes stay on this device.", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(name(page)).toHaveValue("Half done");
});

test("leaving while a save is in progress does not navigate back, and the loadout is saved", async ({ page }) => {
  await newOne(page);
  await name(page).fill("On its way");
  const release = Promise.withResolvers<void>();
  await page.route("**/api/trpc/loadout.save*", async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+s");
  await expect(status(page, "Saving…")).toBeVisible();
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  release.resolve();
  await page.getByRole("link", { name: "On its way", exact: true }).click();
  await expect(status(page, "No unsaved changes")).toBeVisible();
  await newOne(page);
  await expect(name(page)).toHaveValue("");
});

test("a save that is answered after its editor was left drops the draft before any list is read", async ({ page }) => {
  await newOne(page);
  await name(page).fill("On its way");
  const release = Promise.withResolvers<void>();
  await page.route("**/api/trpc/loadout.save*", async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+s");
  await expect(status(page, "Saving…")).toBeVisible();
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  // A list that is never answered.
  await page.route("**/api/trpc/*loadout.list*", () => {});
  const answered = page.waitForResponse(/loadout\.save/);
  release.resolve();
  await answered;
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft")));
  await expect.poll(drafts).toEqual([]);
});

test("two saves that meet show where notes and tags differ", async ({ page, context }) => {
  await newOne(page);
  await name(page).fill("Shared");
  await page.keyboard.press("Control+s");
  await expect(status(page, "Saved in your locker")).toBeVisible();
  const other = await context.newPage();
  await open(other, page.url());
  await other.getByLabel("Notes", { exact: true }).fill("From the other tab");
  await other.getByLabel("Tags", { exact: true }).fill("theirs,");
  await other.keyboard.press("Control+s");
  await expect(status(other, "Saved in your locker")).toBeVisible();
  await page.getByLabel("Notes", { exact: true }).fill("From this tab");
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("row", { name: "Notes From this tab From the other tab" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Tags None theirs" })).toBeVisible();
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  await expect(page.getByLabel("Notes", { exact: true })).toHaveValue("From the other tab");
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Notes", { exact: true })).toHaveValue("From this tab");
});

test("on a phone the headline figures stay in sight, and the rest unfolds below them", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await newOne(page, "&kit=assault&weapon=ak-12");
  const headline = page.getByText("AK-12: 353 ms at 30 m, 5 shots to kill");
  await page.getByLabel("Notes", { exact: true }).scrollIntoViewIfNeeded();
  await expect(headline).toBeInViewport();
  const unfold = page.getByRole("button", { name: "Figures" });
  await unfold.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Figures of this loadout" })).toBeVisible();
  await expect(unfold).toBeFocused();
  await expectNothingFound(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test("Battlefield 4's parts change percentages and Battlelog's bars, and no figure that is unknown", async ({
  page,
}) => {
  await newOne(page, "&kit=assault&weapon=ak-12");
  const pane = page.getByRole("region", { name: "Figures of this loadout" });
  const accuracy = pane.locator("dl > div").filter({ hasText: "Accuracy" });
  await expect(accuracy).toBeVisible();
  await expect(accuracy).not.toContainText("+");
  await expect(pane.getByRole("region", { name: "Battlelog's bars, an impression" })).toBeVisible();
  await expect(pane).toContainText("24 Nov 2015, grade B");
  await expect(pane).not.toContainText(/20\d\d-\d\d/);
  await expect(pane.getByRole("region", { name: "What the attachments change" })).toBeHidden();
  await pick(page, "Primary, Barrel", "HEAVY");
  await expect(pane.getByRole("region", { name: "What the attachments change" })).toBeVisible();
  await expect(pane.getByText("aimed spread, still −50 %", { exact: false })).toContainText("vertical recoil +30 %");
  await expect(accuracy).toContainText("+");
  await expect(pane.getByText(/^No public figure: .*Velocity/)).toBeVisible();
  await expectNothingFound(page);
});
