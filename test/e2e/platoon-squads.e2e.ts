// @weekly
// Squads, squad sheets and the board of a platoon on the screen.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { PICTURE_COLOURS } from "#domain/silhouettes/colours.ts";
import { newSoldier, someStatistics } from "#test/harness/data/soldiers.ts";
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { call } from "./pages/locker.ts";
import {
  button,
  dialog,
  elsewhere,
  find,
  main,
  member,
  members,
  newMember,
  ownPlatoon,
  propose,
  tab,
} from "./pages/platoons.ts";
import { open, post, saveLoadout, signUpAndIn } from "./site.ts";

test("a squad is filled, its sheet has a gap, and its link opens without an account", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const member = await newMember(page, browser, id, "member");
  await saveLoadout(page, "Rush medic");
  await open(page, address);
  await propose(page, { loadout: "Rush medic", action: "Publish" });

  await test.step("the owner makes a squad and puts the member into it", async () => {
    await open(member.page, `${address}&tab=squads`);
    await expect(main(member.page)).toContainText("This platoon has no squads yet.");
    await expect(button(member.page, "New squad")).toHaveCount(0);
    await tab(page, "Squads").click();
    await button(page, "New squad").click();
    await dialog(page).getByLabel("Name of the squad").fill("Alpha");
    await dialog(page).getByLabel(member.person.name).check();
    await expectNothingFound(page);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    const people = page.getByRole("list", { name: "Members of Alpha" });
    await expect(people).toContainText(member.person.name);
    // The member sees it without reloading.
    await expect(member.page.getByRole("list", { name: "Members of Alpha" })).toContainText("you");
    await button(page, "Edit Alpha").click();
    await dialog(page).getByLabel("Name of the squad").fill("Bravo");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: "Bravo" })).toBeVisible();
    await tab(page, "Members").click();
    await expect(members(page).filter({ hasText: "Squads: Bravo" })).toContainText(member.person.name);
    await tab(page, "Squads").click();
  });

  await test.step("the member plans an unlock with the squad", async () => {
    await button(member.page, "Unlock plan of Bravo").click();
    await expect(dialog(member.page)).toContainText("Nothing is planned yet.");
    await dialog(member.page).getByLabel("Search unlocks to add").fill("p226 service star");
    await dialog(member.page)
      .getByRole("button", { name: /^Add P226/ })
      .first()
      .click();
    const plan = member.page.getByRole("list", { name: "Unlock plan" });
    await expect(plan).toContainText("P226");
    await expect(plan).toContainText("No one in the squad shows their progress yet.");
    await expectNothingFound(member.page);
    await member.page.keyboard.press("Escape");
  });

  await test.step("the member makes a sheet, which names what the squad lacks", async () => {
    await button(member.page, "New sheet").click();
    await dialog(member.page).getByLabel("Title").fill("Sunday on Metro");
    await dialog(member.page).getByLabel("Game").selectOption("Battlefield 4");
    await find(member.page, "Member at place 1", member.person.name);
    await find(member.page, "Loadout at place 1", "Rush medic");
    await dialog(member.page).getByLabel("Task at place 1").fill("Hold the stairs");
    await expectNothingFound(member.page);
    await dialog(member.page).getByRole("button", { name: "Save" }).click();
    await expect(member.page.getByRole("heading", { name: "Sunday on Metro" })).toBeVisible();
    await expect(
      main(member.page)
        .getByRole("status")
        .filter({ hasText: /^This squad has no / }),
    ).toBeVisible();
    const place = member.page.getByRole("list", { name: "Places" }).getByRole("listitem").first();
    await expect(place).toContainText(member.person.name);
    await expect(place).toContainText("Hold the stairs");
    await expectNothingFound(member.page);
  });

  await test.step("everyone with the link reads it, until it is closed", async () => {
    const openByLink = member.page.getByRole("switch", { name: "Open by link" });
    await openByLink.click();
    const link = await member.page.getByLabel("Address of the sheet").inputValue();
    const stranger = await (await browser.newContext()).newPage();
    await open(stranger, link);
    await expect(stranger.getByRole("heading", { level: 1, name: "Sunday on Metro" })).toBeVisible();
    await expect(main(stranger)).toContainText("Hold the stairs");
    await expect(main(stranger)).not.toContainText("sign in");
    await expectNothingFound(stranger);
    await stranger.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(stranger);
    await openByLink.click();
    await expect(main(member.page)).toContainText("Only members can open it");
    await stranger.reload();
    await expect(main(stranger)).toContainText("There is no squad sheet at this address.");
    await stranger.context().close();
  });

  await test.step("the list has it, and the owner may remove the squad", async () => {
    await button(member.page, "All squads and sheets").click();
    await expect(member.page.getByRole("list", { name: "Squad sheets" })).toContainText("1 of 5 places");
    await expectNothingFound(member.page);
    await member.page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(member.page);
    await button(page, "Remove Bravo").click();
    await expect(main(page)).toContainText("This platoon has no squads yet.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("list", { name: "Members of Bravo" })).toContainText(member.person.name);
    await button(page, "Remove Bravo").click();
    // Others see it once the offer to undo has gone.
    await expect(member.page.getByRole("heading", { name: "Bravo" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(main(member.page)).toContainText("This platoon has no squads yet.");
    await member.page.getByRole("list", { name: "Squad sheets" }).getByRole("button").click();
    await button(member.page, "Remove").click();
    await expect(main(member.page)).toContainText("Create the first one.");
    await member.page.getByRole("button", { name: "Undo" }).click();
    await expect(member.page.getByRole("list", { name: "Squad sheets" })).toContainText("Sunday on Metro");
  });
  await member.place.close();
});

test("a member shows a soldier on the board and takes it back", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const member = await newMember(page, browser, id, "member");
  await open(page, `${address}&tab=board`);
  await expect(main(page)).toContainText("No one shows figures here yet.");
  await expectNothingFound(page);
  await button(page, "Show my soldiers").click();
  await expect(dialog(page)).toContainText("You have no soldier of your own yet.");
  await page.keyboard.press("Escape");

  const soldier = newSoldier("Robin");
  await call(member.page, "soldier.add", soldier);
  for (const [daysAgo, figures] of [
    [9, { kills: 100, deaths: 100, killDeath: 1, scorePerMinute: 500, secondsPlayed: 360_000 }],
    [0, { kills: 250, deaths: 200, killDeath: 1.25, scorePerMinute: 510, secondsPlayed: 396_000 }],
  ] as const) {
    const takenAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const statistics = someStatistics(0, { figures });
    await call(member.page, "soldier.saveTyped", {
      id: crypto.randomUUID(),
      soldierId: soldier.id,
      takenAt,
      statistics,
    });
  }
  await open(member.page, `${address}&tab=board`);
  await button(member.page, "Show my soldiers").click();
  const combat = dialog(member.page).getByRole("switch", { name: "K/D, KPM, SPM and accuracy Robin" });
  await combat.click();
  await expect(combat).toBeChecked();
  await expectNothingFound(member.page);
  const table = page.getByRole("table", { name: "Figures of the platoon" });
  await expect(table.getByRole("rowheader")).toContainText("Robin");
  await expect(table).toContainText(member.person.name);
  // The service's own report may be the newest by now.
  await expect(table).toContainText(/\d\.\d\d this week/);
  await expectNothingFound(page);
  await button(page, "Weekly card").click();
  await expect(dialog(page).getByRole("img")).toHaveAccessibleName(/K\/D \d\.\d\d Robin/);
  await expectNothingFound(page);
  const downloading = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Download PNG" }).click();
  const png = readFileSync(await (await downloading).path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(await readEmblem(page)).toBe(GROUND);
  await page.keyboard.press("Escape");
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNoSidewaysScroll(page);
    await expect
      .poll(() => table.evaluate((drawn) => drawn.scrollWidth <= (drawn.parentElement?.clientWidth ?? 0)))
      .toBe(true);
  }
  const metadata = { tag: "OWL", emblem: "ah-ka506256000" };
  expect((await post(page, "/api/auth/organization/update", { organizationId: id, data: { metadata } })).ok()).toBe(
    true,
  );
  await open(page, `${address}&tab=board`);
  await button(page, "Weekly card").click();
  await expect.poll(() => readEmblem(page)).not.toBe(GROUND);
  await page.keyboard.press("Escape");
  await combat.click();
  await expect(main(page)).toContainText("No one shows figures here yet.");
  const other = await elsewhere(browser);
  await open(other.page, `${address}&tab=board`);
  await expect(main(other.page)).toContainText("You aren't in a platoon with this address.");
  await other.place.close();
  await member.place.close();
});

/** The colour of the picture between its lines, where the emblem is if there is one. */
const GROUND = PICTURE_COLOURS.ground;
const readEmblem = (page: Page) =>
  dialog(page)
    .getByRole("img")
    .evaluate((drawn) => {
      const context = drawn instanceof HTMLCanvasElement ? drawn.getContext("2d") : null;
      const [red = 0, green = 0, blue = 0] = context?.getImageData(102, 107, 1, 1).data ?? [];
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    });

test("a manager who is demoted while a sheet's form is open reads so, and finds what they typed", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const admin = await newMember(page, browser, id, "admin");
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
  await button(admin.page, "Edit the sheet").click();
  await dialog(admin.page).getByLabel("Title").fill("Monday");
  await find(admin.page, "Member at place 1", admin.person.name);
  await dialog(admin.page).getByLabel("Task at place 2").fill("Drive");
  const change = { organizationId: id, memberId: admin.memberId, role: "member" };
  expect((await post(page, "/api/auth/organization/update-member-role", change)).ok()).toBe(true);
  await dialog(admin.page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(admin.page).getByRole("alert").first()).toContainText("Only owners and admins of the platoon");
  await expect(dialog(admin.page).getByLabel("Title")).toHaveValue("Monday");
  await expect(dialog(admin.page).getByRole("combobox", { name: "Member at place 1" })).toHaveValue(admin.person.name);
  await expect(dialog(admin.page).getByLabel("Task at place 2")).toHaveValue("Drive");
  await open(page, `${address}&tab=squads&sheet=${sheet.id}`);
  await expect(page.getByRole("heading", { name: "Sunday" })).toBeVisible();
  await admin.place.close();
});

test("the buttons of a member stand in one line on a phone", async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const { person, place } = await newMember(page, browser, id, "member");
  await open(page, `${address}&tab=members`);
  const row = member(page, person);
  const tops = await Promise.all(
    [row.getByRole("combobox"), row.getByRole("button", { name: /^Remove/ })].map(async (control) => {
      const box = await control.first().boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    }),
  );
  expect(new Set(tops).size).toBe(1);
  await place.close();
});

test("Ctrl+Z takes a removal back, and one whose page goes away is sent", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const member = await newMember(page, browser, id, "member");
  await open(page, `${address}&tab=squads`);
  await open(member.page, `${address}&tab=squads`);
  await button(page, "New squad").click();
  await dialog(page).getByLabel("Name of the squad").fill("Charlie");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const delta = { organizationId: id, id: crypto.randomUUID(), isNew: true, name: "Delta", game: "bf4" };
  await call(page, "platoon.squad.save", { ...delta, added: [], removed: [] });
  await button(page, "Edit Delta").click();
  await dialog(page).getByLabel("Name of the squad").fill("Echo");
  // As another manager does.
  await call(page, "platoon.squad.remove", { organizationId: id, id: delta.id });
  await expect(dialog(page).getByRole("alert")).toContainText("Someone has removed this squad.");
  await expectNothingFound(page);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Echo" })).toBeVisible();
  const squad = (of: typeof page) => of.getByRole("heading", { name: "Charlie" });
  await expect(squad(member.page)).toBeVisible();
  await button(page, "Remove Charlie").click();
  await expect(squad(page)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(squad(page)).toBeVisible();
  await button(page, "Remove Charlie").click();
  await expect(squad(page)).toHaveCount(0);
  await page.goto("about:blank");
  await expect(squad(member.page)).toHaveCount(0);
  await member.place.close();
});
