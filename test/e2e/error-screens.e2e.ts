// The specification's §2 (error screens), §6 and §8 (client handling), on a page whose data call fails.
import type { Page } from "@playwright/test";
import { signInAsGuest } from "#test/e2e/pages/locker.ts";
import { expect, test } from "./browser-test.ts";

type Failure = { status: number; message: string; code: string };

const EXPIRED: Failure = { status: 401, message: "no", code: "UNAUTHORIZED" };
const FORBIDDEN: Failure = { status: 403, message: "no", code: "FORBIDDEN" };
const BROKEN: Failure = { status: 500, message: "The disk is full", code: "INTERNAL_SERVER_ERROR" };
const WITHOUT_MESSAGE: Failure = { ...BROKEN, message: "" };

/** Opens the arsenal while its data call fails, and advances the clock until the retries are over. */
async function openWithFailure(page: Page, { status, message, code }: Failure) {
  const logged: string[] = [];
  page.on("console", (line) => line.type() === "error" && logged.push(line.text()));
  let calls = 0;
  await page.route("**/api/trpc/**", (route) => {
    calls += 1;
    const { pathname, searchParams } = new URL(route.request().url());
    const paths = pathname.split("/").at(-1)?.split(",") ?? [];
    const error = { error: { message, code: -32_000, data: { code, httpStatus: status } } };
    return route.fulfill({ status, json: searchParams.has("batch") ? paths.map(() => error) : error });
  });
  await page.clock.install();
  await page.goto("/bf4?q=ak");
  // A busy machine loads the page late, so the number of steps is not fixed.
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(page.getByRole("alert").first()).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [50] });
  return { logged, calls: () => calls };
}

const getAlert = (page: Page) => page.getByRole("main").getByRole("alert");

test.describe("§2 Authentication Required", () => {
  test("shows that the session has expired when the error is unauthorized or has status 401", async ({ page }) => {
    await openWithFailure(page, EXPIRED);
    await expect(getAlert(page).getByRole("heading", { name: "Authentication Required", exact: true })).toBeFocused();
    await expect(
      getAlert(page).getByText("Your session has expired. Please sign in again.", { exact: true }),
    ).toBeVisible();
    await expect(getAlert(page).getByRole("button")).toHaveText(["Try Again", "Sign In"]);
  });

  test("shows otherwise that a sign-in is required", async ({ page }) => {
    await openWithFailure(page, FORBIDDEN);
    await expect(getAlert(page).getByText("You need to sign in to access this page.", { exact: true })).toBeVisible();
  });

  test("stands inside the root layout", async ({ page }) => {
    await openWithFailure(page, EXPIRED);
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
  });

  test("Try Again resets cached queries and retries", async ({ page }) => {
    const { calls } = await openWithFailure(page, EXPIRED);
    const callsBefore = calls();
    await page.unroute("**/api/trpc/**");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Battlefield 4" })).toBeVisible();
    // A 401 is not retried.
    expect(callsBefore).toBe(1);
  });

  test("Sign In drops cached auth data and navigates to /login", async ({ page }) => {
    await openWithFailure(page, EXPIRED);
    const request = page.waitForRequest("**/api/auth/get-session");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await request;
  });
});

test.describe("§2 Something went wrong", () => {
  test("displays the error's message", async ({ page }) => {
    await openWithFailure(page, BROKEN);
    await expect(getAlert(page).getByRole("heading", { name: "Something went wrong", exact: true })).toBeVisible();
    await expect(getAlert(page).getByText("The disk is full", { exact: true })).toBeVisible();
    await expect(getAlert(page).getByRole("button")).toHaveText(["Try Again"]);
  });

  test("displays a sentence of its own when there is no message", async ({ page }) => {
    await openWithFailure(page, WITHOUT_MESSAGE);
    await expect(getAlert(page).getByText("An unexpected error occurred", { exact: true })).toBeVisible();
  });

  test("Try Again resets the error", async ({ page }) => {
    await openWithFailure(page, BROKEN);
    await page.unroute("**/api/trpc/**");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Battlefield 4" })).toBeVisible();
  });
});

test("§2 every caught error is also logged to the console", async ({ page }) => {
  const { logged } = await openWithFailure(page, BROKEN);
  await expect.poll(() => logged.some((line) => line.includes("The disk is full"))).toBe(true);
});

for (const path of ["/account", "/invite?id=x"]) {
  test(`§2 an error on ${path} is logged to the console`, async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (line) => line.type() === "error" && logged.push(line.text()));
    await page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 503, json: {} }));
    await page.clock.install();
    await page.goto(path);
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(getAlert(page)).toContainText("Can't reach your account", { timeout: 50 });
    }).toPass({ intervals: [50] });
    expect(logged.some((line) => line.includes("Can't reach your account"))).toBe(true);
  });
}

test("a proxy's error page is reported in a readable sentence", async ({ page }) => {
  await page.route("**/api/trpc/**", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<html><h1>502 Bad Gateway</h1></html>" }),
  );
  await page.clock.install();
  await page.goto("/bf4?q=ak");
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(getAlert(page).first()).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [50] });
  await expect(getAlert(page)).toContainText("The site did not answer as expected. Try again in a moment.");
  await expect(page.getByText("Unexpected token")).toHaveCount(0);
});

test.describe("§7 the call format, as the browser sends it", () => {
  const PAGE_HEADERS = { "x-trpc-source": "react-app", cookie: expect.stringContaining("probe=1") };

  test("with cookies and the header x-trpc-source: react-app, batched, by GET", async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "probe", value: "1", url: baseURL ?? "" }]);
    await signInAsGuest(page);
    const [request] = await Promise.all([
      page.waitForRequest("**/api/trpc/*folder.list*"),
      page.goto("/bf4?tab=loadouts"),
    ]);
    expect(request.method()).toBe("GET");
    expect(new URL(request.url()).searchParams.get("batch")).toBe("1");
    expect(await request.allHeaders()).toMatchObject(PAGE_HEADERS);
  });

  test("with public data unbatched, by GET, so that it can be cached by its URL", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "probe", value: "1", url: baseURL ?? "" }]);
    const [request] = await Promise.all([page.waitForRequest("**/api/trpc/**"), page.goto("/bf4?q=ak")]);
    expect(request.method()).toBe("GET");
    expect(new URL(request.url()).pathname).toBe("/api/trpc/arsenal.list");
    expect(await request.allHeaders()).toMatchObject(PAGE_HEADERS);
  });
});
