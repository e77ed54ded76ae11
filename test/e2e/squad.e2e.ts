// The squad page, which stores the loadouts of a squad in one link.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { openLockerAsGuest } from "./pages/locker.ts";
import { open } from "./site.ts";

const getPlace = (page: Page, number: number) =>
  page.getByRole("listitem").filter({ hasText: new RegExp(`^${number}\\.`) });

async function addPreset(page: Page, number: number, kit: string, player: string) {
  await getPlace(page, number).getByRole("button", { name: "Add a loadout" }).click();
  const dialog = page.getByRole("dialog", { name: `Place ${number}` });
  await dialog.getByLabel("Player or loadout name").fill(player);
  await dialog.getByRole("button", { name: kit, exact: true }).click();
  await expect(getPlace(page, number)).toContainText(player);
}

test("a squad is created without an account, and each friend can change a place", async ({ page, context }) => {
  await open(page, "/bf4?tab=loadouts");
  await page.getByRole("button", { name: "Squad" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Open place" })).toHaveCount(5);
  await addPreset(page, 1, "Engineer", "Alex");
  const gaps = page.getByRole("status").filter({ hasText: "No " });
  await expect(gaps).toHaveText("This squad has no reviver, no healer, no ammo, no anti-air and no spawn beacon.");

  const friend = await context.newPage();
  await open(friend, page.url());
  await addPreset(friend, 2, "Support", "Robin");
  await expect(getPlace(friend, 1)).toContainText("Alex");
  await expect(friend.getByRole("status").filter({ hasText: "No " })).toHaveText(
    "This squad has no reviver, no healer, no anti-air and no spawn beacon.",
  );
  await expectNoAxeViolations(friend);
  await getPlace(friend, 2).getByRole("button", { name: "Remove" }).click();
  await expect(getPlace(friend, 2)).toContainText("Open place");
  await friend.goBack();
  await expect(getPlace(friend, 2)).toContainText("Robin");
});

test("a place can be filled with one of the player's loadouts or with a link", async ({ page }) => {
  await openLockerAsGuest(page, [{ name: "Stairs", kit: "recon" }]);
  await page.getByRole("button", { name: "Squad" }).click();
  await getPlace(page, 3).getByRole("button", { name: "Add a loadout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stairs" }).click();
  await expect(getPlace(page, 3)).toContainText("Stairs");
  const code = new URL(page.url()).searchParams.get("squad")?.split(".")[2] ?? "";
  await getPlace(page, 1).getByRole("button", { name: "Add a loadout" }).click();
  const dialog = page.getByRole("dialog", { name: "Place 1" });
  await dialog.getByLabel("Share link or code").fill("nonsense");
  await dialog.getByRole("button", { name: "Use this loadout" }).click();
  await expect(dialog.getByRole("alert")).toContainText("a share link or a code");
  await dialog.getByLabel("Share link or code").fill(`https://locker.example/bf4?l=${code}`);
  await dialog.getByRole("button", { name: "Use this loadout" }).click();
  await expect(getPlace(page, 1)).toContainText("Stairs");
});

test("a damaged place shows an error and can be replaced", async ({ page }) => {
  await open(page, "/bf2042?tab=loadouts&squad=damaged");
  await expect(getPlace(page, 1)).toContainText("This link is damaged");
  await expect(page.getByRole("listitem").filter({ hasText: "Open place" })).toHaveCount(3);
  await getPlace(page, 1).getByRole("button", { name: "Change" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Recon", exact: true }).click();
  await expect(getPlace(page, 1)).toContainText("Recon");
});
