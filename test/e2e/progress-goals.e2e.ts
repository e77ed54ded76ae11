import { call, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { openProgress } from "#test/e2e/pages/progress.ts";
import { addSample } from "#test/e2e/pages/soldier.ts";
import { expect, test } from "./browser-test.ts";

test.describe("goals", () => {
  test("explain without a soldier that they need one, and why those of Battlefield 2042 are the user's own", async ({
    page,
  }) => {
    await signInAsGuest(page);
    await openProgress(page, "&list=goals", "bf2042");
    await expect(page.getByText("How much Battlefield 2042's unlocks need isn't public")).toBeVisible();
    await page.getByRole("link", { name: "Add a soldier" }).click();
    await expect(page).toHaveURL(/tab=soldier/);
  });

  test("are added by the form and from a suggestion, edited, removed and restored", async ({ page, browserErrors }) => {
    await signInAsGuest(page);
    await addSample(page, "bf2042");
    await openProgress(page, "&list=goals", "bf2042");
    await page.getByRole("button", { name: "Add a goal" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a goal" });
    await dialog.getByRole("button", { name: "Set the goal" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Choose what the goal is about.");
    await dialog.getByLabel("About").selectOption("A weapon");
    const weapon = dialog.getByRole("combobox", { name: "Weapon" });
    const name = await weapon.inputValue();
    await expect(dialog.getByText(/^Now: [\d,]+$/)).toBeVisible();
    await dialog.getByLabel("Amount").fill("100000");
    await dialog.getByText("This many more from now").click();
    await dialog.getByRole("button", { name: "Set the goal" }).click();
    await expect(dialog).toHaveCount(0);
    const goals = page.getByRole("list", { name: "Open goals" }).getByRole("listitem");
    await expect(goals).toContainText(`Kills with the ${name}: 0 of 100,000 more`);
    await expect(goals.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "0 of 100,000 more");

    await page.getByRole("button", { name: `Edit: Kills with the ${name}` }).click();
    const edit = page.getByRole("dialog", { name: "Edit the goal" });
    await edit.getByLabel("Amount").fill("50");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(goals).toContainText("0 of 50 more");

    await page.getByRole("button", { name: `Remove: Kills with the ${name}` }).click();
    await expect(page.getByText("0 goals to go")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(goals).toContainText("0 of 50 more");

    const starters = page.getByRole("region", { name: "Suggested goals" }).getByRole("listitem");
    await expect(starters.first()).toBeVisible();
    const before = await starters.count();
    await starters.first().getByRole("button").click();
    await expect(goals).toHaveCount(2);
    await expect(starters).toHaveCount(before - 1);
    expect(browserErrors).toEqual([]);
  });

  test("that are reached are listed below the open ones", async ({ page }) => {
    await signInAsGuest(page);
    const soldierId = await addSample(page, "bf4");
    const aim = { kind: "figure", figureId: "kills" };
    await call(page, "goal.save", { id: crypto.randomUUID(), soldierId, aim, amount: 10, fromNow: false });
    await openProgress(page, "&list=goals");
    await expect(page.getByText("0 goals to go")).toBeVisible();
    await expect(page.getByRole("list", { name: "Reached goals" })).toContainText(/Reached, seen on/);
  });
});
