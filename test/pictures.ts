// `npm run pictures` photographs every screen, with and without content, in both themes at 390, 768 and 1440 px, into
// var/pictures, for people to look at; `npm run pictures -- bf4-goals dark-1440` takes those whose file names hold every
// word, `npm run pictures -- silhouettes` makes contact sheets of the drawings. Needs a build.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import equipment from "#data/equipment.json" with { type: "json" };
import silhouettes from "#data/silhouettes.json" with { type: "json" };
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import type { Drawing } from "#domain/silhouettes/canvas.ts";
import { drawEquipment } from "#domain/silhouettes/equipment.ts";
import { drawWeapon, findLine } from "#domain/silhouettes/silhouette.ts";
import { getCatalogue } from "#messages/catalogue/catalogue.ts";
import { readArsenals } from "#server/arsenals.ts";
import { browserLaunch } from "#test/harness/browser/browser.ts";
import { SCREENS, SECTIONS } from "#test/harness/browser/screens.ts";
import { fillSite } from "#test/harness/data/filled-site.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const FOLDER = "var/pictures";
const THEMES = ["dark", "light"] as const;
const WIDTHS = { 390: 844, 768: 1024, 1440: 900 } as const;
/** Of a picture; what comes after it in a longer list looks as what is in it. */
const MAX_HEIGHT = 2600;
/** Words that the names of the pictures must hold; none: all are taken. */
const REQUESTED = process.argv.slice(2);

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
      if (visitor) await place.addCookies(getCookies(world, visitor));
      for (const [name, path] of Object.entries(screens)) {
        const file = `${group}-${name}-${theme}-${width}.png`;
        if (REQUESTED.every((word) => file.includes(word))) await picture(place, path, file);
      }
      await place.close();
    }
  }
}

async function picture(place: BrowserContext, path: string, file: string): Promise<void> {
  const page = await place.newPage();
  // A line that stays open would let no picture be finished.
  await page.route(/\/api\/trpc\/(loadout|platoon\.feed)\.changes/, (route) => route.fulfill({ status: 204 }));
  page.on("console", (line) => line.type() === "error" && console.log(`${file}: ${line.text()}`));
  await page.goto(path, { waitUntil: "networkidle" });
  await dataToCome(page);
  await drawRowsOutsideWindow(page);
  // A drawer or dialog lies over the window. Everything else is shown in a window as high as the page, up to a limit: virtualized
  // lists hold only the rows of the window.
  const isOverlaid = await page.getByRole("dialog").isVisible();
  if (!isOverlaid) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: Math.min(height, MAX_HEIGHT) });
    await dataToCome(page);
  }
  // The page takes at least the window's height, so that its footer comes below it.
  await page.screenshot({ path: join(FOLDER, file), fullPage: !isOverlaid });
  await page.close();
}

/** The browser leaves rows outside the window blank, also in a picture of the whole page. */
async function drawRowsOutsideWindow(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":not([hidden]) { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Waits until no placeholder has been there for a while: one answer may lead to the next question. */
async function dataToCome(page: Page): Promise<void> {
  const placeholders = page.getByRole("status").filter({ hasText: /^(Loading|Checking|Choosing|Drawing)/ });
  for (let look = 0, quiet = 0; look < 50 && quiet < 3; look += 1) {
    quiet = (await placeholders.count()) === 0 ? quiet + 1 : 0;
    await page.waitForTimeout(200);
  }
}

const getCookies = ({ origin }: World, { cookies }: Visitor) =>
  [...cookies].map(([name, value]) => ({ name, value, url: origin }));

type Shown = { title: string; drawing: Drawing | null; width: number };

/** Sheets of drawings at two sizes beside their names: weapons by class, without and with attachments; the others by catalogue. */
async function contactSheets(browser: Browser): Promise<void> {
  const { bf4, bf2042 } = readArsenals("data");
  const weapons = [...bf4.weapons.values(), ...bf2042.weapons.values()];
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const [name, mounts] of [
    ["bare", []],
    ["mounted", ["suppressor", "holographic", "vertical-grip", "drum"]],
  ] as const) {
    for (const weaponClass of new Set(weapons.map((weapon) => weapon.class))) {
      const shown = weapons
        .filter((weapon) => weapon.class === weaponClass)
        .map(({ id, name: title }) => ({
          title,
          drawing: drawWeapon(findLine(silhouettes, id) ?? "", mounts),
          width: 420,
        }));
      await contactSheet(page, `${weaponClass}-${name}`, shown);
    }
  }
  for (const [game, arsenal] of [["bf4", bf4] as const, ["bf2042", bf2042] as const]) {
    for (const catalogue of CATALOGUES[game]) {
      const shown = getCatalogue(arsenal, catalogue).map(({ id, name: title }) => ({
        title,
        drawing: drawEquipment(equipment, { game, catalogue, id }),
        width: catalogue.startsWith("vehicle") ? 240 : 110,
      }));
      if (shown.some(({ drawing }) => drawing)) await contactSheet(page, `${game}-${catalogue}`, shown);
    }
  }
  await page.close();
}

async function contactSheet(page: Page, name: string, shown: readonly Shown[]): Promise<void> {
  const cells = shown.map(({ title, drawing, width }) => {
    const { full, dim, cut } = drawing ?? { full: "", dim: "", cut: "" };
    const paths = `<path d="${full}"/><path d="${dim}" fill="#8f978c"/><path d="${cut}" fill="#0c110d"/>`;
    const svg = (size: number) => `<svg viewBox="0 0 ${width} 110" width="${size}" fill="#f0f0ec">${paths}</svg>`;
    return `<figure>${width === 110 ? svg(150) + svg(48) : svg(300) + svg(96)}<figcaption>${title}</figcaption></figure>`;
  });
  const style =
    "background:#0c110d;color:#c0c2bb;font:13px sans-serif;display:grid;grid-template-columns:repeat(3,1fr)";
  await page.setContent(`<body style="${style}">${cells.join("")}`);
  await page.screenshot({ path: join(FOLDER, `silhouettes-${name}.png`), fullPage: true });
}

if (REQUESTED.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch(browserLaunch());
const onlySheets = REQUESTED.includes("silhouettes");
if (onlySheets || REQUESTED.length === 0) await contactSheets(browser);
if (onlySheets) {
  await browser.close();
  process.exit();
}
await using service = await createStatisticsService();
// One browser asks for every screen, faster than anybody would.
const environment = { STATS_URL: service.url, STATS_KEPT_S: "0", CALLS_PER_MINUTE: "100000" };
await using world = await makeWorld({ withSite: true, environment });
const { visitor, screens } = await fillSite(world);
const guest = world.visitor();
await guest.post("/api/auth/sign-in/anonymous");
await photograph(browser, world, "everyone", { ...SCREENS, ...SECTIONS });
const guestScreens = { account: "/account", platoons: "/platoons", "sign-up": "/login?mode=sign-up" };
await photograph(browser, world, "guest", guestScreens, guest);
await photograph(browser, world, "person", screens, visitor);
await browser.close();
console.log(`The pictures are in ${FOLDER}.`);
