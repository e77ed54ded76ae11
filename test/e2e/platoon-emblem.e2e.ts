// @weekly
// The emblem of a platoon: designed by keyboard alone, stored, and shown beside the platoon's name.
import { expectNoAxeViolations, expectNoHorizontalScroll } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import { createPlatoonName, getButton, getDialog, getMain, getTitle, toSlug } from "./pages/platoons.ts";
import { open, signUpAndIn } from "./site.ts";

test("an emblem is designed while a platoon is created, and changed in its settings", async ({ page }) => {
  await signUpAndIn(page);
  const name = createPlatoonName();
  await open(page, "/platoons");
  await getButton(page, "Create platoon").click();
  await getDialog(page).getByLabel("Name", { exact: true }).fill(name);
  const press = async (action: string) => {
    await getDialog(page).getByRole("button", { name: action, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const preview = getDialog(page).getByRole("img");
  await press("Design an emblem");
  await expect(preview).toHaveAccessibleName("Emblem: Shield in olive and Star in white");
  await press("Add a shape");
  await getDialog(page).getByLabel("Shape", { exact: true }).selectOption("Tank");
  await getDialog(page).getByRole("group", { name: "Colour of the shape" }).getByLabel("Red").focus();
  await page.keyboard.press("Space");
  await expect(preview).toHaveAccessibleName("Emblem: Shield in olive, Star in white and Tank in red");
  const size = getDialog(page).getByRole("slider", { name: "Size" });
  await size.focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await expect(size).toHaveValue("53");
  await press("Move Shape 2: Tank down");
  await expect(preview).toHaveAccessibleName("Emblem: Shield in olive, Tank in red and Star in white");
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await press("Random");
  await press("Undo");
  await expect(preview).toHaveAccessibleName("Emblem: Shield in olive, Tank in red and Star in white");
  await press("Undo");
  await press("Undo");
  await expect(size).toHaveValue("50");
  await getDialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(getTitle(page, name)).toBeVisible();
  const drawnPaths = getMain(page).locator("h1 svg path");
  await expect(drawnPaths).toHaveCount(4);
  await open(page, "/platoons");
  await expect(page.getByRole("list", { name: "Your platoons" }).locator("svg path")).toHaveCount(4);
  await open(page, `/platoons?platoon=${toSlug(name)}&tab=settings`);
  await getButton(page, "Remove Shape 2: Tank").click();
  await getButton(page, "Save").click();
  await expect(drawnPaths).toHaveCount(3);
  await getButton(page, "No emblem").click();
  await expect(getMain(page)).toContainText("No emblem yet.");
  await getButton(page, "Save").click();
  await expect(drawnPaths).toHaveCount(0);
});
