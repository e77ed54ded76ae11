// @weekly
// The screens of a platoon's squads, squad sheets and board.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { FigureGroup } from "#domain/platoon/platoon.ts";
import { PICTURE_COLOURS } from "#domain/silhouettes/colours.ts";
import { buildStatistics, newSoldier } from "#test/harness/data/soldiers.ts";
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { call } from "./pages/locker.ts";
import {
  addMember,
  chooseFromSearch,
  createOtherUser,
  createOwnPlatoon,
  getButton,
  getDialog,
  getMain,
  getMember,
  getMembers,
  getTab,
  propose,
} from "./pages/platoons.ts";
import { open, post, saveLoadout, signUpAndIn } from "./site.ts";

test("a squad is filled, its sheet has a gap, and its link opens without an account", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const member = await addMember(page, browser, id, "member");
  await saveLoadout(page, "Rush medic");
  await open(page, address);
  await propose(page, { loadout: "Rush medic", action: "Publish" });

  await test.step("the owner makes a squad and puts the member into it", async () => {
    await open(member.page, `${address}&tab=squads`);
    await expect(getMain(member.page)).toContainText("This platoon has no squads yet.");
    await expect(getButton(member.page, "New squad")).toHaveCount(0);
    await getTab(page, "Squads").click();
    await getButton(page, "New squad").click();
    await getDialog(page).getByLabel("Name of the squad").fill("Alpha");
    await getDialog(page).getByLabel(member.person.name).check();
    await expectNoAxeViolations(page);
    await getDialog(page).getByRole("button", { name: "Save" }).click();
    const people = page.getByRole("list", { name: "Members of Alpha" });
    await expect(people).toContainText(member.person.name);
    // The member's page shows the squad without a reload.
    await expect(member.page.getByRole("list", { name: "Members of Alpha" })).toContainText("you");
    await getButton(page, "Edit Alpha").click();
    await getDialog(page).getByLabel("Name of the squad").fill("Bravo");
    await getDialog(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Bravo" })).toBeVisible();
    await getTab(page, "Members").click();
    await expect(getMembers(page).filter({ hasText: "Squads: Bravo" })).toContainText(member.person.name);
    await getTab(page, "Squads").click();
  });

  await test.step("the member plans an unlock with the squad", async () => {
    await getButton(member.page, "Unlock plan of Bravo").click();
    await expect(getDialog(member.page)).toContainText("Nothing is planned yet.");
    await getDialog(member.page).getByLabel("Search unlocks to add").fill("p226 service star");
    await getDialog(member.page)
      .getByRole("button", { name: /^Add P226/ })
      .first()
      .click();
    const plan = member.page.getByRole("list", { name: "Unlock plan" });
    await expect(plan).toContainText("P226");
    await expect(plan).toContainText("No one in the squad shows their progress yet.");
    await expectNoAxeViolations(member.page);
    const soldier = newSoldier("Robin");
    await call(member.page, "soldier.add", soldier);
    const share = (groups: FigureGroup[]) =>
      call(member.page, "platoon.board.allow", { organizationId: id, soldierId: soldier.id, groups });
    await share(["unlocks"]);
    await expect(plan).toContainText("Robin");
    await share([]);
    await expect(plan).not.toContainText("Robin");
    await member.page.keyboard.press("Escape");
  });

  await test.step("the member makes a sheet, which names what the squad lacks", async () => {
    await getButton(member.page, "New sheet").click();
    await getDialog(member.page).getByLabel("Title").fill("Sunday on Metro");
    await getDialog(member.page).getByLabel("Game").selectOption("Battlefield 4");
    await chooseFromSearch(member.page, "Member at place 1", member.person.name);
    await chooseFromSearch(member.page, "Loadout at place 1", "Rush medic");
    await getDialog(member.page).getByLabel("Task at place 1").fill("Hold the stairs");
    await expectNoAxeViolations(member.page);
    await getDialog(member.page).getByRole("button", { name: "Save" }).click();
    await expect(member.page.getByRole("heading", { name: "Sunday on Metro" })).toBeVisible();
    await expect(
      getMain(member.page)
        .getByRole("status")
        .filter({ hasText: /^This squad has no / }),
    ).toBeVisible();
    const place = member.page.getByRole("list", { name: "Places" }).getByRole("listitem").first();
    await expect(place).toContainText(member.person.name);
    await expect(place).toContainText("Hold the stairs");
    await expectNoAxeViolations(member.page);
  });

  await test.step("everyone with the link reads it, until it is closed", async () => {
    const openByLink = member.page.getByRole("switch", { name: "Open by link" });
    await openByLink.click();
    const link = await member.page.getByLabel("Address of the sheet").inputValue();
    const stranger = await (await browser.newContext()).newPage();
    await open(stranger, link);
    await expect(stranger.getByRole("heading", { level: 1, name: "Sunday on Metro" })).toBeVisible();
    await expect(getMain(stranger)).toContainText("Hold the stairs");
    await expect(getMain(stranger)).not.toContainText("sign in");
    await expectNoAxeViolations(stranger);
    await stranger.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(stranger);
    await openByLink.click();
    await expect(getMain(member.page)).toContainText("Only members can open it");
    await stranger.reload();
    await expect(getMain(stranger)).toContainText("There is no squad sheet at this address.");
    await stranger.context().close();
  });

  await test.step("the list has it, and the owner may remove the squad", async () => {
    await getButton(member.page, "All squads and sheets").click();
    await expect(member.page.getByRole("list", { name: "Squad sheets" })).toContainText("1 of 5 places");
    await expectNoAxeViolations(member.page);
    await member.page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(member.page);
    await getButton(page, "Remove Bravo").click();
    await expect(getMain(page)).toContainText("This platoon has no squads yet.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("list", { name: "Members of Bravo" })).toContainText(member.person.name);
    await getButton(page, "Remove Bravo").click();
    // Other members see the removal after the undo notice was closed.
    await expect(member.page.getByRole("heading", { name: "Bravo" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(getMain(member.page)).toContainText("This platoon has no squads yet.");
    await member.page.getByRole("list", { name: "Squad sheets" }).getByRole("button").click();
    await getButton(member.page, "Remove").click();
    await expect(getMain(member.page)).toContainText("Create the first one.");
    await member.page.getByRole("button", { name: "Undo" }).click();
    await expect(member.page.getByRole("list", { name: "Squad sheets" })).toContainText("Sunday on Metro");
  });
  await member.otherContext.close();
});

test("a member shows a soldier on the board and hides it again", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const member = await addMember(page, browser, id, "member");
  await open(page, `${address}&tab=board`);
  await expect(getMain(page)).toContainText("No one shows stats here yet.");
  await expectNoAxeViolations(page);
  await getButton(page, "Show my soldiers").click();
  await expect(getDialog(page)).toContainText("You have no soldier of your own yet.");
  await page.keyboard.press("Escape");

  const soldier = newSoldier("Robin");
  await call(member.page, "soldier.add", soldier);
  for (const [daysAgo, figures] of [
    [9, { kills: 100, deaths: 100, killDeath: 1, scorePerMinute: 500, secondsPlayed: 360_000 }],
    [0, { kills: 250, deaths: 200, killDeath: 1.25, scorePerMinute: 510, secondsPlayed: 396_000 }],
  ] as const) {
    const takenAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const statistics = buildStatistics(0, { figures });
    await call(member.page, "soldier.saveTyped", {
      id: crypto.randomUUID(),
      soldierId: soldier.id,
      takenAt,
      statistics,
    });
  }
  await open(member.page, `${address}&tab=board`);
  await getButton(member.page, "Show my soldiers").click();
  const combat = getDialog(member.page).getByRole("switch", { name: "K/D, KPM, SPM and accuracy Robin" });
  await combat.click();
  await expect(combat).toBeChecked();
  await expectNoAxeViolations(member.page);
  const table = page.getByRole("table", { name: "Stats of the platoon" });
  await expect(table.getByRole("rowheader")).toContainText("Robin");
  await expect(table).toContainText(member.person.name);
  // The newest snapshot may come from the statistics service by now.
  await expect(table).toContainText(/\d\.\d\d this week/);
  await expectNoAxeViolations(page);
  await getButton(page, "Weekly card").click();
  await expect(getDialog(page).getByRole("img")).toHaveAccessibleName(/K\/D \d\.\d\d Robin/);
  await expectNoAxeViolations(page);
  const downloading = page.waitForEvent("download");
  await getDialog(page).getByRole("button", { name: "Download PNG" }).click();
  const png = readFileSync(await (await downloading).path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(await readEmblemColour(page)).toBe(BACKGROUND);
  await page.keyboard.press("Escape");
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNoHorizontalScroll(page);
    await expect
      .poll(() => table.evaluate((drawn) => drawn.scrollWidth <= (drawn.parentElement?.clientWidth ?? 0)))
      .toBe(true);
  }
  const metadata = { tag: "OWL", emblem: "ah-ka506256000" };
  expect((await post(page, "/api/auth/organization/update", { organizationId: id, data: { metadata } })).ok()).toBe(
    true,
  );
  await open(page, `${address}&tab=board`);
  await getButton(page, "Weekly card").click();
  await expect.poll(() => readEmblemColour(page)).not.toBe(BACKGROUND);
  await page.keyboard.press("Escape");
  await combat.click();
  await expect(getMain(page)).toContainText("No one shows stats here yet.");
  const otherUser = await createOtherUser(browser);
  await open(otherUser.page, `${address}&tab=board`);
  await expect(getMain(otherUser.page)).toContainText("You aren't in a platoon with this address.");
  await otherUser.otherContext.close();
  await member.otherContext.close();
});

/** The background colour of the card, which is at the emblem's place if there is no emblem. */
const BACKGROUND = PICTURE_COLOURS.ground;
const readEmblemColour = (page: Page) =>
  getDialog(page)
    .getByRole("img")
    .evaluate((drawn) => {
      const context = drawn instanceof HTMLCanvasElement ? drawn.getContext("2d") : null;
      const [red = 0, green = 0, blue = 0] = context?.getImageData(102, 107, 1, 1).data ?? [];
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    });

test("a manager who is demoted while a sheet's form is open gets an error, and the form does not lose its input", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const admin = await addMember(page, browser, id, "admin");
  const free = { userId: null, platoonLoadoutId: null, task: "" };
  const sheet = { organizationId: id, id: crypto.randomUUID(), seenAt: null, game: "bf4", title: "Sunday" };
  await call(page, "platoon.sheet.save", {
    ...sheet,
    teamId: null,
    mapId: null,
    modeId: null,
    places: Array(5).fill(free),
  });
  await open(admin.page, `${address}&tab=squads&sheet=${sheet.id}`);
  await getButton(admin.page, "Edit the sheet").click();
  await getDialog(admin.page).getByLabel("Title").fill("Monday");
  await chooseFromSearch(admin.page, "Member at place 1", admin.person.name);
  await getDialog(admin.page).getByLabel("Task at place 2").fill("Drive");
  const change = { organizationId: id, memberId: admin.memberId, role: "member" };
  expect((await post(page, "/api/auth/organization/update-member-role", change)).ok()).toBe(true);
  await getDialog(admin.page).getByRole("button", { name: "Save" }).click();
  await expect(getDialog(admin.page).getByRole("alert").first()).toContainText("Only owners and admins of the platoon");
  await expect(getDialog(admin.page).getByLabel("Title")).toHaveValue("Monday");
  await expect(getDialog(admin.page).getByRole("combobox", { name: "Member at place 1" })).toHaveValue(
    admin.person.name,
  );
  await expect(getDialog(admin.page).getByLabel("Task at place 2")).toHaveValue("Drive");
  await open(page, `${address}&tab=squads&sheet=${sheet.id}`);
  await expect(page.getByRole("heading", { name: "Sunday" })).toBeVisible();
  await admin.otherContext.close();
});

test("the controls of a member are in one line on a phone", async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const { person, otherContext: place } = await addMember(page, browser, id, "member");
  await open(page, `${address}&tab=members`);
  const row = getMember(page, person);
  const tops = await Promise.all(
    [row.getByRole("combobox"), row.getByRole("button", { name: /^Remove/ })].map(async (control) => {
      const box = await control.first().boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    }),
  );
  expect(new Set(tops).size).toBe(1);
  await place.close();
});

test("Ctrl+Z undoes a removal, and a pending removal is sent when its page is closed", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const member = await addMember(page, browser, id, "member");
  await open(page, `${address}&tab=squads`);
  await open(member.page, `${address}&tab=squads`);
  await getButton(page, "New squad").click();
  await getDialog(page).getByLabel("Name of the squad").fill("Charlie");
  await getDialog(page).getByRole("button", { name: "Save" }).click();
  const delta = { organizationId: id, id: crypto.randomUUID(), isNew: true, name: "Delta", game: "bf4" };
  await call(page, "platoon.squad.save", { ...delta, added: [], removed: [] });
  await getButton(page, "Edit Delta").click();
  await getDialog(page).getByLabel("Name of the squad").fill("Echo");
  // Simulates the removal by another manager.
  await call(page, "platoon.squad.remove", { organizationId: id, id: delta.id });
  await expect(getDialog(page).getByRole("alert")).toContainText("Someone has removed this squad.");
  await expectNoAxeViolations(page);
  await getDialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Echo" })).toBeVisible();
  const squad = (of: typeof page) => of.getByRole("heading", { name: "Charlie" });
  await expect(squad(member.page)).toBeVisible();
  await getButton(page, "Remove Charlie").click();
  await expect(squad(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(squad(page)).toBeVisible();
  await getButton(page, "Remove Charlie").click();
  await expect(squad(page)).toHaveCount(0);
  await page.goto("about:blank");
  await expect(squad(member.page)).toHaveCount(0);
  await member.otherContext.close();
});
