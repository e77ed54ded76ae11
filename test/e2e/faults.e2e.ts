// @rest
// Proxies that answer in place of the site, calls that hang, answers that get lost, storage that fails: the scenarios that
// all engines play, and what Chromium alone does.
import { readFile } from "node:fs/promises";
import { act, card, fill, openLockerAsGuest, signInAsGuest } from "#test/e2e/pages/locker.ts";
import { getWorkerBuild, nameField, PATIENCE, settle, storeDevice, sync, versions } from "#test/e2e/pages/offline.ts";
import { guestWithCounts, openProgress } from "#test/e2e/pages/progress.ts";
import { asTab } from "#test/e2e/pages/tab.ts";
import { API, CHANGES, PERSONAL } from "#test/harness/fault-gate.ts";
import { SCENARIOS } from "#test/harness/fault-scenarios.ts";
import { expect, test } from "./gated-test.ts";
import { newPerson, open, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });

for (const { title, play } of SCENARIOS) {
  test(title, ({ page, gate }) => play({ tab: asTab(page), gate }));
}

const UNREACHABLE = [
  { fault: "drop", name: "a connection that ends" },
  { fault: 429, name: "429" },
  { fault: 503, name: "503 with a page" },
  { fault: "time-out", name: "504 after the call was processed" },
] as const;

for (const { fault, name } of UNREACHABLE) {
  test(`a change on a card waits through ${name}, also over a reload, and is there once afterwards`, async ({
    page,
    gate,
  }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    const failing = gate.fail(PERSONAL, fault);
    await act(page, "Alpha", "Rename…");
    await nameField(page).fill("Bravo");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(card(page, "Bravo")).toBeVisible();
    await expect(sync(page)).toContainText("1 change waiting", PATIENCE);
    await page.reload();
    await expect(card(page, "Bravo")).toBeVisible();
    failing.end();
    await expect(sync(page)).toHaveText("Saved", { timeout: 75_000 });
    expect(await versions(page)).toEqual({ Bravo: 2 });
    await expect(page.getByText(/^Offline/)).toHaveCount(0);
  });
}

test("a card's form that was sent is not open after a reload, whether its change waits, has a conflict or is refused", async ({
  page,
  gate,
}) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }]);
  const hanging = gate.fail("loadout.save", "hang");
  await act(page, "Alpha", "Rename…");
  await nameField(page).fill("Bravo");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => hanging.count(), PATIENCE).toBe(1);
  await page.reload();
  hanging.end();
  await expect(card(page, "Bravo")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => versions(page), PATIENCE).toEqual({ Bravo: 2 });

  // What the other device saves does not reach this page.
  gate.fail("loadout.changes", "hang");
  await open(page, "/bf4?tab=loadouts");
  const [row] = gate.site.sql("select id, body from loadout");
  const [id, body] = ["id", "body"].map((name) => String(Reflect.get(Object(row), name)));
  const content = { name: "From home", note: "", tags: [], loadout: JSON.parse(body ?? "") };
  await act(page, "Bravo", "Rename…");
  await gate.mutate("loadout.save", { id, ...content, seenVersion: 2 });
  await nameField(page).fill("Charlie");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(sync(page)).toContainText("1 change needs you", PATIENCE);
  // A second form on top of the conflict does not decide it.
  await act(page, "Charlie", "Rename…");
  await nameField(page).fill("Delta");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.reload();
  await expect(sync(page)).toContainText("1 change needs you", PATIENCE);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await versions(page)).toEqual({ "From home": 3 });
});

test("folders, pins, orders and deletions wait through 502, also over a reload, and are there afterwards", async ({
  page,
  gate,
}) => {
  await openLockerAsGuest(page, [{ name: "Charlie" }, { name: "Bravo" }, { name: "Alpha" }]);
  const failing = gate.fail(CHANGES, 502);
  await act(page, "Alpha", "Pin");
  await act(page, "Bravo", "Move to folder…");
  await page.getByLabel("Name of the new folder").fill("Nights");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await act(page, "Charlie", "Delete");
  const expectAll = async () => {
    await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible();
    await expect(page.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();
    await expect(card(page, "Charlie")).toHaveCount(0);
  };
  await expectAll();
  await page.reload();
  await expectAll();
  failing.end();
  await expect(sync(page)).toHaveText("Saved", { timeout: 75_000 });
  await page.reload();
  await expectAll();
  const rows = gate.site.sql("select name from loadout where deletedAt is null order by name");
  expect(rows.map((row) => Reflect.get(Object(row), "name"))).toEqual(["Alpha", "Bravo"]);
});

test("a target put into the plan while a proxy answers 502 is in it after a reload, and afterwards", async ({
  page,
  gate,
}) => {
  await guestWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 12 } });
  await openProgress(page, "&list=closest");
  const plan = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "HD-33 (1x)" }) })
    .first()
    .getByRole("button", { name: /plan: / });
  const failing = gate.fail(CHANGES, 502);
  await plan.click();
  await expect(plan).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(plan).toHaveAttribute("aria-pressed", "true");
  failing.end();
  await expect(sync(page)).toHaveText("Saved", { timeout: 75_000 });
  await page.reload();
  await expect(plan).toHaveAttribute("aria-pressed", "true");
});

test("stored values that no release has written break no screen, and a change beside them is sent", async ({
  page,
  gate,
}) => {
  await signInAsGuest(page);
  const [id = ""] = await fill(page, [{ name: "Alpha" }]);
  const [row] = gate.site.sql('select id from "user"');
  const owner = String(Reflect.get(Object(row), "id"));
  await page.goto("/robots.txt");
  const pin = { call: "loadout.arrange", input: { ids: [id], pinned: true }, id: "1", name: "Alpha", at: "2026-11-20" };
  await storeDevice(page, {
    database: {
      [`outbox:${owner}:`]: [{ call: "loadout.save" }, "nonsense", null, pin, { call: "loadout.fly", id: "2" }],
      [`locker:${owner}:`]: { known: ["nonsense"] },
      [`answer:${owner}:folder.list:null`]: "nonsense",
    },
    local: {
      person: JSON.stringify({ id: owner, name: "", isGuest: true }),
      outbox: "5",
      [`draft:loadout:bf4:${id}`]: '{"version":1,"value":{"name":7}}',
      [`draft:loadout:bf4:new`]: "{",
    },
  });
  await open(page, "/bf4?tab=loadouts");
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible(PATIENCE);
  await expect.poll(() => gate.calls("loadout.arrange").length, PATIENCE).toBe(1);
  await card(page, "Alpha").click();
  await expect(nameField(page)).toHaveValue("Alpha");
  await open(page, "/bf4?tab=loadouts&edit=new");
  await expect(nameField(page)).toHaveValue("");
});

test("a newer build reads the locker and the catalogues that the one before has stored", async ({
  page,
  context,
  gate,
}) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }]);
  await card(page, "Alpha").click();
  await expect(nameField(page)).toHaveValue("Alpha");
  await settle(page);
  gate.renew();
  // The new build finds nothing but its own files on the network.
  gate.fail(API, 502);
  await page.reload();
  await expect(page.locator("html[data-ready][data-build$='-newer']")).toBeAttached();
  await expect.poll(() => getWorkerBuild(page), { timeout: 60_000 }).toMatch(/-newer$/);
  await context.setOffline(true);
  await open(page, "/bf4?tab=loadouts");
  await card(page, "Alpha").click();
  await expect(nameField(page)).toHaveValue("Alpha");
  await expect(page.getByRole("button", { name: /AK-12$/ }).first()).toBeVisible();
  await open(page, "/bf2042?tab=arsenal&cat=vehicles");
  await expect(page.getByText("LATV4 Recon").first()).toBeVisible();
});

test("changes and drafts that a device stored under 0.2.0 are read once, and sent", async ({ page, gate }) => {
  await signUpAndIn(page, newPerson(), gate.origin);
  const [alpha = "", bravo = ""] = await fill(page, [{ name: "Alpha" }, { name: "Bravo" }]);
  const [row] = gate.site.sql('select id from "user"');
  const owner = String(Reflect.get(Object(row), "id"));
  const text = await readFile("test/fixtures/device-0.2.0.json", "utf8");
  const ids: Record<string, string> = { OWNER: owner, ALPHA: alpha, BRAVO: bravo, CHARLIE: crypto.randomUUID() };
  const stored = JSON.parse(text.replaceAll(/OWNER|ALPHA|BRAVO|CHARLIE/g, (name) => ids[name] ?? name));
  gate.forgetCalls();
  // A page without scripts, so that everything is there before the site begins.
  await page.goto("/robots.txt");
  await storeDevice(page, stored);
  await open(page, "/bf4?tab=loadouts");
  await expect(card(page, "Alpha from the train")).toBeVisible(PATIENCE);
  await expect(card(page, "Charlie")).toBeVisible();
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Bravo")).toBeVisible();
  await expect.poll(() => versions(page), PATIENCE).toEqual({ "Alpha from the train": 2, Bravo: 1, Charlie: 1 });
  expect(gate.calls("loadout.save")).toHaveLength(2);
  // The draft.
  await card(page, "Bravo").click();
  await expect(nameField(page)).toHaveValue("Bravo not saved yet");
  await page.reload();
  await expect(nameField(page)).toHaveValue("Bravo not saved yet");
  expect(gate.calls("loadout.save")).toHaveLength(2);
});
