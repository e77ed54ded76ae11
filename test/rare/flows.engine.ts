// Tests the main flows in Firefox and WebKit, without Playwright's own builds of these browsers.
import { describe, expect, test, vi } from "vitest";
import { getLink } from "../harness/accounts.ts";
import { button, elementWithText, field, heading, inDialog, link } from "../harness/browser/xpath.ts";
import { makeWorld, type World } from "../harness/world.ts";
import { ENGINES, type Engine } from "./engines.ts";

for (const [name, openEngine] of Object.entries(ENGINES)) {
  if (!openEngine && process.env["CI"]) throw new Error(`CI must not skip ${name}: install it.`);
  if (!openEngine) process.stdout.write(`Skipped: the main flows in ${name}, which is not on this machine.\n`);
  describe.runIf(openEngine)(`in ${name}`, () => {
    test("a user finds a weapon, and its Versus", async () => {
      await using world = await makeWorld({ withSite: true, singleProcess: "The page is one address." });
      await using engine = await (openEngine as () => Promise<Engine>)();
      await engine.goto(`${world.origin}/bf4`);
      await engine.fill("//input[@role='combobox']", "AK-12");
      // Wait until the list is filtered, because its rows move before.
      await vi.waitFor(async () => expect(await engine.evaluate("location.search")).toContain("q=AK-12"), {
        timeout: 15_000,
        interval: 100,
      });
      await engine.click(link("AK-12"));
      expect(await engine.text("//*[@role='dialog']//h2")).toContain("AK-12");
      await engine.press("Escape");
      await engine.goto(`${world.origin}/bf4?versus=ak-12,aek-971&hit=40`);
      await engine.text(heading("Versus"));
      expect(await engine.text(elementWithText(" of 100 "))).toMatch(/wins \d+ of 100 at 30 m|Dead even/);
      expect(engine.errors).toEqual([]);
    });

    test("a guest's loadout can be saved, shared and moved to an account", async () => {
      await using world = await makeWorld({ withSite: true, singleProcess: "The page is one address." });
      await using engine = await (openEngine as () => Promise<Engine>)();
      await engine.goto(`${world.origin}/bf4?tab=loadouts&edit=new&kit=assault`);
      await engine.click(button("Save"));
      await engine.fill(inDialog(field("Name")), "Stairs");
      await engine.click(inDialog(button("Save")));
      await engine.text(elementWithText("Saved in your locker"));
      await engine.click(button("Share"));
      await engine.click(button("Copy short link"));
      await engine.text("//*[@role='dialog']//input[@readonly]");
      const address = await engine.evaluate<string>("document.querySelector('[role=dialog] input[readonly]').value");
      await engine.goto(address);
      await engine.text(heading("Stairs"));
      await signUpAndVerify(engine, world);
      await engine.goto(`${world.origin}/bf4?tab=loadouts`);
      await engine.text(link("Stairs"));
      expect(engine.errors).toEqual([]);
    });

    test("a sample soldier has a session report, a session card and unlock progress", async () => {
      await using world = await makeWorld({ withSite: true, singleProcess: "The page is one address." });
      await using engine = await (openEngine as () => Promise<Engine>)();
      await engine.goto(`${world.origin}/bf4?tab=soldier`);
      await engine.click(button("Use my own"));
      await engine.click(button("Show a sample"));
      await engine.click(button("Session report"));
      // Wait until the lists above the button have loaded, because it moves before.
      await engine.text(link("All unlocks"));
      await engine.click(button("Session card"));
      await engine.text(heading("Session card"));
      await engine.press("Escape");
      await engine.goto(`${world.origin}/bf4?tab=progress`);
      expect(await engine.text(elementWithText("unlocks left"))).toMatch(/[\d,]+ unlocks left/);
      expect(engine.errors).toEqual([]);
    });
  });
}

async function signUpAndVerify(engine: Engine, world: World): Promise<void> {
  await engine.goto(`${world.origin}/login?mode=sign-up`);
  await engine.fill(field("Name"), "Robin");
  await engine.fill(field("E-mail"), "robin@example.com");
  await engine.fill(field("Password"), "correct horse battery staple");
  await engine.click(button("Create account"));
  await expect.poll(async () => (await world.mails()).length, { timeout: 15_000 }).toBeGreaterThan(0);
  const [mail] = await world.mails();
  await engine.goto(getLink(mail).toString());
  await engine.text(elementWithText("verified"));
}
