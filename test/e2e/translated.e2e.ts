// Pages that a browser translates. The translation wraps each text in new elements, so React does not find the text nodes it created.
import type { Page } from "@playwright/test";
import { GAMES } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import { expect, test } from "./browser-test.ts";
import { saveLoadouts, signInAsGuest } from "./pages/locker.ts";
import { signInWithCounts } from "./pages/progress.ts";
import { addSample } from "./pages/soldier.ts";
import { open, signUpAndIn } from "./site.ts";

/** Expected console errors: refused calls and files, and the hydration error of a page that was translated before hydration. */
const EXPECTED = /^(Failed to load resource|Mutation error|Taking over the page .*#418)/;

/** Wraps each text in two elements, like Chromium's translation, also texts that are rendered later. */
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
 * Uses the next control of the screen that is not in `used`; a switch is used twice. Returns the control's name, or null if all were
 * used. Controls of an overlay come first; the overlay is closed after all its controls were used.
 */
async function useNext(used: readonly string[]): Promise<string | null> {
  const CONTROLS = "button, summary, select, input, a[href*='?'], [role=option], [role^=menuitem]";
  /** Names of controls that end the session or leave the page. */
  const EXCLUDED_NAMES = /sign|delete|remove|leave|print|download|export|reload|^search ?\S*k$/i;
  /** The select of the footer changes the language, which loads the page again. */
  const EXCLUDED_CONTROLS =
    ":disabled, [cmdk-item], [type=file], [type=hidden], [type=password], [type=email], footer select, footer [role=combobox]";
  const LAYERS = "[role=dialog], [role=menu], [data-radix-popper-content-wrapper] [role=listbox]";
  const MAX_EQUAL_CONTROLS = 2;
  const waitForRender = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 10));
  const press = (element: Element, key: string) =>
    element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const getName = (control: HTMLElement) =>
    (control.getAttribute("aria-label") ?? control.textContent ?? "").replace(/[\d.,]+/g, "").slice(0, 40);
  const leavesPage = (control: HTMLElement) =>
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
      await waitForRender();
    }
  };
  const layer = [...document.querySelectorAll(LAYERS)].at(-1);
  const counts = new Map<string, number>();
  for (const control of (layer ?? document.body).querySelectorAll<HTMLElement>(CONTROLS)) {
    const landmark = layer?.getAttribute("role") ?? control.closest("header, footer, main")?.tagName ?? "";
    const kind = [landmark, control.tagName, control.getAttribute("role"), control.getAttribute("type")].join(" ");
    const controlName = getName(control);
    const count = (counts.get(kind + controlName) ?? 0) + 1;
    counts.set(kind + controlName, count);
    const name = `${kind} ${controlName} ${count}`;
    if (used.includes(name) || count > MAX_EQUAL_CONTROLS || EXCLUDED_NAMES.test(controlName) || leavesPage(control))
      continue;
    if (control.matches(EXCLUDED_CONTROLS) || !control.checkVisibility()) continue;
    const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
    if (!isBox && (control instanceof HTMLSelectElement || control instanceof HTMLInputElement)) await type(control);
    else if (control.matches("[role=combobox], [role=option], [role^=menuitem], [aria-haspopup=menu]")) {
      control.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      control.focus();
      press(control, "Enter");
    } else {
      control.click();
      await waitForRender();
      const isSwitch = isBox || control.matches("[aria-pressed], [aria-expanded], [role=switch], summary");
      if (isSwitch && control.isConnected && !document.querySelector(LAYERS)) control.click();
    }
    await waitForRender();
    return name;
  }
  if (!layer) return null;
  press(layer, "Escape");
  await waitForRender();
  const close = [...layer.querySelectorAll("button")].find((button) => getName(button) === "Close");
  if (layer.isConnected) close?.click();
  await waitForRender();
  return layer.isConnected ? null : `closed ${used.length}`;
}

/** Translates a screen and uses up to `maxSteps` of its controls; fails if the page reports an error. */
async function operateControls(
  page: Page,
  address: string,
  browserErrors: readonly string[],
  maxSteps = 24,
): Promise<void> {
  await open(page, address);
  await page.evaluate(translate);
  const used: string[] = [];
  for (let step = 0; step < maxSteps; step += 1) {
    const name = await page.evaluate(useNext, used);
    expect(
      browserErrors.filter((line) => !EXPECTED.test(line)),
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
    test(`in the catalogues of ${game}`, async ({ page, browserErrors }) => {
      for (const catalogue of CATALOGUES[game])
        await operateControls(page, `/${game}?cat=${catalogue}`, browserErrors, 5);
    });

    test(`in the arsenal of ${game}`, async ({ page, browserErrors }) => {
      const [first, second] = game === "bf4" ? ["ak-12", "aek-971"] : ["ak-24", "m5a3"];
      await operateControls(page, `/${game}`, browserErrors, 32);
      await operateControls(page, `/${game}?item=${first}`, browserErrors, 20);
      await operateControls(page, `/${game}?versus=${first},${second}`, browserErrors, 28);
      await operateControls(page, `/${game}?sort=ttk&hit=40&head=10`, browserErrors, 14);
    });

    test(`in the locker, with a soldier and the progress of ${game}`, async ({ page, browserErrors }) => {
      await signInAsGuest(page);
      const soldier = await addSample(page, game);
      const [id] = await saveLoadouts(
        page,
        ["First", "Second"].map((name) => ({ name, game, tags: ["night"], note: "A note" })),
      );
      await operateControls(page, `/${game}?tab=loadouts&edit=${id}`, browserErrors, 32);
      // The other sections are the same in both games.
      if (game === "bf2042") return;
      await operateControls(page, `/${game}?tab=loadouts`, browserErrors);
      await operateControls(page, `/${game}?tab=soldier&soldier=${soldier}`, browserErrors);
      await operateControls(page, `/${game}?tab=progress`, browserErrors);
    });
  }

  test("on the home page, the sign-in page, the account page and the progress section", async ({
    page,
    browserErrors,
  }) => {
    for (const address of ["/", "/login", "/login?mode=sign-up"])
      await operateControls(page, address, browserErrors, 14);
    await signUpAndIn(page);
    for (const tab of ["profile", "security", "sessions", "connections", "data"])
      await operateControls(page, `/account?tab=${tab}`, browserErrors, 8);
    await operateControls(page, "/platoons", browserErrors, 8);
    await page.context().clearCookies();
    await signInWithCounts(
      page,
      { counters: { "kills:ace-23": 89 }, hoursAgo: 24 },
      { counters: { "kills:ace-23": 99 } },
    );
    await operateControls(page, "/bf4?tab=progress", browserErrors);
  });
});
