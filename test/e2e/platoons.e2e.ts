// The screens of platoons: a person's list, and a platoon with its members and settings.
import { expect, test } from "./browser-test.ts";
import {
  button,
  createPlatoon,
  deletePlatoon,
  dialog,
  elsewhere,
  main,
  member,
  members,
  newMember,
  newName,
  ownPlatoon,
  sendInvitation,
  tab,
  title,
  toSlug,
} from "./pages/platoons.ts";
import { call, invite } from "./platoon.ts";
import { accountButton, chooseIn, fillSignIn, holdRequests, open, ownSelect, post, signUpAndIn } from "./site.ts";

test("a created platoon leaves no unsent input, even before its lists are read again", async ({ page }) => {
  await signUpAndIn(page);
  const name = newName();
  await open(page, "/platoons");
  await button(page, "Create platoon").click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  const release = await holdRequests(page, "**/api/trpc/platoon.members*");
  await dialog(page).getByRole("button", { name: "Create platoon" }).click();
  await page.waitForURL(`/platoons?platoon=${toSlug(name)}`);
  await open(page, "/platoons");
  release();
  await expect(page.getByRole("list", { name: "Your platoons" })).toContainText(name);
  await expect(dialog(page)).toHaveCount(0);
});

test("a platoon from its beginning to its end", async ({ page, browser }) => {
  const owner = await signUpAndIn(page);
  const other = await elsewhere(browser);
  const name = newName();
  await createPlatoon(page, name);
  await expect(page).toHaveURL(`/platoons?platoon=${toSlug(name)}`);
  await expect(main(page).getByText("OWL", { exact: true })).toBeVisible();
  await tab(page, "Members").click();
  await expect(member(page, owner)).toContainText("Owner");
  await expect(button(page, "Leave platoon")).toBeDisabled();
  await sendInvitation(page, other.person);
  await expect(page.getByRole("list", { name: "Open invitations" })).toContainText(other.person.email);

  await test.step("an invited person accepts in their list and opens the platoon", async () => {
    await open(other.page, "/platoons");
    await button(other.page, `Join ${name}`).click();
    await other.page.getByRole("link", { name, exact: true }).click();
    await expect(title(other.page, name)).toBeFocused();
    await tab(other.page, "Members").click();
    await expect(members(other.page)).toHaveCount(2);
    await expect(tab(other.page, "Settings")).toHaveCount(0);
    await expect(main(other.page).getByLabel("E-mail")).toHaveCount(0);
  });

  await test.step("the owner sees the member, and makes them an admin", async () => {
    await page.reload();
    await expect(member(page, other.person)).toBeVisible();
    await expect(page.getByRole("list", { name: "Open invitations" })).toHaveCount(0);
    const role = `Role of ${other.person.name}`;
    await chooseIn(main(page), role, "Admin");
    await expect(ownSelect(page, role)).toHaveText("Admin");
    await other.page.reload();
    await expect(tab(other.page, "Settings")).toBeVisible();
    await tab(other.page, "Settings").click();
    await expect(button(other.page, "Save")).toBeVisible();
    await expect(button(other.page, "Delete platoon")).toHaveCount(0);
  });

  await test.step("the member leaves", async () => {
    await tab(other.page, "Members").click();
    await button(other.page, "Leave platoon").click();
    await dialog(other.page).getByRole("button", { name: "Leave platoon" }).click();
    await expect(main(other.page)).toContainText("You're not in a platoon yet.");
  });

  await test.step("the owner deletes it after typing its name", async () => {
    await tab(page, "Settings").click();
    await button(page, "Delete platoon").click();
    await dialog(page).getByRole("textbox").fill("Night");
    await dialog(page).getByRole("button", { name: "Delete platoon" }).click();
    await expect(dialog(page).getByRole("alert")).toHaveText("This is not the platoon's name.");
    await page.keyboard.press("Escape");
    await deletePlatoon(page, name);
    await expect(main(page)).toContainText("You're not in a platoon yet.");
  });
  await other.place.close();
});

test("an invitation's page leads to the platoon, and the list to all", async ({ page, browser }) => {
  const person = await signUpAndIn(page);
  const { address, owner } = await invite(browser, person.email);
  await open(page, address);
  await button(page, "Join").click();
  await page.getByRole("link", { name: "Open Night Owls" }).click();
  await expect(title(page, "Night Owls")).toBeVisible();
  await page.getByRole("link", { name: "All platoons" }).click();
  const card = page.getByRole("list", { name: "Your platoons" }).getByRole("listitem");
  await expect(card).toContainText("Member");
  await expect(card).toContainText("2 members");
  await owner.close();
});

test("an invitation is declined in the list, and cancelled by who sent it", async ({ page, browser }) => {
  const other = await elsewhere(browser);
  await signUpAndIn(page);
  const { name, address } = await ownPlatoon(page);
  await open(page, `${address}&tab=members`);
  await sendInvitation(page, other.person);
  await open(other.page, "/platoons");
  await button(other.page, `Decline the invitation to ${name}`).click();
  await expect(other.page.getByRole("heading", { name: "Invitations for you" })).toHaveCount(0);
  await page.reload();
  await sendInvitation(page, other.person);
  await button(page, `Send again to ${other.person.email}`).click();
  await expect(page.getByText("Sent again.")).toBeVisible();
  await button(page, `Cancel the invitation of ${other.person.email}`).click();
  await expect(page.getByRole("list", { name: "Open invitations" })).toHaveCount(0);
  await other.place.close();
});

test("a member of two roles may do what either allows; later that is refused in place, and they are removed", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const other = await newMember(page, browser, id, "member");
  await call(page, "update-member-role", { memberId: other.memberId, role: ["member", "admin"], organizationId: id });
  await open(other.page, `${address}&tab=settings`);
  await other.page.getByLabel("Name", { exact: true }).fill("Day Owls");
  await open(page, `${address}&tab=members`);
  await chooseIn(main(page), `Role of ${other.person.name}`, "Member");
  await expect(ownSelect(page, `Role of ${other.person.name}`)).toHaveText("Member");
  await button(other.page, "Save").click();
  await expect(main(other.page).getByRole("alert")).toHaveText("Only owners and admins can do this.");
  await expect(other.page.getByLabel("Name", { exact: true })).toHaveValue("Day Owls");
  await expect(accountButton(other.page, other.person.name)).toBeVisible();
  await button(page, `Remove ${other.person.name}`).click();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(members(page)).toHaveCount(1);
  await other.page.reload();
  await expect(main(other.page)).toContainText("You aren't in a platoon with this address.");
  await expect(accountButton(other.page, other.person.name)).toBeVisible();
  await other.place.close();
});

test("an admin who is no longer one is refused where they clicked, and stays signed in", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const admin = await newMember(page, browser, id, "admin");
  const third = await newMember(page, browser, id, "member");
  // The page hears of the change only by its next call.
  await admin.page.route("**/api/trpc/platoon.feed.changes*", (route) => route.abort());
  await open(admin.page, `${address}&tab=members`);
  const row = member(admin.page, third.person);
  await expect(row).toBeVisible();
  await call(page, "update-member-role", { memberId: admin.memberId, role: "member", organizationId: id });
  await row.getByRole("button", { name: /^Remove/ }).click();
  // The account library refuses this one with 401.
  await dialog(admin.page).getByRole("button", { name: "Remove" }).click();
  await expect(row.getByRole("alert")).toHaveText("Only owners and admins can do this.");
  await chooseIn(row, `Role of ${third.person.name}`, "Admin");
  await expect(row.getByRole("alert")).toHaveText("Only owners and admins can do this.");
  await main(admin.page).getByLabel("E-mail").fill("someone@example.com");
  await button(admin.page, "Send invitation").click();
  await expect(main(admin.page).locator("form").getByRole("alert")).toHaveText("Only owners and admins can do this.");
  await expect(main(admin.page).getByLabel("E-mail")).toHaveValue("someone@example.com");
  await expect(admin.page).toHaveURL(`${address}&tab=members`);
  await admin.place.close();
  await third.place.close();
});

test("the platoon that is opened becomes the active one of the session", async ({ page }) => {
  await signUpAndIn(page);
  const first = await ownPlatoon(page);
  const second = await ownPlatoon(page);
  const getActive = async () =>
    (await (await page.request.get("/api/auth/organization/get-full-organization")).json()).name;
  expect(await getActive()).toBe(second.name);
  await open(page, `${first.address}&tab=members`);
  await expect.poll(getActive).toBe(first.name);
});

test("a platoon that opens while none is active becomes so without a refused call", async ({ page }) => {
  await signUpAndIn(page);
  const { name, address } = await ownPlatoon(page);
  await call(page, "set-active", { organizationId: null });
  const refused: string[] = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  await open(page, address);
  await expect(page.getByRole("link", { name: `Active platoon: ${name}` })).toBeVisible();
  expect(refused).toEqual([]);
});

test("of two owners one may give up the role, after a question, and may leave", async ({ page, browser }) => {
  const owner = await signUpAndIn(page);
  const { id, address } = await ownPlatoon(page);
  const other = await newMember(page, browser, id, "owner");
  await open(page, `${address}&tab=members`);
  await expect(button(page, "Leave platoon")).toBeEnabled();
  await chooseIn(main(page), `Role of ${owner.name}`, "Member");
  await dialog(page).getByRole("button", { name: "Change my role" }).click();
  await expect(tab(page, "Settings")).toHaveCount(0);
  await expect(member(page, owner)).toContainText("Member");
  await open(other.page, `${address}&tab=members`);
  await expect(button(other.page, "Leave platoon")).toBeDisabled();
  await other.place.close();
});

test("a platoon is renamed, and an address that is taken is named at its field", async ({ page }) => {
  await signUpAndIn(page);
  const { name, address } = await ownPlatoon(page);
  await open(page, `${address}&tab=settings`);
  await page.getByLabel("Name", { exact: true }).fill("Day Owls");
  await page.getByLabel("Tag").fill("");
  await button(page, "Save").click();
  await expect(title(page, "Day Owls")).toBeVisible();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(main(page).getByText("OWL", { exact: true })).toHaveCount(0);
  await open(page, "/platoons");
  await button(page, "Create platoon").click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await expect(dialog(page).getByLabel("Address")).toHaveValue(toSlug(name));
  await dialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Another platoon has this address. Choose a different one.");
  await dialog(page)
    .getByLabel("Address")
    .fill(`${toSlug(name)}-2`);
  await dialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(page).toHaveURL(`/platoons?platoon=${toSlug(name)}-2`);
});

test("what was typed is there again after a sign-in that interrupts it", async ({ page }) => {
  // Signed out on the server: an answer on its way could bring a removed cookie back.
  const person = await signUpAndIn(page);
  const { address, name } = await ownPlatoon(page);
  await open(page, `${address}&tab=settings`);
  await page.getByLabel("Name", { exact: true }).fill("Day Owls");
  await post(page, "/api/auth/sign-out");
  await button(page, "Save").click();
  await fillSignIn(page, person);
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Day Owls");
  await open(page, "/platoons");
  await button(page, "Create platoon").click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(`${name} too`);
  await post(page, "/api/auth/sign-out");
  const create = dialog(page).getByRole("button", { name: "Create platoon" });
  // The page may learn of the ended session by itself, and lead to the sign-in before the press.
  await Promise.race([create.click(), page.waitForURL(/\/login/)]);
  await fillSignIn(page, person);
  await create.click();
  await expect(title(page, `${name} too`)).toBeVisible();
});

test("without an account it leads to sign-in or sign-up; the menu and the palette lead to it", async ({ page }) => {
  await open(page, "/platoons?platoon=some");
  await expect(main(page).getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?redirect=%2Fplatoons%3Fplatoon%3Dsome",
  );
  await open(page, "/login");
  await page.getByRole("button", { name: "Continue as guest" }).click();
  await expect(accountButton(page, "Guest")).toBeVisible();
  await open(page, "/platoons");
  await expect(main(page).getByRole("link", { name: "Create account" })).toBeVisible();
  await page.context().clearCookies();
  const person = await signUpAndIn(page);
  await open(page, "/");
  await accountButton(page, person.name).click();
  await page.getByRole("link", { name: "Platoons" }).click();
  await expect(page).toHaveURL("/platoons");
  await open(page, "/");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("platoons");
  await page.getByRole("option", { name: "Platoons" }).click();
  await expect(title(page, "Platoons")).toBeVisible();
});
