// Adapts a Playwright page to the interface of tabs in any engine, for scenarios that all engines run.
import type { Page } from "@playwright/test";
import type { Tab } from "#test/harness/browser/tab.ts";

/** The same as in the other engines. */
const MAX_WAIT_MS = 15_000;

export function toTab(page: Page): Tab {
  const locate = (xpath: string) => page.locator(`xpath=${xpath}`).filter({ visible: true }).first();
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    click: (xpath) => locate(xpath).click({ timeout: MAX_WAIT_MS }),
    fill: (xpath, text) => locate(xpath).fill(text, { timeout: MAX_WAIT_MS }),
    press: (key) => page.keyboard.press(key),
    text: async (xpath) => (await locate(xpath).textContent({ timeout: MAX_WAIT_MS })) ?? "",
    evaluate: <Value>(expression: string) => page.evaluate<Value>(expression),
    openTab: async () => toTab(await page.context().newPage()),
    close: () => page.close(),
  };
}
