// @rest
// The life of a platoon from its creation to its deletion, on a desktop and on a phone.
import { readFileSync } from "node:fs";
import { buildStatistics, newSoldier } from "#test/harness/data/soldiers.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { call } from "./pages/locker.ts";
import {
  addSquad,
  chooseFromSearch,
  createLink,
  createOtherUser,
  createPlatoon,
  createPlatoonName,
  decide,
  deletePlatoon,
  getButton,
  getDialog,
  getLoadoutCard,
  getMain,
  getMembers,
  getTab,
  getTitle,
  propose,
  toSlug,
} from "./pages/platoons.ts";
import { open, saveLoadout, signUpAndIn } from "./site.ts";

const PLACES = [
  { name: "at a desk", use: {} },
  { name: "on a phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];

for (const { name: place, use } of PLACES) {
  test.describe(place, () => {
    test.use(use);

    test("a platoon plays an evening", async ({ page, context, browser }) => {
      await signUpAndIn(page);
      const name = createPlatoonName();
      const address = `/platoons?platoon=${toSlug(name)}`;
      const secondUser = await createOtherUser(browser);
      const thirdUser = await createOtherUser(browser);
      const feedTab = await context.newPage();
      const feed = feedTab.getByRole("list", { name: "Feed" }).getByRole("listitem");

      await test.step("the owner creates it and invites by a link, by which two people join", async () => {
        await createPlatoon(page, name);
        await expectNoAxeViolations(page);
        await getTab(page, "Members").click();
        const link = await createLink(page, "5 people");
        await open(feedTab, `${address}&tab=feed`);
        for (const { page: other } of [secondUser, thirdUser]) {
          await open(other, link);
          await getButton(other, "Join").click();
          await expect(getMain(other)).toContainText(`You are in ${name} now.`);
        }
        await expect(getMembers(page)).toHaveCount(3);
        await expect(feed.filter({ hasText: "joined" })).toHaveCount(2);
      });

      await test.step("the second person proposes a loadout, and another tab of the owner shows that at once", async () => {
        await saveLoadout(secondUser.page, "Rush medic");
        await open(secondUser.page, address);
        await propose(secondUser.page, { loadout: "Rush medic", note: "For Sunday" });
        await expect(feed.first()).toContainText("proposed Rush medic");
      });

      await test.step("the owner asks for a change", async () => {
        await getTab(page, "Locker").click();
        await getLoadoutCard(page, "Rush medic").click();
        await expect(getMain(page)).toContainText("For Sunday");
        await decide(page, "Ask for changes", "Lighter, please");
        await expect(getMain(page)).toContainText("asked for changes");
        await expectNoAxeViolations(page);
      });

      await test.step("the second person reads why, and edits", async () => {
        await saveLoadout(secondUser.page, "Rush medic, light");
        await open(secondUser.page, address);
        await getLoadoutCard(secondUser.page, "Rush medic").click();
        await expect(getMain(secondUser.page)).toContainText("Lighter, please");
        await getButton(secondUser.page, "Change or replace").click();
        await getDialog(secondUser.page).getByRole("button", { name: "Rush medic, light" }).click();
        await expect(getMain(secondUser.page)).toContainText("saved version 2");
      });

      await test.step("the owner publishes, and the third person copies", async () => {
        await expect(getMain(page)).toContainText("saved version 2");
        await expect(getMain(page).locator("button.bg-accent")).toHaveText(["Publish"]);
        await decide(page, "Publish");
        await expect(feed.first()).toContainText("published Rush medic, light");
        await open(thirdUser.page, address);
        await getLoadoutCard(thirdUser.page, "Rush medic, light").click();
        await expect(getButton(thirdUser.page, "Publish")).toHaveCount(0);
        await getButton(thirdUser.page, "Copy to my locker").click();
        await expect(getMain(thirdUser.page)).toContainText("Your copy is up to date");
      });

      await test.step("the owner edits it; the third person sees that at once, and updates in one press", async () => {
        await saveLoadout(page, "Rush medic, heavy");
        await open(page, address);
        await getLoadoutCard(page, "Rush medic, light").click();
        await getButton(page, "Change or replace").click();
        await expectNoAxeViolations(page);
        await getDialog(page).getByRole("button", { name: "Rush medic, heavy" }).click();
        await expect(getMain(page)).toContainText("saved version 3");
        await expect(getMain(thirdUser.page)).toContainText("Changed since you copied it");
        await getButton(thirdUser.page, "Update my copy").click();
        await expect(getMain(thirdUser.page)).toContainText("Your copy is up to date");
        await getButton(page, "Compare version 2 with another one").click();
        await getDialog(page).getByLabel("First version").selectOption("Version 1");
        await getDialog(page).getByLabel("Second version").selectOption("Version 2");
        await expect(getDialog(page)).toContainText(/Version 1.*Version 2/);
        await expectNoAxeViolations(page);
        await page.keyboard.press("Escape");
        await expectNoHorizontalScroll(page);
      });

      await test.step("a squad's sheet names what is missing, and its link opens signed out", async () => {
        await getTab(page, "Squads").click();
        await addSquad(page, "Alpha", [secondUser.person]);
        await getTab(secondUser.page, "Squads").click();
        await expect(secondUser.page.getByRole("list", { name: "Members of Alpha" })).toContainText("you");
        await getButton(secondUser.page, "New sheet").click();
        await getDialog(secondUser.page).getByLabel("Title").fill("Sunday on Metro");
        await getDialog(secondUser.page).getByLabel("Game").selectOption("Battlefield 4");
        await chooseFromSearch(secondUser.page, "Member at place 1", secondUser.person.name);
        await chooseFromSearch(secondUser.page, "Loadout at place 1", "Rush medic, heavy");
        await getDialog(secondUser.page).getByLabel("Task at place 1").fill("Hold the stairs");
        await getDialog(secondUser.page).getByRole("button", { name: "Save" }).click();
        const gap = getMain(secondUser.page)
          .getByRole("status")
          .filter({ hasText: /^This squad has no / });
        await expect(gap).toBeVisible();
        await secondUser.page.getByRole("switch", { name: "Open by link" }).click();
        const link = await secondUser.page.getByLabel("Address of the sheet").inputValue();
        const stranger = await (await browser.newContext()).newPage();
        await open(stranger, link);
        await expect(getTitle(stranger, "Sunday on Metro")).toBeVisible();
        await expect(getMain(stranger)).toContainText("Hold the stairs");
        await expect(getMain(stranger)).toContainText((await gap.textContent()) ?? "");
        await expectNoAxeViolations(stranger);
        await expectNoHorizontalScroll(stranger);
        await stranger.context().close();
      });

      await test.step("the feed leads to the sheet", async () => {
        await expectNoAxeViolations(feedTab);
        await expectNoHorizontalScroll(feedTab);
        await feed.first().getByRole("link", { name: "Sunday on Metro" }).click();
        await expect(feedTab.getByRole("heading", { name: "Sunday on Metro" })).toBeVisible();
      });

      await test.step("the home page ends with what is new in the platoon", async () => {
        await open(feedTab, "/");
        await expect(feedTab.getByRole("heading", { name: "Platoon activity" })).toBeVisible();
        expect(await feedTab.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
          "Continue where you left off",
          "Pinned loadouts",
          "Last session",
          "Closest unlocks",
          "Platoon activity",
        ]);
        const tops = await feedTab
          .getByRole("link", { name: /loadout$/ })
          .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
        expect(new Set(tops.slice(0, 2)).size).toBe(1);
        const activity = feedTab.getByRole("listitem").filter({ hasText: "Sunday on Metro" });
        await expect(activity).toContainText(/ago|just now/);
        await activity.getByRole("link").click();
        await expect(feed.first()).toContainText("Sunday on Metro");
      });

      await test.step("the second person shows a soldier on the board", async () => {
        const soldier = newSoldier("Robin");
        await call(secondUser.page, "soldier.add", soldier);
        await call(secondUser.page, "soldier.saveTyped", {
          id: crypto.randomUUID(),
          soldierId: soldier.id,
          takenAt: new Date().toISOString(),
          statistics: buildStatistics(0, { figures: { killDeath: 1.25 } }),
        });
        await getTab(page, "Board").click();
        await open(secondUser.page, `${address}&tab=board`);
        await getButton(secondUser.page, "Show my soldiers").click();
        await getDialog(secondUser.page).getByRole("switch", { name: "K/D, KPM, SPM and accuracy Robin" }).click();
        const table = page.getByRole("table", { name: "Stats of the platoon" });
        await expect(table.getByRole("rowheader")).toContainText("Robin");
        await expectNoAxeViolations(page);
        await expectNoHorizontalScroll(page);
        await secondUser.page.keyboard.press("Escape");
      });

      await test.step("the second person leaves, and their row with them", async () => {
        await getTab(secondUser.page, "Members").click();
        await getButton(secondUser.page, "Leave platoon").click();
        await getDialog(secondUser.page).getByRole("button", { name: "Leave platoon" }).click();
        await expect(getMain(secondUser.page)).toContainText("You're not in a platoon yet.");
        await expect(getMain(page)).toContainText("No one shows stats here yet.");
      });

      await test.step("the owner deletes the platoon, and brings it back with what it held", async () => {
        await getTab(page, "Settings").click();
        const downloading = page.waitForEvent("download");
        await getButton(page, "Export all").click();
        expect(readFileSync(await (await downloading).path(), "utf8")).toContain("Rush medic, heavy");
        await deletePlatoon(page, name);
        await expect(getMain(page)).toContainText("You're not in a platoon yet.");
        await getButton(page, `Bring back ${name}`).click();
        await page.getByRole("link", { name, exact: true }).click();
        await expect(getLoadoutCard(page, "Rush medic, heavy")).toBeVisible();
        await getTab(page, "Members").click();
        await expect(getMembers(page)).toHaveCount(2);
        await expectNoAxeViolations(page);
      });
      await secondUser.otherContext.close();
      await thirdUser.otherContext.close();
    });
  });
}
