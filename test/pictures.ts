// `npm run pictures` takes screenshots of every screen with and without content, of overlays and of error states, in both themes at
// widths of 390, 768 and 1440 px, then in the pseudo-language at 390 px. They are written into var/pictures for visual review.
// `npm run pictures -- bf4-goals dark-1440` takes only screenshots whose file names contain all these words.
// `npm run pictures -- silhouettes` creates contact sheets of the drawings.
// `npm run pictures -- de` takes screenshots in German at 390 px, which show untranslated texts and texts that do not fit;
// `-- de dark-1440` takes them at that width. `-- en-XA` builds the pseudo-language first.
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
import { getLaunchOptions } from "#test/harness/browser/browser.ts";
import { OVERLAYS, openOverlay } from "#test/harness/browser/overlays.ts";
import { SCREENS, SECTIONS } from "#test/harness/browser/screens.ts";
import { translateLocators } from "#test/harness/browser/wording.ts";
import { fillSite } from "#test/harness/data/filled-site.ts";
import { createStatisticsService } from "#test/harness/data/statistics-service.ts";
import type { Visitor } from "#test/harness/visitor.ts";
import { makeWorld, type World } from "#test/harness/world.ts";

const FOLDER = "var/pictures";
const THEMES = ["dark", "light"] as const;
/** The heights of the windows by their widths, in px. */
const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 };
type Heights = Partial<Record<keyof typeof HEIGHTS, number>>;
/** Screens whose links have a preview image in chats, by the name of the image. */
const PREVIEW_IMAGES = {
  loadout: "short-link",
  code: "share-code",
  "bf2042-versus": "bf2042-versus",
  versus: "bf4-versus",
  squad: "bf4-squad",
};
/** The maximum height of a screenshot; the rest of a longer list looks the same. */
const MAX_HEIGHT = 2600;
/** Words that the file names must contain; without any, all screenshots are taken. */
const REQUIRED_WORDS = process.argv.slice(2).filter((word) => !isLanguage(word));
const LANGUAGE = process.argv.slice(2).find(isLanguage) ?? BASE_LANGUAGE;
/** Whether only the phone's width is used: the default for other languages, because texts have the least space there. */
const IS_PHONE_ONLY = LANGUAGE !== BASE_LANGUAGE && !REQUIRED_WORDS.some((word) => /768|1440/.test(word));
/** The start of the file names. */
const PREFIX = LANGUAGE === BASE_LANGUAGE ? "" : `${LANGUAGE}-`;

/** Yields a browser context for each theme and width. */
async function* openContexts(browser: Browser, { origin }: World, visitor?: Visitor, heights: Heights = HEIGHTS) {
  for (const theme of THEMES) {
    for (const [width, height] of Object.entries(heights)) {
      if (IS_PHONE_ONLY && width !== "390") continue;
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

const isRequested = (file: string): boolean => REQUIRED_WORDS.every((word) => file.includes(word));

async function takeScreenshots(
  browser: Browser,
  world: World,
  group: string,
  screens: Record<string, string>,
  visitor?: Visitor,
): Promise<void> {
  for await (const { place, end } of openContexts(browser, world, visitor)) {
    for (const [name, path] of Object.entries(screens)) {
      const file = `${PREFIX}${group}-${name}-${end}`;
      if (isRequested(file)) await takeScreenshot(place, path, file);
    }
  }
}

async function openPage(place: BrowserContext, file: string): Promise<Page> {
  const page = await place.newPage();
  // An open event stream would prevent the network from becoming idle.
  await page.route(/\/api\/trpc\/(loadout|platoon\.feed)\.changes/, (route) => route.fulfill({ status: 204 }));
  page.on("console", (line) => line.type() === "error" && console.log(`${file}: ${line.text()}`));
  return page;
}

async function takeScreenshot(place: BrowserContext, path: string, file: string): Promise<void> {
  const page = await openPage(place, file);
  await page.goto(path, { waitUntil: "networkidle" });
  await waitForData(page);
  await renderAllRows(page);
  // Drawers and dialogs cover the window. For other screens the window gets the height of the page, up to a limit, because
  // virtualized lists contain only the rows of the window.
  const isOverlaid = await page.getByRole("dialog").isVisible();
  if (!isOverlaid) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: Math.min(height, MAX_HEIGHT) });
    await waitForData(page);
  }
  // The page is at least as high as the window and the footer is below it, so a full-page screenshot is needed.
  await page.screenshot({ path: join(FOLDER, file), fullPage: !isOverlaid });
  await page.close();
}

/** Takes screenshots of all overlays; the smallest window is that of a phone whose browser shows its bars. */
async function takeOverlayScreenshots(
  browser: Browser,
  world: World,
  screens: Record<string, string>,
  visitor: Visitor,
): Promise<void> {
  for await (const { place, end } of openContexts(browser, world, visitor, { ...HEIGHTS, 390: 664 })) {
    for (const [name, [screen, ...steps]] of Object.entries(OVERLAYS)) {
      const file = `${PREFIX}over-${name}-${end}`;
      if (!isRequested(file)) continue;
      const page = await openPage(place, file);
      await page.goto(screens[screen] ?? "", { waitUntil: "networkidle" });
      // A few controls exist only on phones, so only at a phone's width must all overlays open.
      const error = await openOverlay(page, steps).catch((error: Error) => error);
      if (error) console.log(`${file}: ${error.message.split("\n")[0]}`);
      if (error && end.endsWith("-390.png")) process.exitCode = 1;
      await waitForData(page);
      if (!error) await page.screenshot({ path: join(FOLDER, file) });
      await page.close();
    }
  }
}

/** Error states of screens: `prepare` runs before the address is opened, `change` after it. */
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
    prepare: async (page) => {
      await failEverything(page);
      // With the list of an earlier visit the locker would show that list.
      await page.addInitScript(() => indexedDB.deleteDatabase("fieldlocker"));
    },
    // The locker retries automatically before it shows the button.
    change: (page) => page.getByRole("button", { name: "Try again" }).waitFor(),
  },
  "failed-platoon": { path: "/platoons?platoon=sunday-squads", prepare: failEverything },
  "versus-tray": { path: "/bf4?cmp=ak-12,aek-971,ace-23" },
  mailbox: { path: "/mailbox" },
};

async function failEverything(page: Page): Promise<void> {
  await page.route("**/api/trpc/**", (route) => route.fulfill({ status: 500, json: {} }));
}

async function takeStateScreenshots(browser: Browser, world: World, visitor: Visitor): Promise<void> {
  for await (const { place, end } of openContexts(browser, world, visitor)) {
    for (const [name, { path, prepare, change }] of Object.entries(STATES)) {
      const file = `${PREFIX}state-${name}-${end}`;
      if (!isRequested(file)) continue;
      const page = await openPage(place, file);
      await prepare?.(page);
      await page.goto(path, { waitUntil: "networkidle" });
      await change?.(page);
      await page.waitForTimeout(change ? 1500 : 0);
      await waitForData(page);
      await page.screenshot({ path: join(FOLDER, file) });
      await page.close();
      await place.setOffline(false);
    }
  }
}

/** Saves the preview images of links. */
async function savePreviewImages({ origin }: World, screens: Record<string, string>): Promise<void> {
  for (const [name, screen] of Object.entries(PREVIEW_IMAGES)) {
    const file = `${PREFIX}chat-${name}.png`;
    if (!isRequested(file)) continue;
    const headers = { "accept-language": LANGUAGE };
    const page = await (await fetch(`${origin}${screens[screen]}`, { headers })).text();
    const address = /property="og:image" content="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
    if (!address) throw new Error(`${screens[screen]} names no picture.`);
    await writeFile(join(FOLDER, file), Buffer.from(await (await fetch(address)).arrayBuffer()));
  }
}

/** Disables `content-visibility`, because the browser does not render rows outside the window, even in a full-page screenshot. */
async function renderAllRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":not([hidden]) { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Waits until there has been no placeholder for a while, because a response may lead to another request. */
async function waitForData(page: Page): Promise<void> {
  const placeholders = page.getByRole("status").filter({ hasText: /^(Loading|Checking|Choosing|Drawing)/ });
  for (let attempt = 0, idleCount = 0; attempt < 50 && idleCount < 3; attempt += 1) {
    idleCount = (await placeholders.count()) === 0 ? idleCount + 1 : 0;
    await page.waitForTimeout(200);
  }
}

type SheetItem = { title: string; drawing: Drawing | null; width: number };

/** Creates contact sheets with each drawing in two sizes and its name: weapons by class, with and without attachments; others by catalogue. */
async function createContactSheets(browser: Browser): Promise<void> {
  const { bf4, bf2042 } = readArsenals("data");
  const weapons = [...bf4.weapons.values(), ...bf2042.weapons.values()];
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const [name, mounts] of [
    ["bare", []],
    ["mounted", ["suppressor", "holographic", "vertical-grip", "drum"]],
  ] as const) {
    for (const weaponClass of new Set(weapons.map((weapon) => weapon.class))) {
      const items = weapons
        .filter((weapon) => weapon.class === weaponClass)
        .map(({ id, name: title }) => ({
          title,
          drawing: drawWeapon(findLine(silhouettes, id) ?? "", mounts),
          width: 420,
        }));
      await createContactSheet(page, `${weaponClass}-${name}`, items);
    }
  }
  for (const [game, arsenal] of [["bf4", bf4] as const, ["bf2042", bf2042] as const]) {
    for (const catalogue of CATALOGUES[game]) {
      const shown = getCatalogue(arsenal, catalogue).map(({ id, name: title }) => ({
        title,
        drawing: drawEquipment(equipment, { game, catalogue, id }),
        width: catalogue.startsWith("vehicle") ? 240 : 110,
      }));
      if (shown.some(({ drawing }) => drawing)) await createContactSheet(page, `${game}-${catalogue}`, shown);
    }
  }
  await page.close();
}

async function createContactSheet(page: Page, name: string, shown: readonly SheetItem[]): Promise<void> {
  const cells = shown.map(({ title, drawing, width }) => {
    const { full, dim, cut } = drawing ?? { full: "", dim: "", cut: "" };
    const paths = `<path d="${full}"/><path d="${dim}" fill="#8f978c"/><path d="${cut}" fill="#0c110d"/>`;
    const createSvg = (size: number) => `<svg viewBox="0 0 ${width} 110" width="${size}" fill="#f0f0ec">${paths}</svg>`;
    return `<figure>${width === 110 ? createSvg(150) + createSvg(48) : createSvg(300) + createSvg(96)}<figcaption>${title}</figcaption></figure>`;
  });
  const style =
    "background:#0c110d;color:#c0c2bb;font:13px sans-serif;display:grid;grid-template-columns:repeat(3,1fr)";
  await page.setContent(`<body style="${style}">${cells.join("")}`);
  await page.screenshot({ path: join(FOLDER, `silhouettes-${name}.png`), fullPage: true });
}

if (process.argv.length === 2) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch(getLaunchOptions());
const onlySheets = REQUIRED_WORDS.includes("silhouettes");
if (onlySheets || process.argv.length === 2) await createContactSheets(browser);
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
// The browser exceeds the usual rate limit.
const environment = { STATS_URL: service.url, STATS_CACHE_S: "0", CALLS_PER_MINUTE: "100000" };
await using world = await makeWorld({ withSite: true, environment });
const { visitor, screens } = await fillSite(world);
translateLocators(await browser.newPage(), LANGUAGE);
const guest = world.visitor();
await guest.post("/api/auth/sign-in/anonymous");
await takeScreenshots(browser, world, "everyone", { ...SCREENS, ...SECTIONS });
const guestScreens = { account: "/account", platoons: "/platoons", "sign-up": "/login?mode=sign-up" };
await takeScreenshots(browser, world, "guest", guestScreens, guest);
await takeScreenshots(browser, world, "person", screens, visitor);
const allScreens = { ...SCREENS, ...SECTIONS, ...screens };
await takeOverlayScreenshots(browser, world, allScreens, visitor);
await takeStateScreenshots(browser, world, visitor);
await savePreviewImages(world, allScreens);
await browser.close();
if (process.argv.length === 2) {
  const { status } = spawnSync(process.execPath, [import.meta.filename, PSEUDO_LANGUAGE], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
console.log(`The pictures are in ${FOLDER}.`);
