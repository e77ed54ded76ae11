// `npm run pictures`: photographs every screen, with and without content, in both themes at 390 and 1280 px, into
// var/pictures, for people to look at. Needs a build.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import type { KitId } from "#domain/arsenal/kit-id.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { signUpAndIn } from "./world/accounts.ts";
import { browserLaunch } from "./world/browser.ts";
import { SCREENS } from "./world/screens.ts";
import type { Visitor } from "./world/visitor.ts";
import { makeWorld, type World } from "./world/world.ts";

const FOLDER = "var/pictures";
const THEMES = ["dark", "light"] as const;
const WIDTHS = { 390: 844, 1280: 900 } as const;

const PERSON = {
  home: "/",
  "bf4-loadouts": "/bf4?tab=loadouts",
  "bf2042-loadouts": "/bf2042?tab=loadouts",
  account: "/account",
  "account-security": "/account?tab=security",
  "account-sessions": "/account?tab=sessions",
  "account-connections": "/account?tab=connections",
  "account-data": "/account?tab=data",
};

async function fillLocker({ context }: World, visitor: Visitor): Promise<string> {
  const first = crypto.randomUUID();
  const kits: KitId[] = ["assault", "engineer", "support", "recon"];
  for (const [index, kit] of kits.entries()) {
    for (const game of ["bf4", "bf2042"] as const) {
      const id = index === 0 && game === "bf4" ? first : crypto.randomUUID();
      const loadout = starterLoadout(context.arsenals[game], kit);
      await visitor.trpc.loadout.save.mutate({ id, name: `Everyday ${kit}`, loadout, seenVersion: 0 });
    }
  }
  return first;
}

async function photograph(
  browser: Browser,
  world: World,
  group: string,
  screens: Record<string, string>,
  visitor?: Visitor,
) {
  for (const theme of THEMES) {
    for (const [width, height] of Object.entries(WIDTHS)) {
      const place = await browser.newContext({
        baseURL: world.origin,
        colorScheme: theme,
        viewport: { width: Number(width), height },
        reducedMotion: "reduce",
      });
      if (visitor) await place.addCookies(cookiesOf(world, visitor));
      for (const [name, path] of Object.entries(screens))
        await picture(place, path, `${group}-${name}-${theme}-${width}.png`);
      await place.close();
    }
  }
}

async function picture(place: BrowserContext, path: string, file: string): Promise<void> {
  const page = await place.newPage();
  page.on("console", (line) => line.type() === "error" && console.log(`${file}: ${line.text()}`));
  await page.goto(path, { waitUntil: "networkidle" });
  // A drawer or dialog lies over the window; everything else is shown in full.
  const fullPage = !(await page.getByRole("dialog").isVisible());
  await page.screenshot({ path: join(FOLDER, file), fullPage });
  await page.close();
}

const cookiesOf = ({ origin }: World, { cookies }: Visitor) =>
  [...cookies].map(([name, value]) => ({ name, value, url: origin }));

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
await using world = await makeWorld({ withSite: true });
const browser = await chromium.launch(browserLaunch());
const { visitor } = await signUpAndIn(world);
const first = await fillLocker(world, visitor);
const guest = world.visitor();
await guest.post("/api/auth/sign-in/anonymous");
await photograph(browser, world, "everyone", SCREENS);
await photograph(browser, world, "guest", { account: "/account", "sign-up": "/login?mode=sign-up" }, guest);
await photograph(browser, world, "person", { ...PERSON, "bf4-editor": `/bf4?tab=loadouts&edit=${first}` }, visitor);
await browser.close();
console.log(`The pictures are in ${FOLDER}.`);
