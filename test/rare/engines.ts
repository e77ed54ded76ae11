// Controls Firefox through WebDriver BiDi and WebKit through WebDriver, both from Debian packages, with one common interface.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import type { Tab } from "../harness/browser/tab.ts";
import { findFreePort } from "../harness/processes/free-port.ts";
import { until } from "../harness/until.ts";

/** A browser and its first tab. */
export type Engine = AsyncDisposable &
  Tab & {
    /** Errors of the page; WebKit reports none. */
    errors: readonly string[];
  };

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
const WEBKIT = ["4.1", "6.0", "4.0"].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`);
const XVFB = "/usr/bin/Xvfb";
const WINDOW = { width: 1280, height: 900 };
const MAX_WAIT_MS = 15_000;

/** The engines by name; null if an engine is not installed, which CI does not allow. */
export const ENGINES: Readonly<Record<string, (() => Promise<Engine>) | null>> = {
  Firefox: FIREFOX.some((path) => existsSync(path)) ? openFirefox : null,
  WebKit: [WEBKIT_DRIVER, XVFB].every((path) => existsSync(path)) && findWebKit() ? openWebKit : null,
};

function findWebKit(): string | undefined {
  return WEBKIT.find((path) => existsSync(path));
}

/** Firefox's errors for a request of the service worker, and of a script, that is cancelled by a navigation. */
const CANCELLED_REQUEST =
  /A ServiceWorker intercepted the request and encountered an unexpected error\.$|error loading dynamically imported module/;

async function openFirefox(): Promise<Engine> {
  const executablePath = FIREFOX.find((path) => existsSync(path)) ?? "";
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport(WINDOW);
  const browserErrors: string[] = [];
  page.on("pageerror", (error) => {
    if (!CANCELLED_REQUEST.test(String(error))) browserErrors.push(String(error));
  });
  return {
    ...createFirefoxTab(browser, page),
    errors: browserErrors,
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

function createFirefoxTab(browser: Browser, page: Page): Tab {
  const locate = async (xpath: string) => {
    // A background tab does not render, so code that waits for rendering would never continue.
    await page.bringToFront();
    const element = await page.waitForSelector(`::-p-xpath(${xpath})`, { visible: true, timeout: MAX_WAIT_MS });
    if (!element) throw new Error(`No ${xpath}.`);
    return element;
  };
  return {
    // The driver fails if the page navigates at the same time, so the call is retried.
    goto: async (url) => void (await until(() => page.goto(url, { waitUntil: "load" }), MAX_WAIT_MS)),
    reload: async () => void (await page.reload({ waitUntil: "load" })),
    click: async (xpath) => (await locate(xpath)).click(),
    async fill(xpath, text) {
      const field = await locate(xpath);
      await field.click({ count: 3 });
      await page.keyboard.press("Backspace");
      await field.type(text);
    },
    press: (key) => page.keyboard.press(key),
    text: async (xpath) => (await locate(xpath)).evaluate((element) => element.textContent ?? ""),
    evaluate: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    async openTab() {
      const nextPage = await browser.newPage();
      await nextPage.setViewport(WINDOW);
      return createFirefoxTab(browser, nextPage);
    },
    close: () => page.close(),
  };
}

/** WebDriver's key for the id of an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const KEYS = { Enter: "\uE007", Escape: "\uE00C", ArrowDown: "\uE015" } as const;

async function openWebKit(): Promise<Engine> {
  const display = `:${90 + Math.floor(Math.random() * 800)}`;
  const xvfb = spawn(XVFB, [display, "-screen", "0", "1440x1000x24", "-nolisten", "tcp"], { stdio: "ignore" });
  const port = await findFreePort();
  const environment = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" };
  const driver = spawn(WEBKIT_DRIVER, ["-p", String(port)], { env: environment, stdio: "ignore" });
  const sendCommand = createWebDriver(`http://127.0.0.1:${port}`);
  await until(() => sendCommand("GET", "/status"), MAX_WAIT_MS);
  const options = { binary: findWebKit(), args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const { sessionId } = await sendCommand<{ sessionId: string }>("POST", "/session", { capabilities });
  const session = `/session/${sessionId}`;
  await sendCommand("POST", `${session}/window/rect`, WINDOW);
  const createTab = createWebKitTabs(sendCommand, session);
  return {
    ...createTab(await sendCommand<string>("GET", `${session}/window`)),
    errors: [],
    async [Symbol.asyncDispose]() {
      await sendCommand("DELETE", session);
      await Promise.all([stopProcess(driver), stopProcess(xvfb)]);
    },
  };
}

type SendCommand = ReturnType<typeof createWebDriver>;

/** Returns a function that creates tabs. Commands apply to the current window, so each tab switches to its window first. */
function createWebKitTabs(askDriver: SendCommand, session: string): (handle: string) => Tab {
  let current: string | null = null;
  const createTab = (handle: string): Tab => {
    const ask: SendCommand = async (method, path, body) => {
      if (current !== handle) await askDriver("POST", `${session}/window`, { handle });
      current = handle;
      return askDriver(method, path, body);
    };
    /** Finds a visible element. Callers retry with a new search, because the page may replace the element between two calls. */
    const locate = (xpath: string): Promise<string> =>
      until(async () => {
        const element = await ask<Record<string, string>>("POST", `${session}/element`, {
          using: "xpath",
          value: xpath,
        });
        const path = `${session}/element/${element[ELEMENT]}`;
        if (!(await ask<boolean>("GET", `${path}/displayed`))) throw new Error(`${xpath} is not visible.`);
        return path;
      }, MAX_WAIT_MS);
    return {
      goto: async (url) => void (await ask("POST", `${session}/url`, { url })),
      reload: async () => void (await ask("POST", `${session}/refresh`, {})),
      click: async (xpath) =>
        void (await until(async () => ask("POST", `${await locate(xpath)}/click`, {}), MAX_WAIT_MS)),
      async fill(xpath, text) {
        const path = await locate(xpath);
        // The text is selected and overwritten, because the driver's own command for clearing sends no input event to the page.
        const field = { [ELEMENT]: path.slice(path.lastIndexOf("/") + 1) };
        await ask("POST", `${session}/execute/sync`, {
          script: "arguments[0].focus(); arguments[0].select();",
          args: [field],
        });
        await ask("POST", `${path}/value`, { text });
      },
      async press(key) {
        const actions = [
          { type: "keyDown", value: KEYS[key] },
          { type: "keyUp", value: KEYS[key] },
        ];
        await ask("POST", `${session}/actions`, { actions: [{ type: "key", id: "keyboard", actions }] });
      },
      text: (xpath) =>
        until(async () => ask<string>("GET", `${await locate(xpath)}/property/textContent`), MAX_WAIT_MS),
      evaluate: (expression) => ask("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      async openTab() {
        const nextWindow = await ask<{ handle: string }>("POST", `${session}/window/new`, { type: "tab" });
        return createTab(nextWindow.handle);
      },
      async close() {
        await ask("DELETE", `${session}/window`);
        current = null;
      },
    };
  };
  return createTab;
}

/** Returns a function that sends WebDriver commands; it throws the error of a failed response. */
function createWebDriver(origin: string) {
  return async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
}

async function stopProcess(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exit = once(process, "exit");
  process.kill("SIGTERM");
  await exit;
}
