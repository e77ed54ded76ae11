// @weekly
// The emblem of a platoon: designed with the keyboard alone, stored, and shown beside its name.
import { expectNoSidewaysScroll, expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { button, dialog, main, newName, title, toSlug } from "./pages/platoons.ts";
import { open, signUpAndIn } from "./site.ts";

test("an emblem is designed while a platoon is created, and changed in its settings", async ({ page }) => {
  await signUpAndIn(page);
  const name = newName();
  await open(page, "/platoons");
  await button(page, "Create platoon").click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  const press = async (action: string) => {
    await dialog(page).getByRole("button", { name: action, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const shown = dialog(page).getByRole("img");
  await press("Design an emblem");
  await expect(shown).toHaveAccessibleName("Emblem: Shield in olive and Star in white");
  await press("Add a shape");
  await dialog(page).getByLabel("Shape", { exact: true }).selectOption("Tank");
  await dialog(page).getByRole("group", { name: "Colour of the shape" }).getByLabel("Red").focus();
  await page.keyboard.press("Space");
  await expect(shown).toHaveAccessibleName("Emblem: Shield in olive, Star in white and Tank in red");
  const size = dialog(page).getByRole("slider", { name: "Size" });
  await size.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await expect(size).toHaveValue("53");
  await press("Move Shape 2: Tank down");
  await expect(shown).toHaveAccessibleName("Emblem: Shield in olive, Tank in red and Star in white");
  await expectNothingFound(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await press("Random");
  await press("Undo");
  await expect(shown).toHaveAccessibleName("Emblem: Shield in olive, Tank in red and Star in white");
  await press("Undo");
  await press("Undo");
  await expect(size).toHaveValue("50");
  await dialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(title(page, name)).toBeVisible();
  const drawn = main(page).locator("h1 svg path");
  await expect(drawn).toHaveCount(4);
  await open(page, "/platoons");
  await expect(page.getByRole("list", { name: "Your platoons" }).locator("svg path")).toHaveCount(4);
  await open(page, `/platoons?platoon=${toSlug(name)}&tab=settings`);
  await button(page, "Remove Shape 2: Tank").click();
  await button(page, "Save").click();
  await expect(drawn).toHaveCount(3);
  await button(page, "No emblem").click();
  await expect(main(page)).toContainText("No emblem yet.");
  await button(page, "Save").click();
  await expect(drawn).toHaveCount(0);
});
