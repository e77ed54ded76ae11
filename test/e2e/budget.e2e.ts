// What an address costs before anybody touches it.
import { brotliCompressSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { SITE } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";
import { holdRequests } from "./site.ts";

/** A string that each part, and nothing else, carries into its chunk. */
const MARKS = { chart: "View as table", accountClient: "better-auth" };
const GAME_DATA_LIMIT = 40_000;

/** The text of every script the page asks for from now on. */
function getScripts(page: Page): { texts(): Promise<string[]> } {
  const answers: Response[] = [];
  page.on("response", (answer) => answer.url().endsWith(".js") && answers.push(answer));
  return { texts: () => Promise.all(answers.map((answer) => answer.text())) };
}

test("/ loads no chart before the slider is touched, and no account client at all", async ({ page }) => {
  const scripts = getScripts(page);
  await page.goto("/", { waitUntil: "networkidle" });
  const first = (await scripts.texts()).join("");
  expect(first).not.toContain(MARKS.chart);
  expect(first).not.toContain(MARKS.accountClient);
  await page.getByRole("slider", { name: /range/i }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await scripts.texts()).join("")).toContain(MARKS.chart);
  expect((await scripts.texts()).join("")).not.toContain(MARKS.accountClient);
});

test("/ reads the session by a bare fetch", async ({ page }) => {
  const [request] = await Promise.all([page.waitForRequest("**/api/auth/get-session"), page.goto("/")]);
  expect(request.method()).toBe("GET");
  expect(request.resourceType()).toBe("fetch");
});

test("the session is asked for before any script has come, and once", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/auth/get-session") && requests.push(request.url()));
  const release = await holdRequests(page, "**/assets/**/*.js");
  await page.goto("/bf4?tab=loadouts", { waitUntil: "commit" });
  await expect.poll(() => requests).toHaveLength(1);
  release();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(requests).toHaveLength(1);
});

test("/login brings the account client, which talks to the page's origin plus /api/auth (§2)", async ({ page }) => {
  const scripts = getScripts(page);
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("someone@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not their password");
  const request = page.waitForRequest(`${SITE}/api/auth/sign-in/email`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  expect((await request).method()).toBe("POST");
  await expect(page.getByRole("alert")).toBeVisible();
  expect((await scripts.texts()).join("")).toContain(MARKS.accountClient);
});

for (const game of ["bf4", "bf2042"]) {
  test(`the first data of /${game} is at most 40 kB brotli`, async ({ page }) => {
    const answers: Response[] = [];
    page.on("response", (answer) => answer.url().includes("/api/trpc/") && answers.push(answer));
    await page.goto(`/${game}?q=a`, { waitUntil: "networkidle" });
    const sizes = await Promise.all(answers.map(async (answer) => brotliCompressSync(await answer.body()).length));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(GAME_DATA_LIMIT);
  });
}
