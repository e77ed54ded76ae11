// `npm run pictures` photographs every screen, with and without content, what opens over it and what it shows when
// something is amiss, in both themes at 390, 768 and 1440 px, into var/pictures, for people to look at; then on a phone in the
// pseudo-language.
// `npm run pictures -- bf4-goals dark-1440` takes those whose file names hold every word, `npm run pictures --
// silhouettes` makes contact sheets of the drawings. `npm run pictures -- de` takes them in German on a phone, where what is not
// translated and what has no room for longer texts is seen, `-- de dark-1440` at that width; `en-XA` builds the pseudo-language.
import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import equipment from "#data/equipment.json" with { type: "json" };
import silhouettes from "#data/silhouettes.json" with { type: "json" };
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import type { Drawing } from "#domain/silhouettes/canvas.ts";
import { drawEquipment } from "#domain/silhouettes/equipment.ts";
import { drawWeapon, findLine } from "#domain/silhouettes/silhouette.ts";
import { getCatalogue } from "#messages/catalogue/catalogue.ts";
import { BASE_LANGUAGE, isLanguage, PSEUDO_LANGUAGE } from "#messages/languages.ts";
import { readArsenals } from "#server/arsenals.ts";
import { browserLaunch } from "#test/harness/browser/browser.ts";
import { OVERLAYS, openOverlay } from "#test/harness/browser/overlays.ts";
import { SCREENS, SECTIONS } from "#test/harness/browser/screens.ts";
import { findInLanguage } from "#test/harness/browser/wording.ts";
import { fillSite } from "#test/harness/data/filled-site.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const FOLDER = "var/pictures";
const THEMES = ["dark", "light"] as const;
/** Of the windows, by their widths, in px. */
const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 };
type Heights = Partial<Record<keyof typeof HEIGHTS, number>>;
/** Screens whose links have a picture in a chat. */
const PREVIEWED = {
  loadout: "short-link",
  code: "share-code",
  "bf2042-duel": "bf2042-duel",
  duel: "bf4-duel",
  squad: "bf4-squad",
};
/** Of a picture; what comes after it in a longer list looks as what is in it. */
const MAX_HEIGHT = 2600;
/** Words that the names of the pictures must hold; none: all are taken. */
const REQUESTED = process.argv.slice(2).filter((word) => !isLanguage(word));
const LANGUAGE = process.argv.slice(2).find(isLanguage) ?? BASE_LANGUAGE;
/** Texts of another language have the least room on a phone: its pictures have other widths where a word names one. */
const IS_PHONE_ALONE = LANGUAGE !== BASE_LANGUAGE && !REQUESTED.some((word) => /768|1440/.test(word));
/** What the names of the pictures begin with. */
const PREFIX = LANGUAGE === BASE_LANGUAGE ? "" : `${LANGUAGE}-`;

/** One window after the other, of both themes and all widths. */
async function* openWindows(browser: Browser, { origin }: World, visitor?: Visitor, heights: Heights = HEIGHTS) {
  for (const theme of THEMES) {
    for (const [width, height] of Object.entries(heights)) {
      if (IS_PHONE_ALONE && width !== "390") continue;
      await using place = await browser.newContext({
        baseURL: origin,
        colorScheme: theme,
        viewport: { width: Number(width), height },
        reducedMotion: "reduce",
      });
      if (LANGUAGE !== BASE_LANGUAGE) await place.addCookies([{ name: "lang", value: LANGUAGE, url: origin }]);
      if (visitor) await place.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: origin })));
      yield { place, end: `${theme}-${width}.png` };
    }
  }
}

const isRequested = (file: string): boolean => REQUESTED.every((word) => file.includes(word));

async function photograph(
  browser: Browser,
  world: World,
  group: string,
  screens: Record<string, string>,
  visitor?: Visitor,
): Promise<void> {
  for await (const { place, end } of openWindows(browser, world, visitor)) {
    for (const [name, path] of Object.entries(screens)) {
      const file = `${PREFIX}${group}-${name}-${end}`;
      if (isRequested(file)) await picture(place, path, file);
    }
  }
}

async function newPage(place: BrowserContext, file: string): Promise<Page> {
  const page = await place.newPage();
  // A line that stays open would let no picture be finished.
  await page.route(/\/api\/trpc\/(loadout|platoon\.feed)\.changes/, (route) => route.fulfill({ status: 204 }));
  page.on("console", (line) => line.type() === "error" && console.log(`${file}: ${line.text()}`));
  return page;
}

async function picture(place: BrowserContext, path: string, file: string): Promise<void> {
  const page = await newPage(place, file);
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

/** Everything that opens over a screen, in windows of which the smallest is a phone's with the bars of its browser. */
async function photographOverlays(
  browser: Browser,
  world: World,
  screens: Record<string, string>,
  visitor: Visitor,
): Promise<void> {
  for await (const { place, end } of openWindows(browser, world, visitor, { ...HEIGHTS, 390: 664 })) {
    for (const [name, [screen, ...steps]] of Object.entries(OVERLAYS)) {
      const file = `${PREFIX}over-${name}-${end}`;
      if (!isRequested(file)) continue;
      const page = await newPage(place, file);
      await page.goto(screens[screen] ?? "", { waitUntil: "networkidle" });
      // A few controls are there on a phone alone; on a phone everything must open.
      const error = await openOverlay(page, steps).catch((error: Error) => error);
      if (error) console.log(`${file}: ${error.message.split("\n")[0]}`);
      if (error && end.endsWith("-390.png")) process.exitCode = 1;
      await dataToCome(page);
      if (!error) await page.screenshot({ path: join(FOLDER, file) });
      await page.close();
    }
  }
}

/** What a screen looks like when something is amiss: what is done before its address is opened, or once it is there. */
const STATES: Record<
  string,
  { path: string; prepare?: (page: Page) => Promise<void>; change?: (page: Page) => Promise<void> }
> = {
  offline: { path: "/bf4?tab=loadouts", change: (page) => page.context().setOffline(true) },
  "ended-session": {
    path: "/bf4?tab=loadouts",
    change: async (page) => {
      await page.route("**/api/auth/get-session**", (route) => route.fulfill({ json: null }));
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    },
  },
  "failed-arsenal": { path: "/bf4", prepare: failEverything },
  "failed-locker": {
    path: "/bf4?tab=loadouts",
    prepare: failEverything,
    // It tries again by itself first.
    change: (page) => page.getByRole("button", { name: "Try again" }).waitFor(),
  },
  "failed-platoon": { path: "/platoons?platoon=sunday-squads", prepare: failEverything },
  "compare-tray": { path: "/bf4?cmp=ak-12,aek-971,ace-23" },
  mailbox: { path: "/mailbox" },
};

async function failEverything(page: Page): Promise<void> {
  await page.route("**/api/trpc/**", (route) => route.fulfill({ status: 500, json: {} }));
}

async function photographStates(browser: Browser, world: World, visitor: Visitor): Promise<void> {
  for await (const { place, end } of openWindows(browser, world, visitor)) {
    for (const [name, { path, prepare, change }] of Object.entries(STATES)) {
      const file = `${PREFIX}state-${name}-${end}`;
      if (!isRequested(file)) continue;
      const page = await newPage(place, file);
      await prepare?.(page);
      await page.goto(path, { waitUntil: "networkidle" });
      await change?.(page);
      await page.waitForTimeout(change ? 1500 : 0);
      await dataToCome(page);
      await page.screenshot({ path: join(FOLDER, file) });
      await page.close();
      await place.setOffline(false);
    }
  }
}

/** The pictures that other sites show beside a link. */
async function savePictures({ origin }: World, screens: Record<string, string>): Promise<void> {
  for (const [name, screen] of Object.entries(PREVIEWED)) {
    const file = `${PREFIX}chat-${name}.png`;
    if (!isRequested(file)) continue;
    const headers = { "accept-language": LANGUAGE };
    const page = await (await fetch(`${origin}${screens[screen]}`, { headers })).text();
    const address = /property="og:image" content="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
    if (!address) throw new Error(`${screens[screen]} names no picture.`);
    await writeFile(join(FOLDER, file), Buffer.from(await (await fetch(address)).arrayBuffer()));
  }
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

if (process.argv.length === 2) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch(browserLaunch());
const onlySheets = REQUESTED.includes("silhouettes");
if (onlySheets || process.argv.length === 2) await contactSheets(browser);
if (onlySheets) {
  await browser.close();
  process.exit();
}
if (LANGUAGE === PSEUDO_LANGUAGE) {
  const env = { ...process.env, SITE_LANGUAGES: `${BASE_LANGUAGE},${PSEUDO_LANGUAGE}` };
  const { status } = spawnSync(process.execPath, ["scripts/setup.mjs", "--build"], { env, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
await using service = await createStatisticsService();
// One browser asks for every screen, faster than anybody would.
const environment = { STATS_URL: service.url, STATS_CACHE_S: "0", CALLS_PER_MINUTE: "100000" };
await using world = await makeWorld({ withSite: true, environment });
const { visitor, screens } = await fillSite(world);
findInLanguage(await browser.newPage(), LANGUAGE);
const guest = world.visitor();
await guest.post("/api/auth/sign-in/anonymous");
await photograph(browser, world, "everyone", { ...SCREENS, ...SECTIONS });
const guestScreens = { account: "/account", platoons: "/platoons", "sign-up": "/login?mode=sign-up" };
await photograph(browser, world, "guest", guestScreens, guest);
await photograph(browser, world, "person", screens, visitor);
const all = { ...SCREENS, ...SECTIONS, ...screens };
await photographOverlays(browser, world, all, visitor);
await photographStates(browser, world, visitor);
await savePictures(world, all);
await browser.close();
if (process.argv.length === 2) {
  const { status } = spawnSync(process.execPath, [import.meta.filename, PSEUDO_LANGUAGE], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
console.log(`The pictures are in ${FOLDER}.`);
