// @weekly
// `npm run dev` in a copy of the project whose files change: who is signed in stays so, a fault of the server is shown in the
// browser, and a changed message is compiled.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { expect, test } from "vitest";
import { getUser } from "#test/harness/answers.ts";
import { browserLaunch } from "#test/harness/browser/browser.ts";
import { DEMO } from "#test/harness/data/demo.ts";
import { copyCheckout } from "#test/harness/processes/checkout.ts";
import { freePort } from "#test/harness/processes/free-port.ts";
import { createVisitor } from "#test/harness/visitor.ts";

const WITHIN = { timeout: 60_000, interval: 200 };

test("npm run dev survives each change of the server, and shows what is wrong with one", async () => {
  await using opened = new AsyncDisposableStack();
  const { path } = opened.use(await copyCheckout({ others: ["test"], ownPackages: true }));
  const port = await freePort();
  const dev = spawn("npm", ["run", "dev", "--ignore-scripts"], {
    cwd: path,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  opened.defer(async () => {
    const ended = once(dev, "close");
    dev.kill("SIGTERM");
    await ended;
  });
  let printed = "";
  for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (chunk: Buffer) => (printed += String(chunk)));
  await expect.poll(() => printed, { ...WITHIN, timeout: 90_000 }).toContain("sign in as");

  const origin = `http://localhost:${port}`;
  const visitor = createVisitor(origin);
  const { email, password } = DEMO;
  expect((await visitor.post("/api/auth/sign-in/email", { email, password })).status).toBe(200);
  const browser = opened.adopt(await chromium.launch(browserLaunch()), (launched) => launched.close());
  const page = await browser.newPage();
  await page.goto(origin);
  await page.locator("html[data-ready]").waitFor({ state: "attached", timeout: 60_000 });

  const change = async (file: string, edit: (text: string) => string) => {
    const place = join(path, file);
    const before = await readFile(place, "utf8");
    await writeFile(place, edit(before));
    return () => writeFile(place, before);
  };
  const getMessage = async () => (await (await visitor.fetch("/api/nothing")).json()).message;
  const rename = (from: string, to: string) => (text: string) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  };

  await change("src/server/http/guards.ts", rename('code: "NOT_FOUND"', 'code: "CHANGED"'));
  await expect.poll(async () => (await (await visitor.fetch("/api/nothing")).json()).code, WITHIN).toBe("CHANGED");
  expect((await getUser(visitor)).email).toBe(email);
  expect((await visitor.trpc.loadout.list.query({})).items).not.toEqual([]);

  const overlay = page.locator("vite-error-overlay");
  const mend = await change("src/server/app.ts", (text) => `${text}\nconst broken = ;\n`);
  await overlay.waitFor({ state: "attached", ...WITHIN });
  expect(await overlay.locator(".message").textContent()).toMatch(/app\.ts[\s\S]+const broken = ;/);
  await page.reload();
  await overlay.waitFor({ state: "attached", ...WITHIN });
  expect((await visitor.fetch("/api/nothing")).status).toBe(503);
  await mend();
  await overlay.waitFor({ state: "detached", ...WITHIN });
  expect((await getUser(visitor)).email).toBe(email);

  const shown = page.getByText("No account needed").first();
  await shown.waitFor(WITHIN);
  await change("src/messages/en/home.json", rename("No account needed", "A changed text"));
  await page.getByText("A changed text").first().waitFor(WITHIN);
  await change("src/messages/en/refusal.json", (text) => {
    const catalogue = JSON.parse(text);
    return JSON.stringify({ ...catalogue, refusal_no_such_call: "Another changed text." });
  });
  await expect.poll(getMessage, WITHIN).toBe("Another changed text.");
});
