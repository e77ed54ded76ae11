// @weekly
// `npm run dev` in a copy of the project while its files change: users stay signed in, the browser shows errors of the server, and a
// changed message is compiled.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { expect, test } from "vitest";
import { getLaunchOptions } from "#test/harness/browser/browser.ts";
import { DEMO } from "#test/harness/data/demo.ts";
import { copyCheckout } from "#test/harness/processes/checkout.ts";
import { findFreePort } from "#test/harness/processes/free-port.ts";
import { getUser } from "#test/harness/responses.ts";
import { createVisitor } from "#test/harness/visitor.ts";

const TIMEOUT = { timeout: 60_000, interval: 200 };

test("npm run dev reloads changed server code, and shows its errors in the browser", async () => {
  await using resources = new AsyncDisposableStack();
  const { path } = resources.use(await copyCheckout({ others: ["test"], ownPackages: true }));
  const port = await findFreePort();
  const dev = spawn("npm", ["run", "dev", "--ignore-scripts"], {
    cwd: path,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  resources.defer(async () => {
    const exit = once(dev, "close");
    dev.kill("SIGTERM");
    await exit;
  });
  let output = "";
  for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  await expect.poll(() => output, { ...TIMEOUT, timeout: 90_000 }).toContain("sign in as");

  const origin = `http://localhost:${port}`;
  const visitor = createVisitor(origin);
  const { email, password } = DEMO;
  expect((await visitor.post("/api/auth/sign-in/email", { email, password })).status).toBe(200);
  const browser = resources.adopt(await chromium.launch(getLaunchOptions()), (launched) => launched.close());
  const page = await browser.newPage();
  await page.goto(origin);
  await page.locator("html[data-ready]").waitFor({ state: "attached", timeout: 60_000 });

  const change = async (file: string, edit: (text: string) => string) => {
    const filePath = join(path, file);
    const textBefore = await readFile(filePath, "utf8");
    await writeFile(filePath, edit(textBefore));
    return () => writeFile(filePath, textBefore);
  };
  const getMessage = async () => (await (await visitor.fetch("/api/nothing")).json()).message;
  const rename = (from: string, to: string) => (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };

  await change("src/server/http/guards.ts", rename('code: "NOT_FOUND"', 'code: "CHANGED"'));
  await expect.poll(async () => (await (await visitor.fetch("/api/nothing")).json()).code, TIMEOUT).toBe("CHANGED");
  expect((await getUser(visitor)).email).toBe(email);
  expect((await visitor.trpc.loadout.list.query({})).items).not.toEqual([]);

  const overlay = page.locator("vite-error-overlay");
  const undoChange = await change("src/server/app.ts", (text) => `${text}\nconst broken = ;\n`);
  await overlay.waitFor({ state: "attached", ...TIMEOUT });
  expect(await overlay.locator(".message").textContent()).toMatch(/app\.ts[\s\S]+const broken = ;/);
  await page.reload();
  await overlay.waitFor({ state: "attached", ...TIMEOUT });
  expect((await visitor.fetch("/api/nothing")).status).toBe(503);
  await undoChange();
  await overlay.waitFor({ state: "detached", ...TIMEOUT });
  expect((await getUser(visitor)).email).toBe(email);

  const notice = page.getByText("No account needed").first();
  await notice.waitFor(TIMEOUT);
  await change("src/messages/en/home.json", rename("No account needed", "A changed text"));
  await page.getByText("A changed text").first().waitFor(TIMEOUT);
  await change("src/messages/en/refusal.json", (text) => {
    const catalogue = JSON.parse(text);
    return JSON.stringify({ ...catalogue, refusal_no_such_call: "Another changed text." });
  });
  await expect.poll(getMessage, TIMEOUT).toBe("Another changed text.");
});
