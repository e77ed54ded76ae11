// Pages that a browser translates: it puts each text into elements of its own, so that React does not find it where it was.
import type { Page } from "@playwright/test";
import { GAMES } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import { expect, test } from "./browser-test.ts";
import { fill, signInAsGuest } from "./pages/locker.ts";
import { guestWithCounts } from "./pages/progress.ts";
import { addSample } from "./pages/soldier.ts";
import { open, signUpAndIn } from "./site.ts";

/** Refused calls and files, and a page that was translated before React took it over, which then draws it anew. */
const EXPECTED = /^(Failed to load resource|Mutation error|Taking over the page .*#418)/;

/** Puts each text into two elements, as the translation of Chromium does, also what is drawn later. */
function translate(): void {
  const UNTRANSLATED = "font, script, style, textarea, option";
  const wrap = (text: Text) => {
    if (!text.parentElement?.closest("body") || text.parentElement.closest(UNTRANSLATED)) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const wrapAll = (root: Node) => {
    const texts = root instanceof Text ? [root] : [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) texts.push(node);
    for (const text of texts) wrap(text);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrapAll(node);
  }).observe(document.body, { childList: true, subtree: true });
  wrapAll(document.body);
}

/**
 * Uses the next control of the screen that is not in `used`, and a switch twice; answers its name, or null when all were used. What
 * lies over the screen comes first, and is closed once all its controls were used.
 */
async function useNext(used: readonly string[]): Promise<string | null> {
  const CONTROLS = "button, summary, select, input, a[href*='?'], [role=option], [role^=menuitem]";
  /** They end the session or the page, or lead to another one. */
  const LEFT_OUT = /sign|delete|remove|leave|print|download|export|reload|^search ?\S*k$/i;
  const UNTYPED = ":disabled, [cmdk-item], [type=file], [type=hidden], [type=password], [type=email], [name=lang]";
  const LAYERS = "[role=dialog], [role=menu], [data-radix-popper-content-wrapper] [role=listbox]";
  const EQUAL_ONES = 2;
  const idle = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 10));
  const press = (element: Element, key: string) =>
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const getName = (control: HTMLElement) =>
    (control.getAttribute("aria-label") ?? control.textContent ?? "").replace(/[\d.,]+/g, "").slice(0, 40);
  const isElsewhere = (control: HTMLElement) =>
    control instanceof HTMLAnchorElement && control.pathname !== location.pathname;
  const type = async (field: HTMLSelectElement | HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    const values =
      field instanceof HTMLSelectElement
        ? [...field.options].slice(0, 4).map(({ value }) => value)
        : ["range", "number"].includes(field.type)
          ? [field.max || "60", field.min || "1"]
          : ["ak", "no such thing", "damage:x", ""];
    for (const value of values) {
      if (!field.isConnected) return;
      set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
      await idle();
    }
  };
  const layer = [...document.querySelectorAll(LAYERS)].at(-1);
  const counts = new Map<string, number>();
  for (const control of (layer ?? document.body).querySelectorAll<HTMLElement>(CONTROLS)) {
    const place = layer?.getAttribute("role") ?? control.closest("header, footer, main")?.tagName ?? "";
    const kind = [place, control.tagName, control.getAttribute("role"), control.getAttribute("type")].join(" ");
    const words = getName(control);
    const count = (counts.get(kind + words) ?? 0) + 1;
    counts.set(kind + words, count);
    const name = `${kind} ${words} ${count}`;
    if (used.includes(name) || count > EQUAL_ONES || LEFT_OUT.test(words) || isElsewhere(control)) continue;
    if (control.matches(UNTYPED) || !control.checkVisibility()) continue;
    const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
    if (!isBox && (control instanceof HTMLSelectElement || control instanceof HTMLInputElement)) await type(control);
    else if (control.matches("[role=combobox], [role=option], [role^=menuitem], [aria-haspopup=menu]")) {
      control.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      control.focus();
      press(control, "Enter");
    } else {
      control.click();
      await idle();
      const isSwitch = isBox || control.matches("[aria-pressed], [aria-expanded], [role=switch], summary");
      if (isSwitch && control.isConnected && !document.querySelector(LAYERS)) control.click();
    }
    await idle();
    return name;
  }
  if (!layer) return null;
  press(layer, "Escape");
  await idle();
  const close = [...layer.querySelectorAll("button")].find((button) => getName(button) === "Close");
  if (layer.isConnected) close?.click();
  await idle();
  return layer.isConnected ? null : `closed ${used.length}`;
}

/** Translates a screen and uses its controls, up to `maxSteps`; what React throws is among the complaints. */
async function walk(page: Page, address: string, complaints: readonly string[], maxSteps = 24): Promise<void> {
  await open(page, address);
  await page.evaluate(translate);
  const used: string[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    const name = await page.evaluate(useNext, used);
    expect(
      complaints.filter((line) => !EXPECTED.test(line)),
      `${address}: ${used.at(-1)}, then ${name}`,
    ).toEqual([]);
    if (name === null) break;
    used.push(name);
  }
  expect(used.length, address).toBeGreaterThan(3);
  await expect(page.locator("main h1, main h2").first(), address).toBeAttached();
}

test.describe("every control of a translated page works", () => {
  for (const game of GAMES) {
    test(`in the catalogues of ${game}`, async ({ page, complaints }) => {
      for (const catalogue of CATALOGUES[game]) await walk(page, `/${game}?cat=${catalogue}`, complaints, 5);
    });

    test(`in the arsenal of ${game}`, async ({ page, complaints }) => {
      const [one, other] = game === "bf4" ? ["ak-12", "aek-971"] : ["ak-24", "m5a3"];
      await walk(page, `/${game}`, complaints, 32);
      await walk(page, `/${game}?item=${one}`, complaints, 20);
      await walk(page, `/${game}?cmp=${one},${other}&compare=1`, complaints, 14);
      await walk(page, `/${game}?duel=${one},${other}`, complaints, 14);
      await walk(page, `/${game}?sort=ttk&hit=40&head=10`, complaints, 14);
    });

    test(`in the locker, with a soldier and the progress of ${game}`, async ({ page, complaints }) => {
      await signInAsGuest(page);
      const soldier = await addSample(page, game);
      const [id] = await fill(
        page,
        ["First", "Second"].map((name) => ({ name, game, tags: ["night"], note: "A note" })),
      );
      await walk(page, `/${game}?tab=loadouts&edit=${id}`, complaints, 32);
      // The other sections are alike in both games.
      if (game === "bf2042") return;
      await walk(page, `/${game}?tab=loadouts`, complaints);
      await walk(page, `/${game}?tab=soldier&soldier=${soldier}`, complaints);
      await walk(page, `/${game}?tab=progress`, complaints);
    });
  }

  test("at home, at the sign-in, in the account and in the progress of one's own counts", async ({
    page,
    complaints,
  }) => {
    for (const address of ["/", "/login", "/login?mode=sign-up"]) await walk(page, address, complaints, 14);
    await signUpAndIn(page);
    for (const tab of ["profile", "security", "sessions", "connections", "data"])
      await walk(page, `/account?tab=${tab}`, complaints, 8);
    await walk(page, "/platoons", complaints, 8);
    await page.context().clearCookies();
    await guestWithCounts(
      page,
      { counters: { "kills:ace-23": 89 }, hoursAgo: 24 },
      { counters: { "kills:ace-23": 99 } },
    );
    await walk(page, "/bf4?tab=progress", complaints);
  });
});
