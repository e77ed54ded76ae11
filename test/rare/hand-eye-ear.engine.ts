// Where the focus is and what screen readers announce, in Firefox and WebKit; test/e2e/hand-eye-ear.e2e.ts checks more in Chromium.
import { describe, expect, test } from "vitest";
import { heading, link } from "../harness/browser/xpath.ts";
import { makeWorld, type World } from "../harness/world.ts";
import { ENGINES, type Engine } from "./engines.ts";

const POLL = { timeout: 15_000, interval: 100 };
const SEARCH_WEAPONS = "//main//input[@role='combobox']";

const getTab = (name: string): string => `//*[@role='tab'][normalize-space(.)='${name}']`;

/** Returns the role or tag and the text of the element with the focus. */
const readFocus = (engine: Engine): Promise<string> =>
  engine.evaluate(
    "((element) => [element.getAttribute('role') ?? element.tagName.toLowerCase(), element.textContent.trim()].join(' '))(document.activeElement)",
  );

const waitForKeys = (engine: Engine) =>
  expect.poll(() => engine.evaluate<boolean>("document.documentElement.dataset.keys !== undefined"), POLL).toBe(true);

/** Records the texts of live regions of the current page. */
const recordAnnouncements = (engine: Engine) =>
  engine.evaluate(`(() => {
    window.announcements = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target.nodeType === 1 ? target : target.parentElement;
        const region = element?.closest("[role=status], [role=alert], output, [aria-live]");
        if (region?.textContent && region.getAttribute("aria-live") !== "off") announcements.push(region.textContent);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
    return true;
  })()`);

const readAnnouncements = (engine: Engine): Promise<string[]> => engine.evaluate("window.announcements");

for (const [name, openEngine] of Object.entries(ENGINES)) {
  if (!openEngine && process.env["CI"]) throw new Error(`CI must not skip ${name}: install it.`);
  if (!openEngine) process.stdout.write(`Skipped: focus and announcements in ${name}, which is not on this machine.\n`);
  describe.runIf(openEngine)(`in ${name}`, () => {
    const openWorld = () => makeWorld({ withSite: true, singleProcess: "The page is one address." });
    const visit = async (engine: Engine, world: World, path: string) => {
      await engine.goto(world.origin + path);
      await waitForKeys(engine);
    };

    test("a section is announced, its tab keeps the focus, and Back loses it to nothing", async () => {
      await using world = await openWorld();
      await using engine = await (openEngine as () => Promise<Engine>)();
      await visit(engine, world, "/bf4");
      await recordAnnouncements(engine);
      await engine.click(getTab("Soldier"));
      await expect.poll(() => readAnnouncements(engine), POLL).toContain("Soldier · Battlefield 4 · Fieldlocker");
      expect(await readFocus(engine)).toBe("tab Soldier");
      await engine.evaluate("history.back()");
      await expect.poll(() => readAnnouncements(engine), POLL).toContain("Arsenal · Battlefield 4 · Fieldlocker");
      await expect.poll(() => readFocus(engine), POLL).not.toMatch(/^body/);
      expect(engine.errors).toEqual([]);
    });

    test("a weapon opens on its heading, and Escape returns the focus to its row", async () => {
      await using world = await openWorld();
      await using engine = await (openEngine as () => Promise<Engine>)();
      await visit(engine, world, "/bf4");
      await engine.click(link("AEK-971"));
      await engine.text(heading("AEK-971"));
      await expect.poll(() => readFocus(engine), POLL).toBe("h2 AEK-971");
      await engine.press("Escape");
      await expect.poll(() => readFocus(engine), POLL).toBe("a AEK-971");
      expect(engine.errors).toEqual([]);
    });

    test("a term of the search without meaning marks the field as invalid, with the reason", async () => {
      await using world = await openWorld();
      await using engine = await (openEngine as () => Promise<Engine>)();
      await visit(engine, world, "/bf4");
      await engine.fill(SEARCH_WEAPONS, "rpm:>abc");
      await engine.press("Enter");
      const describeField =
        "((field) => [field.getAttribute('aria-invalid'), (field.getAttribute('aria-describedby') ?? '').split(' ')" +
        ".map((id) => document.getElementById(id)?.textContent ?? '').join(' ')])(document.querySelector('main input[role=combobox]'))";
      await expect
        .poll(() => engine.evaluate<string[]>(describeField), POLL)
        .toEqual(["true", expect.stringContaining("rpm:>abc")]);
      expect(await readFocus(engine)).toMatch(/^combobox/);
      expect(engine.errors).toEqual([]);
    });
  });
}
