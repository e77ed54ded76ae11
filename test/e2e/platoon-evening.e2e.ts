// @rest
// An evening of a platoon, from its creation to its end, at a desk and on a phone.
import { readFileSync } from "node:fs";
import { newSoldier, someStatistics } from "#test/harness/data/soldiers.ts";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { call } from "./pages/locker.ts";
import {
  addSquad,
  button,
  createPlatoon,
  decide,
  deletePlatoon,
  dialog,
  elsewhere,
  find,
  loadoutCard,
  main,
  makeLink,
  members,
  newName,
  propose,
  tab,
  title,
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
      const name = newName();
      const address = `/platoons?platoon=${toSlug(name)}`;
      const second = await elsewhere(browser);
      const third = await elsewhere(browser);
      const feedTab = await context.newPage();
      const feed = feedTab.getByRole("list", { name: "Feed" }).getByRole("listitem");

      await test.step("the owner creates it and invites by a link, by which two people join", async () => {
        await createPlatoon(page, name);
        await expectNothingFound(page);
        await tab(page, "Members").click();
        const link = await makeLink(page, "5 people");
        await open(feedTab, `${address}&tab=feed`);
        for (const { page: other } of [second, third]) {
          await open(other, link);
          await button(other, "Join").click();
          await expect(main(other)).toContainText(`You are in ${name} now.`);
        }
        await expect(members(page)).toHaveCount(3);
        await expect(feed.filter({ hasText: "joined" })).toHaveCount(2);
      });

      await test.step("the second person proposes a loadout, and another tab of the owner shows that at once", async () => {
        await saveLoadout(second.page, "Rush medic");
        await open(second.page, address);
        await propose(second.page, { loadout: "Rush medic", note: "For Sunday" });
        await expect(feed.first()).toContainText("proposed Rush medic");
      });

      await test.step("the owner asks for a change", async () => {
        await tab(page, "Locker").click();
        await loadoutCard(page, "Rush medic").click();
        await expect(main(page)).toContainText("For Sunday");
        await decide(page, "Ask for changes", "Lighter, please");
        await expect(main(page)).toContainText("asked for changes");
        await expectNothingFound(page);
      });

      await test.step("the second person reads why, and edits", async () => {
        await saveLoadout(second.page, "Rush medic, light");
        await open(second.page, address);
        await loadoutCard(second.page, "Rush medic").click();
        await expect(main(second.page)).toContainText("Lighter, please");
        await button(second.page, "Change or replace").click();
        await dialog(second.page).getByRole("button", { name: "Rush medic, light" }).click();
        await expect(main(second.page)).toContainText("saved version 2");
      });

      await test.step("the owner publishes, and the third person copies", async () => {
        await expect(main(page)).toContainText("saved version 2");
        await decide(page, "Publish");
        await expect(feed.first()).toContainText("published Rush medic, light");
        await open(third.page, address);
        await loadoutCard(third.page, "Rush medic, light").click();
        await expect(button(third.page, "Publish")).toHaveCount(0);
        await button(third.page, "Copy to my locker").click();
        await expect(main(third.page)).toContainText("Your copy is up to date");
      });

      await test.step("the owner edits it; the third person sees that at once, and updates in one press", async () => {
        await saveLoadout(page, "Rush medic, heavy");
        await open(page, address);
        await loadoutCard(page, "Rush medic, light").click();
        await button(page, "Change or replace").click();
        await expectNothingFound(page);
        await dialog(page).getByRole("button", { name: "Rush medic, heavy" }).click();
        await expect(main(page)).toContainText("saved version 3");
        await expect(main(third.page)).toContainText("Changed since you copied it");
        await button(third.page, "Update my copy").click();
        await expect(main(third.page)).toContainText("Your copy is up to date");
        await button(page, "Compare version 2 with another one").click();
        await dialog(page).getByLabel("First version").selectOption("Version 1");
        await dialog(page).getByLabel("Second version").selectOption("Version 2");
        await expect(dialog(page)).toContainText(/Version 1.*Version 2/);
        await expectNothingFound(page);
        await page.keyboard.press("Escape");
        await expectNoSidewaysScroll(page);
      });

      await test.step("a squad's sheet names what is missing, and its link opens signed out", async () => {
        await tab(page, "Squads").click();
        await addSquad(page, "Alpha", [second.person]);
        await tab(second.page, "Squads").click();
        await expect(second.page.getByRole("list", { name: "Members of Alpha" })).toContainText("you");
        await button(second.page, "New sheet").click();
        await dialog(second.page).getByLabel("Title").fill("Sunday on Metro");
        await dialog(second.page).getByLabel("Game").selectOption("Battlefield 4");
        await find(second.page, "Member at place 1", second.person.name);
        await find(second.page, "Loadout at place 1", "Rush medic, heavy");
        await dialog(second.page).getByLabel("Task at place 1").fill("Hold the stairs");
        await dialog(second.page).getByRole("button", { name: "Save" }).click();
        const gap = main(second.page)
          .getByRole("status")
          .filter({ hasText: /^This squad has no / });
        await expect(gap).toBeVisible();
        await second.page.getByRole("switch", { name: "Open by link" }).click();
        const link = await second.page.getByLabel("Address of the sheet").inputValue();
        const stranger = await (await browser.newContext()).newPage();
        await open(stranger, link);
        await expect(title(stranger, "Sunday on Metro")).toBeVisible();
        await expect(main(stranger)).toContainText("Hold the stairs");
        await expect(main(stranger)).toContainText((await gap.textContent()) ?? "");
        await expectNothingFound(stranger);
        await expectNoSidewaysScroll(stranger);
        await stranger.context().close();
      });

      await test.step("the feed leads to the sheet", async () => {
        await expectNothingFound(feedTab);
        await expectNoSidewaysScroll(feedTab);
        await feed.first().getByRole("link", { name: "Sunday on Metro" }).click();
        await expect(feedTab.getByRole("heading", { name: "Sunday on Metro" })).toBeVisible();
      });

      await test.step("the home page ends with what is new in the platoon", async () => {
        await open(feedTab, "/");
        await expect(feedTab.getByRole("heading", { name: "Platoon activity" })).toBeVisible();
        expect(await feedTab.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
          "Continue where you left off",
          "Pinned loadouts",
          "Closest unlocks",
          "Last session",
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
        await call(second.page, "soldier.add", soldier);
        await call(second.page, "soldier.saveTyped", {
          id: crypto.randomUUID(),
          soldierId: soldier.id,
          takenAt: new Date().toISOString(),
          statistics: someStatistics(0, { figures: { killDeath: 1.25 } }),
        });
        await tab(page, "Board").click();
        await open(second.page, `${address}&tab=board`);
        await button(second.page, "Show my soldiers").click();
        await dialog(second.page).getByRole("switch", { name: "K/D, KPM, SPM and accuracy Robin" }).click();
        const table = page.getByRole("table", { name: "Figures of the platoon" });
        await expect(table.getByRole("rowheader")).toContainText("Robin");
        await expectNothingFound(page);
        await expectNoSidewaysScroll(page);
        await second.page.keyboard.press("Escape");
      });

      await test.step("the second person leaves, and their row with them", async () => {
        await tab(second.page, "Members").click();
        await button(second.page, "Leave platoon").click();
        await dialog(second.page).getByRole("button", { name: "Leave platoon" }).click();
        await expect(main(second.page)).toContainText("You're not in a platoon yet.");
        await expect(main(page)).toContainText("No one shows figures here yet.");
      });

      await test.step("the owner deletes the platoon, and brings it back with what it held", async () => {
        await tab(page, "Settings").click();
        const downloading = page.waitForEvent("download");
        await button(page, "Export all").click();
        expect(readFileSync(await (await downloading).path(), "utf8")).toContain("Rush medic, heavy");
        await deletePlatoon(page, name);
        await expect(main(page)).toContainText("You're not in a platoon yet.");
        await button(page, `Bring back ${name}`).click();
        await page.getByRole("link", { name, exact: true }).click();
        await expect(loadoutCard(page, "Rush medic, heavy")).toBeVisible();
        await tab(page, "Members").click();
        await expect(members(page)).toHaveCount(2);
        await expectNothingFound(page);
      });
      await second.place.close();
      await third.place.close();
    });
  });
}
