// @rest
import { expect, test } from "./browser-test.ts";
import { getAccountButton, open, signUpAndIn } from "./site.ts";

test("a picture is cropped in the browser, shown and removed, and a file that is not a picture is refused", async ({
  page,
}) => {
  const person = await signUpAndIn(page);
  await open(page, "/account");
  await page
    .getByLabel("Picture file")
    .setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.getByRole("alert")).toHaveText("This picture can't be used. Try another one.");
  await page.getByLabel("Picture file").setInputFiles("public/icon-512.png");
  await expect(page.getByRole("button", { name: "Change picture" })).toBeVisible();
  const picture = getAccountButton(page, person.name).locator("img");
  await expect(picture).toHaveAttribute("src", /^\/api\/avatar\/[\w-]+$/);
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBe(256);
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByRole("button", { name: "Choose a picture" })).toBeVisible();
  await expect(picture).toHaveCount(0);
});
