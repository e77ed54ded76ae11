// @rest
// Network and storage failures: proxies that respond instead of the site, hanging calls, lost responses, failing storage. Includes
// the scenarios for all engines and those for Chromium only.

import { readFile } from "node:fs/promises";
import { chooseCardAction, getCard, openLockerAsGuest, saveLoadouts, signInAsGuest } from "#test/e2e/pages/locker.ts";
import {
  getSyncStatus,
  getVersions,
  getWorkerBuild,
  LONG_TIMEOUT,
  storeDevice,
  waitUntilStored,
} from "#test/e2e/pages/offline.ts";
import { openProgress, signInWithCounts } from "#test/e2e/pages/progress.ts";
import { toTab } from "#test/e2e/pages/tab.ts";
import { API, CHANGES, PERSONAL } from "#test/harness/fault-gate.ts";
import { SCENARIOS } from "#test/harness/fault-scenarios.ts";
import { expect, test } from "./gated-test.ts";
import { getLoadoutName } from "./pages/editor.ts";
import { createPerson, open, signUpAndIn } from "./site.ts";

test.use({ serviceWorkers: "allow" });

for (const { title, play } of SCENARIOS) {
  test(title, ({ page, gate }) => play({ tab: toTab(page), gate }));
}

const UNREACHABLE = [
  { fault: "drop", name: "a dropped connection" },
  { fault: 429, name: "429" },
  { fault: 503, name: "503 with a page" },
  { fault: "time-out", name: "504 after the call was processed" },
] as const;

for (const { fault, name } of UNREACHABLE) {
  test(`a change on a card stays pending during ${name}, also after a reload, and is applied once afterwards`, async ({
    page,
    gate,
  }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    const failing = gate.fail(PERSONAL, fault);
    await chooseCardAction(page, "Alpha", "Rename…");
    await page.getByLabel("Name", { exact: true }).fill("Bravo");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(getCard(page, "Bravo")).toBeVisible();
    await expect(getSyncStatus(page)).toContainText("1 change waiting", LONG_TIMEOUT);
    await page.reload();
    await expect(getCard(page, "Bravo")).toBeVisible();
    failing.end();
    await expect(getSyncStatus(page)).toHaveText("Saved", { timeout: 75_000 });
    expect(await getVersions(page)).toEqual({ Bravo: 2 });
    await expect(page.getByText(/^Offline/)).toHaveCount(0);
  });
}

test("a submitted form of a card is closed after a reload, even if its change is pending or in conflict", async ({
  page,
  gate,
}) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }]);
  const hanging = gate.fail("loadout.save", "hang");
  await chooseCardAction(page, "Alpha", "Rename…");
  await page.getByLabel("Name", { exact: true }).fill("Bravo");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => hanging.count(), LONG_TIMEOUT).toBe(1);
  await page.reload();
  hanging.end();
  await expect(getCard(page, "Bravo")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => getVersions(page), LONG_TIMEOUT).toEqual({ Bravo: 2 });

  // This page gets no events about the other device's save.
  gate.fail("loadout.changes", "hang");
  await open(page, "/bf4?tab=loadouts");
  const [row] = gate.site.sql("select id, body from loadout");
  const [id, body] = ["id", "body"].map((name) => String(Reflect.get(Object(row), name)));
  const content = { name: "From home", note: "", tags: [], loadout: JSON.parse(body ?? "") };
  await chooseCardAction(page, "Bravo", "Rename…");
  await gate.mutate("loadout.save", { id, ...content, seenVersion: 2 });
  await page.getByLabel("Name", { exact: true }).fill("Charlie");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(getSyncStatus(page)).toContainText("1 change to resolve", LONG_TIMEOUT);
  // A second change of the loadout does not resolve the conflict.
  await chooseCardAction(page, "Charlie", "Rename…");
  await page.getByLabel("Name", { exact: true }).fill("Delta");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.reload();
  await expect(getSyncStatus(page)).toContainText("1 change to resolve", LONG_TIMEOUT);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await getVersions(page)).toEqual({ "From home": 3 });
});

test("folders, pins and deletions stay pending during 502 responses, also after a reload, and are applied afterwards", async ({
  page,
  gate,
}) => {
  await openLockerAsGuest(page, [{ name: "Charlie" }, { name: "Bravo" }, { name: "Alpha" }]);
  const failing = gate.fail(CHANGES, 502);
  await chooseCardAction(page, "Alpha", "Pin");
  await chooseCardAction(page, "Bravo", "Move to folder…");
  await page.getByLabel("Name of the new folder").fill("Nights");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await chooseCardAction(page, "Charlie", "Delete");
  const expectAll = async () => {
    await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible();
    await expect(page.getByRole("button", { name: "Nights 1 loadout", exact: true })).toBeVisible();
    await expect(getCard(page, "Charlie")).toHaveCount(0);
  };
  await expectAll();
  await page.reload();
  await expectAll();
  failing.end();
  await expect(getSyncStatus(page)).toHaveText("Saved", { timeout: 75_000 });
  await page.reload();
  await expectAll();
  const rows = gate.site.sql("select name from loadout where deletedAt is null order by name");
  expect(rows.map((row) => Reflect.get(Object(row), "name"))).toEqual(["Alpha", "Bravo"]);
});

test("a target added to the plan during 502 responses stays in it after a reload and afterwards", async ({
  page,
  gate,
}) => {
  await signInWithCounts(page, { counters: { "kills:ace-23": 129, "kills:m416": 12 } });
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
  await expect(getSyncStatus(page)).toHaveText("Saved", { timeout: 75_000 });
  await page.reload();
  await expect(plan).toHaveAttribute("aria-pressed", "true");
});

test("invalid stored values break no screen, and valid pending changes are sent", async ({ page, gate }) => {
  await signInAsGuest(page);
  const [id = ""] = await saveLoadouts(page, [{ name: "Alpha" }]);
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
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Alpha")).toBeVisible(LONG_TIMEOUT);
  await expect.poll(() => gate.calls("loadout.arrange").length, LONG_TIMEOUT).toBe(1);
  await getCard(page, "Alpha").click();
  await expect(getLoadoutName(page)).toHaveText("Alpha");
  await open(page, "/bf4?tab=loadouts&edit=new");
  await expect(getLoadoutName(page)).toHaveText("New loadout");
});

test("a newer build reads the locker and the catalogues that the previous build stored", async ({
  page,
  context,
  gate,
}) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }]);
  await getCard(page, "Alpha").click();
  await expect(getLoadoutName(page)).toHaveText("Alpha");
  await waitUntilStored(page);
  gate.announceNewBuild();
  // The new build can load only its own files from the network.
  gate.fail(API, 502);
  await page.reload();
  await expect(page.locator("html[data-ready][data-build$='-newer']")).toBeAttached();
  await expect.poll(() => getWorkerBuild(page), { timeout: 60_000 }).toMatch(/-newer$/);
  await context.setOffline(true);
  await open(page, "/bf4?tab=loadouts");
  await getCard(page, "Alpha").click();
  await expect(getLoadoutName(page)).toHaveText("Alpha");
  await expect(page.getByRole("button", { name: /AK-12$/ }).first()).toBeVisible();
  await open(page, "/bf2042?tab=arsenal&cat=vehicles");
  await expect(page.getByText("LATV4 Recon").first()).toBeVisible();
});

test("changes and drafts that a device stored under 0.2.0 are read once, and sent", async ({ page, gate }) => {
  await signUpAndIn(page, createPerson(), gate.origin);
  const [alpha = "", bravo = ""] = await saveLoadouts(page, [{ name: "Alpha" }, { name: "Bravo" }]);
  const [row] = gate.site.sql('select id from "user"');
  const owner = String(Reflect.get(Object(row), "id"));
  const text = await readFile("test/fixtures/device-0.2.0.json", "utf8");
  const ids: Record<string, string> = { OWNER: owner, ALPHA: alpha, BRAVO: bravo, CHARLIE: crypto.randomUUID() };
  const storedData = JSON.parse(text.replaceAll(/OWNER|ALPHA|BRAVO|CHARLIE/g, (name) => ids[name] ?? name));
  gate.forgetCalls();
  // A page without scripts, so that the data is stored before the site starts.
  await page.goto("/robots.txt");
  await storeDevice(page, storedData);
  await open(page, "/bf4?tab=loadouts");
  await expect(getCard(page, "Alpha from the train")).toBeVisible(LONG_TIMEOUT);
  await expect(getCard(page, "Charlie")).toBeVisible();
  await expect(page.getByRole("list", { name: "Pinned" }).getByText("Bravo")).toBeVisible();
  await expect.poll(() => getVersions(page), LONG_TIMEOUT).toEqual({ "Alpha from the train": 2, Bravo: 1, Charlie: 1 });
  expect(gate.calls("loadout.save")).toHaveLength(2);
  // The draft is restored.
  await getCard(page, "Bravo").click();
  await expect(getLoadoutName(page)).toHaveText("Bravo not saved yet");
  await page.reload();
  await expect(getLoadoutName(page)).toHaveText("Bravo not saved yet");
  expect(gate.calls("loadout.save")).toHaveLength(2);
});
