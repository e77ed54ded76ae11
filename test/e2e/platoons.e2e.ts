// The platoon screens: the list of a user's platoons, and a platoon's members and settings.
import { expect, test } from "./browser-test.ts";
import {
  addMember,
  createOtherUser,
  createOwnPlatoon,
  createPlatoon,
  createPlatoonName,
  deletePlatoon,
  getButton,
  getDialog,
  getMain,
  getMember,
  getMembers,
  getTab,
  getTitle,
  sendInvitation,
  toSlug,
} from "./pages/platoons.ts";
import { call, invite } from "./platoon.ts";
import {
  chooseOption,
  fillSignIn,
  getAccountButton,
  getSiteSelect,
  holdRequests,
  open,
  post,
  signUpAndIn,
} from "./site.ts";

test("a created platoon leaves no unsent input, even before its lists are read again", async ({ page }) => {
  await signUpAndIn(page);
  const name = createPlatoonName();
  await open(page, "/platoons");
  await getButton(page, "Create platoon").click();
  await getDialog(page).getByLabel("Name", { exact: true }).fill(name);
  const release = await holdRequests(page, "**/api/trpc/platoon.members*");
  await getDialog(page).getByRole("button", { name: "Create platoon" }).click();
  await page.waitForURL(`/platoons?platoon=${toSlug(name)}`);
  await open(page, "/platoons");
  release();
  await expect(page.getByRole("list", { name: "Your platoons" })).toContainText(name);
  await expect(getDialog(page)).toHaveCount(0);
});

test("the platoons page asks for no invitations before the address is verified", async ({ page }) => {
  await signUpAndIn(page);
  await page.route("**/api/auth/get-session*", async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response, json: { ...session, user: { ...session.user, emailVerified: false } } });
  });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/platoons", { waitUntil: "networkidle" });
  await expect(getButton(page, "Create platoon")).toBeVisible();
  expect(requested).toContain("/api/auth/organization/list");
  expect(requested).not.toContain("/api/auth/organization/list-user-invitations");
});

test("a platoon from its beginning to its end", async ({ page, browser }) => {
  const owner = await signUpAndIn(page);
  const otherUser = await createOtherUser(browser);
  const name = createPlatoonName();
  await createPlatoon(page, name);
  await expect(page).toHaveURL(`/platoons?platoon=${toSlug(name)}`);
  await expect(getMain(page).getByText("OWL", { exact: true })).toBeVisible();
  await getTab(page, "Members").click();
  await expect(getMember(page, owner)).toContainText("Owner");
  await expect(getButton(page, "Leave platoon")).toBeDisabled();
  await sendInvitation(page, otherUser.person);
  await expect(page.getByRole("list", { name: "Open invitations" })).toContainText(otherUser.person.email);

  await test.step("an invited person accepts in their list and opens the platoon", async () => {
    await open(otherUser.page, "/platoons");
    await getButton(otherUser.page, `Join ${name}`).click();
    await otherUser.page.getByRole("link", { name, exact: true }).click();
    await expect(getTitle(otherUser.page, name)).toBeFocused();
    await getTab(otherUser.page, "Members").click();
    await expect(getMembers(otherUser.page)).toHaveCount(2);
    await expect(getTab(otherUser.page, "Settings")).toHaveCount(0);
    await expect(getMain(otherUser.page).getByLabel("E-mail")).toHaveCount(0);
  });

  await test.step("the owner sees the member, and makes them an admin", async () => {
    await page.reload();
    await expect(getMember(page, otherUser.person)).toBeVisible();
    await expect(page.getByRole("list", { name: "Open invitations" })).toHaveCount(0);
    const role = `Role of ${otherUser.person.name}`;
    await chooseOption(getMain(page), role, "Admin");
    await expect(getSiteSelect(page, role)).toHaveText("Admin");
    await otherUser.page.reload();
    await expect(getTab(otherUser.page, "Settings")).toBeVisible();
    await getTab(otherUser.page, "Settings").click();
    await expect(getButton(otherUser.page, "Save")).toBeVisible();
    await expect(getButton(otherUser.page, "Delete platoon")).toHaveCount(0);
  });

  await test.step("the member leaves", async () => {
    await getTab(otherUser.page, "Members").click();
    await getButton(otherUser.page, "Leave platoon").click();
    await getDialog(otherUser.page).getByRole("button", { name: "Leave platoon" }).click();
    await expect(getMain(otherUser.page)).toContainText("You're not in a platoon yet.");
  });

  await test.step("the owner deletes it after typing its name", async () => {
    await getTab(page, "Settings").click();
    await getButton(page, "Delete platoon").click();
    await getDialog(page).getByRole("textbox").fill("Night");
    await getDialog(page).getByRole("button", { name: "Delete platoon" }).click();
    await expect(getDialog(page).getByRole("alert")).toHaveText("This is not the platoon's name.");
    await page.keyboard.press("Escape");
    await deletePlatoon(page, name);
    await expect(getMain(page)).toContainText("You're not in a platoon yet.");
  });
  await otherUser.otherContext.close();
});

test("an invitation's page leads to the platoon, and the list to all", async ({ page, browser }) => {
  const person = await signUpAndIn(page);
  const { address, owner } = await invite(browser, person.email);
  await open(page, address);
  await getButton(page, "Join").click();
  await page.getByRole("link", { name: "Open Night Owls" }).click();
  await expect(getTitle(page, "Night Owls")).toBeVisible();
  await page.getByRole("link", { name: "All platoons" }).click();
  const card = page.getByRole("list", { name: "Your platoons" }).getByRole("listitem");
  await expect(card).toContainText("Member");
  await expect(card).toContainText("2 members");
  await owner.close();
});

test("an invitation can be declined in the list, and cancelled by its sender", async ({ page, browser }) => {
  const otherUser = await createOtherUser(browser);
  await signUpAndIn(page);
  const { name, address } = await createOwnPlatoon(page);
  await open(page, `${address}&tab=members`);
  await sendInvitation(page, otherUser.person);
  await open(otherUser.page, "/platoons");
  await getButton(otherUser.page, `Decline the invitation to ${name}`).click();
  await expect(otherUser.page.getByRole("heading", { name: "Invitations for you" })).toHaveCount(0);
  await page.reload();
  await sendInvitation(page, otherUser.person);
  await getButton(page, `Send again to ${otherUser.person.email}`).click();
  await expect(page.getByText("Sent again.")).toBeVisible();
  await getButton(page, `Cancel the invitation of ${otherUser.person.email}`).click();
  await expect(page.getByRole("list", { name: "Open invitations" })).toHaveCount(0);
  await otherUser.otherContext.close();
});

test("a member of two roles may do what either allows; later that is refused in place, and they are removed", async ({
  page,
  browser,
}) => {
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const otherUser = await addMember(page, browser, id, "member");
  await call(page, "update-member-role", {
    memberId: otherUser.memberId,
    role: ["member", "admin"],
    organizationId: id,
  });
  await open(otherUser.page, `${address}&tab=settings`);
  await otherUser.page.getByLabel("Name", { exact: true }).fill("Day Owls");
  await open(page, `${address}&tab=members`);
  await chooseOption(getMain(page), `Role of ${otherUser.person.name}`, "Member");
  await expect(getSiteSelect(page, `Role of ${otherUser.person.name}`)).toHaveText("Member");
  await getButton(otherUser.page, "Save").click();
  await expect(getMain(otherUser.page).getByRole("alert")).toHaveText("Only owners and admins can do this.");
  await expect(otherUser.page.getByLabel("Name", { exact: true })).toHaveValue("Day Owls");
  await expect(getAccountButton(otherUser.page, otherUser.person.name)).toBeVisible();
  await getButton(page, `Remove ${otherUser.person.name}`).click();
  await getDialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(getMembers(page)).toHaveCount(1);
  await otherUser.page.reload();
  await expect(getMain(otherUser.page)).toContainText("You aren't in a platoon with this address.");
  await expect(getAccountButton(otherUser.page, otherUser.person.name)).toBeVisible();
  await otherUser.otherContext.close();
});

test("an admin who is no longer one is refused where they clicked, and stays signed in", async ({ page, browser }) => {
  await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const admin = await addMember(page, browser, id, "admin");
  const thirdUser = await addMember(page, browser, id, "member");
  // The page notices the change only by its next call.
  await admin.page.route("**/api/trpc/platoon.feed.changes*", (route) => route.abort());
  await open(admin.page, `${address}&tab=members`);
  const row = getMember(admin.page, thirdUser.person);
  await expect(row).toBeVisible();
  await call(page, "update-member-role", { memberId: admin.memberId, role: "member", organizationId: id });
  await row.getByRole("button", { name: /^Remove/ }).click();
  // The account library refuses this call with 401.
  await getDialog(admin.page).getByRole("button", { name: "Remove" }).click();
  await expect(row.getByRole("alert")).toHaveText("Only owners and admins can do this.");
  await chooseOption(row, `Role of ${thirdUser.person.name}`, "Admin");
  await expect(row.getByRole("alert")).toHaveText("Only owners and admins can do this.");
  await getMain(admin.page).getByLabel("E-mail").fill("someone@example.com");
  await getButton(admin.page, "Send invitation").click();
  await expect(getMain(admin.page).locator("form").getByRole("alert")).toHaveText(
    "Only owners and admins can do this.",
  );
  await expect(getMain(admin.page).getByLabel("E-mail")).toHaveValue("someone@example.com");
  await expect(admin.page).toHaveURL(`${address}&tab=members`);
  await admin.otherContext.close();
  await thirdUser.otherContext.close();
});

test("the platoon that is opened becomes the active one of the session", async ({ page }) => {
  await signUpAndIn(page);
  const firstPlatoon = await createOwnPlatoon(page);
  const secondPlatoon = await createOwnPlatoon(page);
  const getActive = async () =>
    (await (await page.request.get("/api/auth/organization/get-full-organization")).json()).name;
  expect(await getActive()).toBe(secondPlatoon.name);
  await open(page, `${firstPlatoon.address}&tab=members`);
  await expect.poll(getActive).toBe(firstPlatoon.name);
});

test("a platoon that opens while none is active becomes so without a refused call", async ({ page }) => {
  await signUpAndIn(page);
  const { name, address } = await createOwnPlatoon(page);
  await call(page, "set-active", { organizationId: null });
  const refused: string[] = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  await open(page, address);
  await expect(page.getByRole("link", { name: `Active platoon: ${name}` })).toBeVisible();
  expect(refused).toEqual([]);
});

test("of two owners one may give up the role, after a question, and may leave", async ({ page, browser }) => {
  const owner = await signUpAndIn(page);
  const { id, address } = await createOwnPlatoon(page);
  const otherUser = await addMember(page, browser, id, "owner");
  await open(page, `${address}&tab=members`);
  await expect(getButton(page, "Leave platoon")).toBeEnabled();
  await chooseOption(getMain(page), `Role of ${owner.name}`, "Member");
  await getDialog(page).getByRole("button", { name: "Change my role" }).click();
  await expect(getTab(page, "Settings")).toHaveCount(0);
  await expect(getMember(page, owner)).toContainText("Member");
  await open(otherUser.page, `${address}&tab=members`);
  await expect(getButton(otherUser.page, "Leave platoon")).toBeDisabled();
  await otherUser.otherContext.close();
});

test("a platoon is renamed, and an address that is taken is named at its field", async ({ page }) => {
  await signUpAndIn(page);
  const { name, address } = await createOwnPlatoon(page);
  await open(page, `${address}&tab=settings`);
  await page.getByLabel("Name", { exact: true }).fill("Day Owls");
  await page.getByLabel("Tag").fill("");
  await getButton(page, "Save").click();
  await expect(getTitle(page, "Day Owls")).toBeVisible();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(getMain(page).getByText("OWL", { exact: true })).toHaveCount(0);
  await open(page, "/platoons");
  await getButton(page, "Create platoon").click();
  await getDialog(page).getByLabel("Name", { exact: true }).fill(name);
  await expect(getDialog(page).getByLabel("Address")).toHaveValue(toSlug(name));
  await getDialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(getDialog(page).getByRole("alert")).toHaveText(
    "Another platoon has this address. Choose a different one.",
  );
  await getDialog(page)
    .getByLabel("Address")
    .fill(`${toSlug(name)}-2`);
  await getDialog(page).getByRole("button", { name: "Create platoon" }).click();
  await expect(page).toHaveURL(`/platoons?platoon=${toSlug(name)}-2`);
});

test("forms restore their input after an interrupting sign-in", async ({ page }) => {
  // The session is ended on the server, because a pending response could restore a deleted cookie.
  const person = await signUpAndIn(page);
  const { address, name } = await createOwnPlatoon(page);
  await open(page, `${address}&tab=settings`);
  await page.getByLabel("Name", { exact: true }).fill("Day Owls");
  await post(page, "/api/auth/sign-out");
  await getButton(page, "Save").click();
  await fillSignIn(page, person);
  await expect(getTitle(page, name)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Day Owls");
  await open(page, "/platoons");
  await getButton(page, "Create platoon").click();
  await getDialog(page).getByLabel("Name", { exact: true }).fill(`${name} too`);
  await post(page, "/api/auth/sign-out");
  const create = getDialog(page).getByRole("button", { name: "Create platoon" });
  // The page may notice the ended session itself and open the sign-in page before the click.
  await Promise.race([create.click(), page.waitForURL(/\/login/)]);
  await fillSignIn(page, person);
  await create.click();
  await expect(getTitle(page, `${name} too`)).toBeVisible();
});

test("the platoons page leads from its sample to sign-in or sign-up without an account, and the menu and the palette link to it", async ({
  page,
}) => {
  await open(page, "/platoons?platoon=some");
  await expect(getMain(page).getByRole("link", { name: "Use my own" })).toHaveAttribute(
    "href",
    "/login?redirect=%2Fplatoons%3Fplatoon%3Dsome",
  );
  await open(page, "/login");
  await page.getByRole("button", { name: "Continue as guest" }).click();
  await expect(getAccountButton(page, "Guest")).toBeVisible();
  await open(page, "/platoons");
  await expect(getMain(page).getByRole("link", { name: "Create account" })).toBeVisible();
  await page.context().clearCookies();
  const person = await signUpAndIn(page);
  await open(page, "/");
  await getAccountButton(page, person.name).click();
  await page.getByRole("link", { name: "Platoons", exact: true }).click();
  await expect(page).toHaveURL("/platoons");
  await open(page, "/");
  await getMain(page).getByRole("link", { name: "All platoons" }).click();
  await expect(page).toHaveURL("/platoons");
  await open(page, "/");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("platoons");
  await page.getByRole("option", { name: "Platoons" }).click();
  await expect(getTitle(page, "Platoons")).toBeVisible();
});
