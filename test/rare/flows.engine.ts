// The main flows in the engines that Playwright's own builds would be needed for: Firefox and WebKit.
import { describe, expect, test, vi } from "vitest";
import { linkIn } from "../harness/accounts.ts";
import { button, containing, field, heading, link } from "../harness/browser/xpath.ts";
import { makeWorld, type World } from "../harness/world.ts";
import { ENGINES, type Engine } from "./engines.ts";

for (const [name, openEngine] of Object.entries(ENGINES)) {
  if (!openEngine && process.env["CI"]) throw new Error(`CI must not skip ${name}: install it.`);
  if (!openEngine) process.stdout.write(`Skipped: the main flows in ${name}, which is not on this machine.\n`);
  describe.runIf(openEngine)(`in ${name}`, () => {
    test("a weapon is found, compared, and fought against another", async () => {
      await using world = await makeWorld({ withSite: true, singleProcess: "The page is one address." });
      await using engine = await (openEngine as () => Promise<Engine>)();
      await engine.goto(`${world.origin}/bf4`);
      await engine.fill("//input[@role='combobox']", "AK-12");
      // Until the list is filtered its rows move.
      await vi.waitFor(async () => expect(await engine.evaluate("location.search")).toContain("q=AK-12"), {
        timeout: 15_000,
        interval: 100,
      });
      await engine.click(link("AK-12"));
      expect(await engine.text("//*[@role='dialog']//h2")).toContain("AK-12");
      await engine.press("Escape");
      await engine.goto(`${world.origin}/bf4?cmp=ak-12,aek-971&compare=1`);
      await engine.text(heading("Comparison"));
      await engine.click(button("Duel"));
      expect(await engine.text(containing(" of 100 "))).toMatch(/wins \d+ of 100 at 25 m|An even fight/);
      expect(engine.complaints).toEqual([]);
    });

    test("a loadout is built by a guest, shared, and comes along into an account", async () => {
      await using world = await makeWorld({ withSite: true, singleProcess: "The page is one address." });
      await using engine = await (openEngine as () => Promise<Engine>)();
      await engine.goto(`${world.origin}/bf4?tab=loadouts&edit=new&kit=assault`);
      await engine.fill(field("Name"), "Stairs");
      await engine.click(button("Save"));
      await engine.text(containing("Saved in your locker"));
      await engine.click(button("Share"));
      await engine.click(button("Copy short link"));
      await engine.text("//*[@role='dialog']//input[@readonly]");
      const address = await engine.evaluate<string>("document.querySelector('[role=dialog] input[readonly]').value");
      await engine.goto(address);
      await engine.text(heading("Stairs"));
      await signUpAndVerify(engine, world);
      await engine.goto(`${world.origin}/bf4?tab=loadouts`);
      await engine.text(link("Stairs"));
      expect(engine.complaints).toEqual([]);
    });

    test("a soldier's session, its card and the closest unlocks are shown", async () => {
      await using world = await makeWorld({ withSite: true, singleProcess: "The page is one address." });
      await using engine = await (openEngine as () => Promise<Engine>)();
      await engine.goto(`${world.origin}/bf4?tab=soldier`);
      await engine.click(button("Continue as guest"));
      await engine.click(button("Show a sample"));
      await engine.click(button("Session report"));
      // Until the lists above it are there the button moves.
      await engine.text(link("All unlocks"));
      await engine.click(button("Session card"));
      await engine.text(heading("Session card"));
      await engine.press("Escape");
      await engine.goto(`${world.origin}/bf4?tab=progress`);
      expect(await engine.text(containing("unlocks left"))).toMatch(/[\d,]+ unlocks left/);
      expect(engine.complaints).toEqual([]);
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
  await engine.goto(linkIn(mail).toString());
  await engine.text(containing("verified"));
}
