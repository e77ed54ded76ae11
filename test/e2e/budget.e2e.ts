// The scripts and data that pages load before any interaction.
import { brotliCompressSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { SITE } from "#test/harness/ports.ts";
import { expect, test } from "./browser-test.ts";
import { holdRequests } from "./site.ts";

/** Strings that only the chunk of each part contains. */
const MARKS = { showcase: "hit rate", accountClient: "better-auth" };
const GAME_DATA_LIMIT = 40_000;

/** Collects the scripts that the page requests from now on. */
function collectScripts(page: Page): { readTexts(): Promise<string[]> } {
  const responses: Response[] = [];
  page.on("response", (response) => response.url().endsWith(".js") && responses.push(response));
  return { readTexts: () => Promise.all(responses.map((response) => response.text())) };
}

test("/ loads no figures before the showcase is reached, and no account client at all", async ({ page }) => {
  const scripts = collectScripts(page);
  await page.goto("/", { waitUntil: "networkidle" });
  const initialScripts = (await scripts.readTexts()).join("");
  expect(initialScripts).not.toContain(MARKS.showcase);
  expect(initialScripts).not.toContain(MARKS.accountClient);
  await page.getByRole("slider", { name: /range/i }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await scripts.readTexts()).join("")).toContain(MARKS.showcase);
  expect((await scripts.readTexts()).join("")).not.toContain(MARKS.accountClient);
});

test("/ reads the session with fetch and without the account client", async ({ page }) => {
  const [request] = await Promise.all([page.waitForRequest("**/api/auth/get-session"), page.goto("/")]);
  expect(request.method()).toBe("GET");
  expect(request.resourceType()).toBe("fetch");
});

test("the session of a stored person is requested once, before any script has loaded", async ({ page }) => {
  await page.addInitScript(
    (person) => localStorage.setItem("person", person),
    '{"id":"a","name":"Al","isGuest":false}',
  );
  const requests: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/auth/get-session") && requests.push(request.url()));
  const release = await holdRequests(page, "**/assets/**/*.js");
  await page.goto("/bf4?tab=loadouts", { waitUntil: "commit" });
  await expect.poll(() => requests).toHaveLength(1);
  release();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  expect(requests).toHaveLength(1);
});

test("/login brings the account client, which talks to the page's origin plus /api/auth (§2)", async ({ page }) => {
  const scripts = collectScripts(page);
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("someone@example.com");
  await page.getByLabel("Password", { exact: true }).fill("not their password");
  const request = page.waitForRequest(`${SITE}/api/auth/sign-in/email`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  expect((await request).method()).toBe("POST");
  await expect(page.getByRole("alert")).toBeVisible();
  expect((await scripts.readTexts()).join("")).toContain(MARKS.accountClient);
});

for (const game of ["bf4", "bf2042"]) {
  test(`the first data of /${game} is at most 40 kB brotli`, async ({ page }) => {
    const responses: Response[] = [];
    page.on("response", (response) => response.url().includes("/api/trpc/") && responses.push(response));
    await page.goto(`/${game}?q=a`, { waitUntil: "networkidle" });
    const sizes = await Promise.all(
      responses.map(async (response) => brotliCompressSync(await response.body()).length),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(GAME_DATA_LIMIT);
  });
}
