// @rest
// Joining a platoon by a link, handing it on, and bringing a deleted one back.
import { expectNothingFound } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import {
  button,
  dialog,
  elsewhere,
  main,
  makeLink,
  member,
  members,
  ownPlatoon,
  tab,
  title,
  toSlug,
} from "./pages/platoons.ts";
import { call } from "./platoon.ts";
import { open, signUpAndIn } from "./site.ts";

test("a second person joins by a link, once for all", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { name, address } = await ownPlatoon(page);
  await open(page, `${address}&tab=members`);
  const link = await makeLink(page, "1 person");
  const links = page.getByRole("list", { name: "Invite links" }).getByRole("listitem");
  await expect(links).toContainText("Member, 1 of 1 use left");
  await expectNothingFound(page);
  const visitor = await browser.newContext({ baseURL: new URL(link).origin, serviceWorkers: "block" });
  const stranger = await visitor.newPage();
  await open(stranger, link);
  await expect(main(stranger)).toContainText("Sign in or create an account to join.");
  const redirect = encodeURIComponent(link.slice(new URL(link).origin.length));
  await expect(main(stranger).getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?redirect=${redirect}`,
  );
  await expectNothingFound(stranger);
  const other = await elsewhere(browser);
  await open(other.page, link);
  await button(other.page, "Join").click();
  await expect(main(other.page)).toContainText(`You are in ${name} now.`);
  await other.page.reload();
  await expect(main(other.page)).toContainText(`You are already in ${name}.`);
  await main(other.page)
    .getByRole("link", { name: `Open ${name}` })
    .click();
  await expect(title(other.page, name)).toBeVisible();
  await stranger.reload();
  await expect(main(stranger)).toContainText("has expired or was used up");
  await open(stranger, "/invite?link=unknown");
  await expect(main(stranger)).toContainText("This invite link is not valid.");
  await page.reload();
  await expect(links).toContainText("over");
  await expect(members(page)).toHaveCount(2);
  await button(page, "Create link").click();
  await main(page)
    .getByRole("button", { name: /^Revoke the link/ })
    .click();
  await expect(links.filter({ hasText: "revoked" })).toHaveCount(1);

  await test.step("the owner hands the platoon on", async () => {
    await button(page, `Make owner: ${other.person.name}`).click();
    await expect(dialog(page)).toContainText("you become an admin");
    await expectNothingFound(page);
    await dialog(page).getByRole("button", { name: "Make owner" }).click();
    await expect(member(page, other.person)).toContainText("Owner");
    await expect(button(page, "Leave platoon")).toBeEnabled();
  });
  await visitor.close();
  await other.place.close();
});

test("a deleted platoon is brought back from the list, under another address where its own was taken", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page);
  const { id, name } = await ownPlatoon(page);
  await call(page, "delete", { organizationId: id });
  const other = await elsewhere(browser);
  await call(other.place, "create", { name: "Other Owls", slug: toSlug(name) });
  await open(page, "/platoons");
  const deleted = page.getByRole("list", { name: "Deleted platoons" });
  await expect(deleted).toContainText(name);
  await button(page, `Bring back ${name}`).click();
  await expect(deleted.getByRole("alert")).toHaveText("Another platoon has this address. Choose a different one.");
  await expectNothingFound(page);
  await deleted.getByLabel("Address").fill(`${toSlug(name)}-2`);
  await button(page, `Bring back ${name}`).click();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(`/platoons?platoon=${toSlug(name)}-2`);
  await tab(page, "Members").click();
  await expect(members(page)).toHaveCount(1);
  await other.place.close();
});
