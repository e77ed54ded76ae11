// @weekly
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { buildLoadoutInput, call, chooseCardAction, getCard, openLockerAsGuest } from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";
import { open } from "./site.ts";

type ImportedLoadout = ReturnType<typeof buildLoadoutInput> & { folder?: string | null };

/** Returns a locker file with these loadouts. */
const createLockerFile = (loadouts: readonly ImportedLoadout[]) =>
  JSON.stringify({
    format: "fieldlocker/locker",
    version: 1,
    exportedAt: "2026-03-01T10:00:00.000Z",
    folders: [],
    loadouts: loadouts.map((input) => ({ folder: null, ...input, game: input.loadout.game })),
  });

const getDialog = (page: Page) => page.getByRole("dialog", { name: "Import loadouts" });

async function startImport(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Import…" }).click();
  await getDialog(page).getByLabel("Link, code or file content").fill(text);
  await getDialog(page).getByRole("button", { name: "Continue" }).click();
}

const chooseResolution = (page: Page, name: string, choice: string) =>
  getDialog(page).getByLabel(`What to do with ${name}`, { exact: true }).selectOption(choice);

test.describe("an import", () => {
  test("resolves conflicts one by one, and can be undone in one step", async ({ page, browserErrors }) => {
    const inputs = ["Alpha", "Bravo", "Charlie"].map((name) => buildLoadoutInput({ name }));
    await openLockerAsGuest(page, [{ name: "Untouched" }]);
    for (const input of inputs) await call(page, "loadout.save", { ...input, seenVersion: 0 });
    await page.reload();
    const changed = inputs.map((input) => ({ ...input, name: `${input.name} of the file`, note: "From the file" }));
    await startImport(
      page,
      createLockerFile([...changed, { ...buildLoadoutInput({ name: "Newcomer" }), folder: "Nights" }]),
    );
    await expect(getDialog(page).getByText("Differs from your “Alpha”")).toBeVisible();
    await chooseResolution(page, "Alpha of the file", "Replace");
    await chooseResolution(page, "Bravo of the file", "Keep both");
    await chooseResolution(page, "Charlie of the file", "Skip");
    await getDialog(page).getByRole("button", { name: "Import 3 loadouts" }).click();
    await expect(page.getByText("2 added, 1 replaced.").first()).toBeVisible();
    for (const name of ["Alpha of the file", "Bravo", "Bravo of the file", "Charlie", "Newcomer", "Untouched"])
      await expect(getCard(page, name)).toBeVisible();
    await expect(getCard(page, "Alpha")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Nights 1 loadout" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(getCard(page, "Alpha")).toBeVisible();
    await expect(getCard(page, "Bravo of the file")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Nights/ })).toHaveCount(0);
    await expect(page.getByText("Import undone.").first()).toBeVisible();
    expect(browserErrors).toEqual([]);
  });

  test("shows its progress, and its result after a reload during the import", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    // The server adds the loadout, but the response is never delivered.
    await page.route("**/api/trpc/*lockerImport.commit*", async (route) => void (await route.fetch()), { times: 1 });
    await startImport(page, createLockerFile([buildLoadoutInput({ name: "Newcomer" })]));
    await getDialog(page).getByRole("button", { name: "Import 1 loadout" }).click();
    await expect(getDialog(page).getByText("1 of 1 sent")).toBeVisible();
    await page.reload();
    await expect(page.getByText("1 added.").first()).toBeVisible();
    await expect(getCard(page, "Newcomer")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(getCard(page, "Newcomer")).toHaveCount(0);
  });

  test("fixes illegal loadouts on request, or leaves them out", async ({ page }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    const illegal = buildLoadoutInput({ name: "Bad", kit: "support" });
    illegal.loadout.primary.weaponId = "m98b";
    await startImport(page, createLockerFile([illegal]));
    await expect(getDialog(page).getByText(/^Not legal: /)).toBeVisible();
    await expect(getDialog(page).getByRole("button", { name: "Import 0 loadouts" })).toBeDisabled();
    await getDialog(page).getByRole("button", { name: "Fix Bad" }).click();
    await getDialog(page).getByRole("button", { name: "Import 1 loadout" }).click();
    await expect(getCard(page, "Bad")).toBeVisible();
  });

  test("explains an invalid input in a sentence, and does not clear it", async ({ page }) => {
    await open(page, "/bf4?tab=loadouts");
    await startImport(page, "{ half a file");
    await expect(getDialog(page).getByRole("alert")).toHaveText("This file is damaged: its JSON is incomplete.");
    const field = getDialog(page).getByLabel("Link, code or file content");
    await expect(field).toHaveValue("{ half a file");
    for (const [text, sentence] of [
      ["hello", "This isn't a locker file, a table, a share link or a code."],
      ['{"format":"fieldlocker/locker","version":2}', "made by a newer version"],
      ["https://locker.example/bf4?s=AAAAAAAAAAAA", "There is no shared loadout at this address."],
    ] as const) {
      await field.fill(text);
      await getDialog(page).getByRole("button", { name: "Continue" }).click();
      await expect(getDialog(page).getByRole("alert")).toContainText(sentence);
    }
  });

  test("accepts a shared link without a session", async ({ page, browser }) => {
    await openLockerAsGuest(page, [{ name: "Alpha" }]);
    const { name, loadout } = buildLoadoutInput({ name: "Given away" });
    const { id } = (await call(page, "share.create", { name, loadout, note: null, withAuthor: false })) as {
      id: string;
    };
    const { origin } = new URL(page.url());
    const otherContext = await browser.newContext({ baseURL: origin });
    const otherTab = await otherContext.newPage();
    const added = otherTab.waitForResponse("**/api/trpc/*lockerImport.commit*");
    // The response of the guest's first list arrives only after the import.
    await otherTab.route(
      "**/api/trpc/*loadout.list*",
      async (route) => {
        const response = await route.fetch();
        await added;
        await sleep(500);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await open(otherTab, "/bf4?tab=loadouts");
    await startImport(otherTab, `${origin}/bf4?s=${id}`);
    await getDialog(otherTab).getByRole("button", { name: "Import 1 loadout" }).click();
    await expect(getCard(otherTab, "Given away")).toBeVisible();
    await otherContext.close();
  });
});

test("a CSV table is exported for spreadsheets, and its loadouts can be imported by their codes", async ({ page }) => {
  await openLockerAsGuest(page, [
    { name: "=Alpha", tags: ["close"], note: "Mine" },
    { name: "Bravo", game: "bf2042" },
  ]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "More about the locker" }).click();
  await page.getByRole("menuitem", { name: "Export as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^fieldlocker-locker-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("Name,Game,Class,");
  expect(text).toContain("\n'=Alpha,Battlefield 4,");

  await page.getByRole("button", { name: "Import…" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    getDialog(page).getByRole("button", { name: "Choose a file" }).click(),
  ]);
  const renamed = Buffer.from(text.replace("'=Alpha", "Charlie"));
  await chooser.setFiles({ name: "edited.csv", mimeType: "text/csv", buffer: renamed });
  await getDialog(page).getByRole("button", { name: "Import 1 loadout" }).click();
  await expect(getCard(page, "Charlie")).toBeVisible();
});

/** Exports the locker as CSV; returns the text of the file. */
async function exportTable(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "More about the locker" }).click();
  await page.getByRole("menuitem", { name: "Export as CSV" }).click();
  return readFile(await (await download).path(), "utf8");
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole("button", { name: "Import…" }).click();
  await getDialog(page).locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
}

test("a table saved by Excel is imported with its names, and rows that are left out are listed", async ({
  page,
  browserErrors,
}) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo" }, { name: "Charlie" }]);
  const text = (await exportTable(page)).replace("\uFEFF", "");
  const [head = "", ...rows] = text.split("\r\n");
  const titles = head.split(",");
  const expectedNames = ["Größe à Straße", "Zebra ’92", "Lost \ufffd", "No code"];
  const lines = expectedNames.map((name, index) => {
    const cells = (rows[index] ?? rows[0] ?? "").split(",");
    cells[titles.indexOf("Name")] = name;
    if (name === "Zebra ’92") cells[titles.indexOf("Primary")] = "Potato gun";
    if (name === "No code") cells[titles.indexOf("Share code")] = "";
    return cells.join(";");
  });
  const table = ["sep=;", head.replaceAll(",", ";"), ...lines.filter((line) => !line.startsWith("Lost"))].join("\r\n");
  // In Windows-1252 the apostrophe is byte 0x92, which Latin-1 lacks.
  const bytes = Buffer.from(table.replace("’", "\u0092"), "latin1");
  await chooseFile(page, "excel.csv", bytes);
  await expect(getDialog(page)).toContainText("The table has Potato gun, the code has");
  await expect(getDialog(page).getByRole("list", { name: "1 is left out:" })).toContainText(/No code.*no share code/);
  await getDialog(page).getByRole("button", { name: "Import 2 loadouts" }).click();
  await expect(page.getByText("2 added.").first()).toBeVisible();
  for (const name of expectedNames.slice(0, 2)) await expect(getCard(page, name)).toBeVisible();
  await chooseFile(page, "lost.csv", Buffer.from([head, ...rows, lines[2]?.replaceAll(";", ",")].join("\r\n")));
  await expect(getDialog(page).getByRole("list", { name: "1 is left out:" })).toContainText(/Lost.*text that was lost/);
  expect(browserErrors).toEqual([]);
});

test("several pasted codes are all imported in order", async ({ page }) => {
  await openLockerAsGuest(page, [{ name: "Alpha" }, { name: "Bravo", game: "bf2042" }]);
  const text = await exportTable(page);
  const codes = text
    .split("\r\n")
    .slice(1)
    .flatMap((line) => line.split(",").at(-1) ?? []);
  const origin = new URL(page.url()).origin;
  await startImport(page, `${origin}/bf4?l=${codes[0]}\n${codes[1]}, broken`);
  await expect(getDialog(page).getByRole("list", { name: "1 is left out:" })).toContainText(/broken.*Loadout 3: /);
  await getDialog(page).getByRole("button", { name: "Import 2 loadouts" }).click();
  await expect(page.getByText("2 added.").first()).toBeVisible();
});

test("an exported file is recognized in the same locker, and restores deleted loadouts", async ({ page }) => {
  await openLockerAsGuest(page, [
    { name: "Alpha", tags: ["close"], note: "Mine" },
    { name: "Bravo", game: "bf2042" },
  ]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "More about the locker" }).click();
  await page.getByRole("menuitem", { name: "Export all" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^fieldlocker-locker-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await file.path(), "utf8");
  expect(
    JSON.parse(text)
      .loadouts.map(({ name }: { name: string }) => name)
      .toSorted(),
  ).toEqual(["Alpha", "Bravo"]);

  await page.getByRole("button", { name: "Import…" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    getDialog(page).getByRole("button", { name: "Choose a file" }).click(),
  ]);
  await chooser.setFiles({ name: "locker.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(getDialog(page).getByText(/You have this already/)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await chooseCardAction(page, "Alpha", "Delete");
  await expect(getCard(page, "Alpha")).toHaveCount(0);
  await startImport(page, text);
  await getDialog(page).getByRole("button", { name: "Import 1 loadout" }).click();
  await expect(getCard(page, "Alpha")).toBeVisible();
  await expect(page.getByText("#close")).toBeVisible();
});
