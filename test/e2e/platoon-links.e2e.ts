// @rest
// Joining a platoon by a link, transferring its ownership, and restoring a deleted platoon.
import { expectNoAxeViolations } from "./axe.ts";
import { expect, test } from "./browser-test.ts";
import {
  createLink,
  createOtherUser,
  createOwnPlatoon,
  getButton,
  getDialog,
  getMain,
  getMember,
  getMembers,
  getTab,
  getTitle,
  toSlug,
} from "./pages/platoons.ts";
import { call } from "./platoon.ts";
import { open, signUpAndIn } from "./site.ts";

test("a second person joins by a link that can be used once, and becomes the owner", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { name, address } = await createOwnPlatoon(page);
  await open(page, `${address}&tab=members`);
  const link = await createLink(page, "1 person");
  const links = page.getByRole("list", { name: "Invite links" }).getByRole("listitem");
  await expect(links).toContainText("Member, 1 of 1 use left");
  await expectNoAxeViolations(page);
  const visitor = await browser.newContext({ baseURL: new URL(link).origin, serviceWorkers: "block" });
  const stranger = await visitor.newPage();
  await open(stranger, link);
  await expect(getMain(stranger)).toContainText("Sign in or create an account to join.");
  const redirect = encodeURIComponent(link.slice(new URL(link).origin.length));
  await expect(getMain(stranger).getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?redirect=${redirect}`,
  );
  await expectNoAxeViolations(stranger);
  const otherUser = await createOtherUser(browser);
  await open(otherUser.page, link);
  await getButton(otherUser.page, "Join").click();
  await expect(getMain(otherUser.page)).toContainText(`You are in ${name} now.`);
  await otherUser.page.reload();
  await expect(getMain(otherUser.page)).toContainText(`You are already in ${name}.`);
  await getMain(otherUser.page)
    .getByRole("link", { name: `Open ${name}` })
    .click();
  await expect(getTitle(otherUser.page, name)).toBeVisible();
  await stranger.reload();
  await expect(getMain(stranger)).toContainText("has expired or was used up");
  await open(stranger, "/invite?link=unknown");
  await expect(getMain(stranger)).toContainText("This invite link is not valid.");
  await page.reload();
  await expect(links).toContainText("over");
  await expect(getMembers(page)).toHaveCount(2);
  await getButton(page, "Create link").click();
  await getMain(page)
    .getByRole("button", { name: /^Revoke the link/ })
    .click();
  await expect(links.filter({ hasText: "revoked" })).toHaveCount(1);

  await test.step("the owner transfers the platoon", async () => {
    await getButton(page, `Make owner: ${otherUser.person.name}`).click();
    await expect(getDialog(page)).toContainText("you become an admin");
    await expectNoAxeViolations(page);
    await getDialog(page).getByRole("button", { name: "Make owner" }).click();
    await expect(getMember(page, otherUser.person)).toContainText("Owner");
    await expect(getButton(page, "Leave platoon")).toBeEnabled();
  });
  await visitor.close();
  await otherUser.otherContext.close();
});

test("a deleted platoon is restored from the list, with a new address if its own is in use", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page);
  const { id, name } = await createOwnPlatoon(page);
  await call(page, "delete", { organizationId: id });
  const otherUser = await createOtherUser(browser);
  await call(otherUser.otherContext, "create", { name: "Other Owls", slug: toSlug(name) });
  await open(page, "/platoons");
  const deleted = page.getByRole("list", { name: "Deleted platoons" });
  await expect(deleted).toContainText(name);
  await getButton(page, `Bring back ${name}`).click();
  await expect(deleted.getByRole("alert")).toHaveText("Another platoon has this address. Choose a different one.");
  await expectNoAxeViolations(page);
  await deleted.getByLabel("Address").fill(`${toSlug(name)}-2`);
  await getButton(page, `Bring back ${name}`).click();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(`/platoons?platoon=${toSlug(name)}-2`);
  await getTab(page, "Members").click();
  await expect(getMembers(page)).toHaveCount(1);
  await otherUser.otherContext.close();
});
