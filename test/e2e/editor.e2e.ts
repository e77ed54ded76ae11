// The loadout editor: undo and redo, notes and tags, illegal items, random loadouts, figures.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import {
  expectItem,
  getItem,
  getLoadoutName,
  getOption,
  getPrimarySlot,
  getSlot,
  nameLoadout,
  pickFirst,
} from "./pages/editor.ts";
import { chooseOption, holdRequests, open, openScenario } from "./site.ts";

const getStatus = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

const openNewLoadout = (page: Page, parameters = "", game = "bf4") =>
  open(page, `/${game}?tab=loadouts&edit=new${parameters}`);

test("a loadout is built, undone, redone and saved by keyboard alone", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-12");
  await expectItem(getPrimarySlot(page), "AK-12");
  await pickFirst(page, "Primary, Optic", "KOBRA");
  await page.getByRole("button", { name: "Rename loadout" }).press("Enter");
  await page.keyboard.type("Roof");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Rename loadout" })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(getLoadoutName(page)).toHaveText("New loadout");
  await expect(getStatus(page, "Undone: Name")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(getStatus(page, "Undone: Primary, Optic")).toHaveCount(1);
  await expectItem(getSlot(page, "Primary, Optic"), "Iron Sights");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+y");
  await expect(getLoadoutName(page)).toHaveText("Roof");
  await page.keyboard.press("Control+s");
  await expect(getStatus(page, "Saved in your locker")).toBeVisible();
  // Undo still works after the save, and its result is unsaved.
  await page.keyboard.press("Control+z");
  await expect(getLoadoutName(page)).toHaveText("Unsaved loadout");
  await expect(getStatus(page, "Draft stored on this device")).toBeVisible();
});

test("notes and tags are saved, and found again", async ({ page }) => {
  await openNewLoadout(page);
  await nameLoadout(page, "Noted");
  await page.getByLabel("Notes", { exact: true }).fill("Smoke first.\nThen the roof.");
  await expect(page.getByText("27 of 2,000 characters")).toBeVisible();
  const tags = page.getByLabel("Tags", { exact: true });
  await tags.pressSequentially("Night,metro");
  await tags.press("Enter");
  await tags.pressSequentially("wrong");
  await tags.press("Enter");
  await tags.press("Backspace");
  await page.keyboard.press("Control+s");
  await expect(getStatus(page, "Saved in your locker")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Notes", { exact: true })).toHaveValue("Smoke first.\nThen the roof.");
  await expect(page.getByRole("list", { name: "Tags of this loadout" }).getByRole("listitem")).toHaveText([
    "night",
    "metro",
  ]);
  await page.getByRole("button", { name: "Remove tag night" }).click();
  await expect(tags).toBeFocused();
});

test("the language can be changed in the footer without losing input", async ({ page }) => {
  await openNewLoadout(page);
  await nameLoadout(page, "Dachkante");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", "de");
  await expect(getLoadoutName(page)).toHaveText("Dachkante");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(getStatus(page, "In deinem Spind gespeichert")).toBeVisible();
  await expectNoAxeViolations(page, "main");
  await page.setViewportSize({ width: 320, height: 664 });
  await expectNoHorizontalScroll(page);
  // The language remains on the next visit.
  await page.reload();
  await expect(html).toHaveAttribute("lang", "de");

  // The sign-up form also keeps its input, except the password.
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
  await openNewLoadout(page);
  await nameLoadout(page, "Broken");
  await expect(getStatus(page, "Draft stored on this device")).toBeVisible();
  // Simulates an old draft with a weapon that the kit cannot carry and an empty slot.
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
  const otherTab = await context.newPage();
  // The next tab takes over the draft of a closed tab.
  const address = page.url();
  await page.close();
  await open(otherTab, address);
  const summary = otherTab.getByRole("region", { name: "What the game would not accept" });
  await expect(summary.getByRole("link")).toHaveCount(2);
  await expectNoAxeViolations(otherTab);
  await summary.getByRole("link", { name: /Grenade is empty/ }).click();
  await expect(getSlot(otherTab, "Grenade")).toBeFocused();
  await otherTab.getByRole("button", { name: /^Fix: Grenade is empty/ }).click();
  await expect(getSlot(otherTab, "Grenade")).toBeFocused();
  await expect(summary.getByRole("link")).toHaveCount(1);
  await otherTab.getByRole("button", { name: "Fix all" }).click();
  await expect(summary).toHaveCount(0);
  await expect(otherTab.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await otherTab.keyboard.press("Control+z");
  await expect(summary.getByRole("link")).toHaveCount(1);
});

for (const game of ["bf4", "bf2042"]) {
  test(`Surprise me in /${game} creates a legal loadout with the same kit, and can be undone`, async ({ page }) => {
    await openNewLoadout(page, "&kit=recon", game);
    await nameLoadout(page, "Whatever comes");
    const itemBefore = await getItem(getPrimarySlot(page));
    await page.getByRole("button", { name: "Surprise me" }).click();
    await expect(page.getByRole("button", { name: "Surprise me" })).not.toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("radio", { name: "Recon" })).toBeChecked();
    await page.keyboard.press("Control+s");
    await expect(getStatus(page, "Saved in your locker")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(getStatus(page, "Undone: Surprise me")).toHaveCount(1);
    await expectItem(getPrimarySlot(page), itemBefore);
  });
}

test("the content that is saved is that of the moment when its name was requested", async ({ page }) => {
  await open(page, "/bf4?tab=loadouts&edit=new&kit=assault&weapon=ak-12");
  await expectItem(getPrimarySlot(page), "AK-12");
  const release = await holdRequests(page, "**/api/trpc/*arsenal.weapon*");
  await page.evaluate(() => {
    Math.random = () => 0.99;
  });
  await page.getByRole("button", { name: "Surprise me" }).click();
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Name this loadout" });
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("AK-12 Assault");
  const tile = page.locator("#slot-primary b");
  await expect(tile).toHaveText("AK-12");
  release();
  await expect(tile).not.toHaveText("AK-12");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  await expectItem(getPrimarySlot(page), "AK-12");
  await expect(getLoadoutName(page)).toHaveText("AK-12 Assault");
});

test("after a reload, the dialog that names a loadout before it is saved returns with the typed name, and saves", async ({
  page,
}) => {
  await open(page, "/bf4?tab=loadouts&edit=new&kit=assault&weapon=ak-12");
  await expectItem(getPrimarySlot(page), "AK-12");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Name this loadout" });
  await dialog.getByLabel("Name", { exact: true }).fill("Long stairs");
  await page.reload();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Long stairs");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved in your locker" })).toBeVisible();
  await expect(getLoadoutName(page)).toHaveText("Long stairs");
});

test("changing the kit keeps the allowed items, names the replaced ones, and can be undone", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-12");
  const sidearm = await getItem(getSlot(page, "Sidearm weapon"));
  await page.getByRole("radio", { name: "Recon" }).check({ force: true });
  await expect(getStatus(page, "Items that Recon can't use were removed")).toContainText("instead of AK-12");
  await expectItem(getSlot(page, "Sidearm weapon"), sidearm);
  await expect(page.getByRole("region", { name: "What the game would not accept" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expectItem(getPrimarySlot(page), "AK-12");
  await expect(page.getByRole("radio", { name: "Assault" })).toBeChecked();
});

test("a tile and its options show drawings of their items", async ({ page }) => {
  await openNewLoadout(page, "&kit=support");
  const tile = getSlot(page, "Gadget 1");
  const getDrawing = () => tile.locator(".silhouette path").first().getAttribute("d");
  const drawingBefore = await getDrawing();
  await tile.click();
  await expect(getOption(page, "MP-APS").locator(".silhouette path")).toHaveCount(3);
  await getOption(page, "MP-APS").click();
  await expect.poll(getDrawing).not.toBe(drawingBefore);
});

test("a vehicle's loadout states that its figures are not public, and supports undo", async ({ page }) => {
  await openNewLoadout(page, "&vehicle=vehiclembt");
  await expect(page.getByText("Slots and options are known; damage, reload and health are not public.")).toBeVisible();
  await expect(page.getByRole("region", { name: /main battle tank/i }).locator(".silhouette path")).toHaveCount(3);
  await pickFirst(page, "Secondary", "Guided Shell");
  await page.keyboard.press("Control+z");
  await expect(getStatus(page, "Undone: Secondary")).toHaveCount(1);
});

test("the figures follow the build and the scenario, and name the unpublished figures", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-12");
  const figures = page.getByRole("region", { name: "Stats of this loadout" });
  await expect(figures.getByText("353 ms").first()).toBeVisible();
  await openScenario(figures);
  await chooseOption(figures, "Health", "Hardcore, 60");
  await expect(figures.getByText("353 ms")).toHaveCount(0);
  await figures.getByRole("slider", { name: "Hit rate" }).fill("50");
  await expect(figures.getByText(/One kill in ten is faster than the 10 % line/)).toBeVisible();
  await expect(figures.getByText(/Recoil, spread, reload and aiming time of this weapon are not public/)).toBeVisible();
});

test("the scenario is carried over from the arsenal to the editor and back", async ({ page }) => {
  await open(page, "/bf4?q=AK-12&item=ak-12&hit=50&head=10&range=10");
  await page.getByRole("dialog").getByRole("button", { name: "Add to loadout" }).click();
  const figures = page.getByRole("region", { name: "Stats of this loadout" });
  await expect(figures.getByRole("button", { name: "50 % hit rate · 10 % of hits to the head" })).toBeVisible();
  await figures.getByRole("slider", { name: "Range" }).fill("75");
  await expect(page).toHaveURL(/range=75/);
  await page.getByRole("tab", { name: "Arsenal" }).click();
  await expect(page).toHaveURL("/bf4?range=75&hit=50&head=10");
  await page.getByRole("button", { name: "Remove hit:50" }).click();
  await expect(page).toHaveURL("/bf4?range=75&head=10");
});

test("the attachments of a 2042 gun show their changes with sign and rating", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-24", "bf2042");
  await pickFirst(page, "Add barrel to the primary", "Extended");
  const changes = page.getByRole("region", { name: /What the attachments change/ });
  await expect(changes.getByRole("row", { name: /Velocity.*\+\d+ m\/s.*better, measured/ })).toBeVisible();
});

test("leaving with unsaved changes shows that they are stored, and coming back restores them", async ({ page }) => {
  await openNewLoadout(page);
  await nameLoadout(page, "Half done");
  await expect(getStatus(page, "Draft stored on this device")).toBeVisible();
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByText("Your unsaved changes stay on this device.", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(getLoadoutName(page)).toHaveText("Half done");
});

test("leaving while a save is in progress does not navigate back, and the loadout is saved", async ({ page }) => {
  await openNewLoadout(page);
  await nameLoadout(page, "On its way");
  const release = Promise.withResolvers<void>();
  await page.route("**/api/trpc/loadout.save*", async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+s");
  await expect(getStatus(page, "Saving…")).toBeVisible();
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  release.resolve();
  await page.getByRole("link", { name: "On its way", exact: true }).click();
  await expect(getStatus(page, "No unsaved changes")).toBeVisible();
  await openNewLoadout(page);
  await expect(getLoadoutName(page)).toHaveText("New loadout");
});

test("a save that completes after its editor was left deletes the draft before any list is loaded", async ({
  page,
}) => {
  await openNewLoadout(page);
  await nameLoadout(page, "On its way");
  const release = Promise.withResolvers<void>();
  await page.route("**/api/trpc/loadout.save*", async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+s");
  await expect(getStatus(page, "Saving…")).toBeVisible();
  await page.getByRole("button", { name: "All loadouts" }).click();
  await expect(page.getByRole("heading", { name: "My loadouts" })).toBeVisible();
  // The list never gets a response.
  await page.route("**/api/trpc/*loadout.list*", () => {});
  const answered = page.waitForResponse(/loadout\.save/);
  release.resolve();
  await answered;
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft")));
  await expect.poll(drafts).toEqual([]);
});

test("a save conflict shows the differences of notes and tags", async ({ page, context }) => {
  await openNewLoadout(page);
  await nameLoadout(page, "Shared");
  await page.keyboard.press("Control+s");
  await expect(getStatus(page, "Saved in your locker")).toBeVisible();
  const otherTab = await context.newPage();
  await open(otherTab, page.url());
  await otherTab.getByLabel("Notes", { exact: true }).fill("From the other tab");
  await otherTab.getByLabel("Tags", { exact: true }).fill("theirs,");
  await otherTab.keyboard.press("Control+s");
  await expect(getStatus(otherTab, "Saved in your locker")).toBeVisible();
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

test("on a phone the verdict stays visible in a bar, and the other figures can be expanded", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openNewLoadout(page, "&kit=assault&weapon=ak-12");
  await page.getByLabel("Notes", { exact: true }).scrollIntoViewIfNeeded();
  const bar = page.locator(".dock");
  await expect(bar.locator("dd")).toHaveText(["353 ms", "5", "30"]);
  await expect(bar.locator("dl")).toBeInViewport({ ratio: 1 });
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(64);
  const unfold = page.getByRole("button", { name: "Stats", exact: true });
  await unfold.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Kills per magazine")).toBeVisible();
  await expect(unfold).toBeFocused();
  await expectNoAxeViolations(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

test("Battlefield 4's attachments change percentages and Battlelog's bars, but no unknown figure", async ({ page }) => {
  await openNewLoadout(page, "&kit=assault&weapon=ak-12");
  const pane = page.getByRole("region", { name: "Stats of this loadout" });
  const accuracy = pane.locator("dl > div").filter({ hasText: "Accuracy" });
  await expect(accuracy).toBeVisible();
  await expect(accuracy).not.toContainText("+");
  await expect(pane.getByRole("region", { name: "Battlelog ratings (rough)" })).toBeVisible();
  await expect(pane).toContainText("24 Nov 2015, grade B");
  await expect(pane).not.toContainText(/20\d\d-\d\d/);
  await expect(pane.getByRole("region", { name: "What the attachments change" })).toBeHidden();
  await pickFirst(page, "Primary, Barrel", "HEAVY");
  await expect(pane.getByRole("region", { name: "What the attachments change" })).toBeVisible();
  await expect(pane.getByText("aimed spread, still −50 %", { exact: false })).toContainText("vertical recoil +30 %");
  await expect(accuracy).toContainText("+");
  await expect(pane.getByText(/^Not public: .*Velocity/)).toBeVisible();
  await expectNoAxeViolations(page);
});
