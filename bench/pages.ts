// The first drawing and the first scripts of the product pages, beside a page without script and the usual app.
import { chromium } from "@playwright/test";
import { browserLaunch } from "#test/harness/browser/browser.ts";
import { type Visit, visitPage } from "#test/harness/browser/page-visit.ts";
import { serveStaticPages } from "#test/harness/browser/static-pages.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { servePeerPages } from "./peer-pages.ts";
import { startSite } from "./servers.ts";

const FILES = { "/": "index.html", "/bf4": "bf4.html", "/bf2042": "bf2042.html" };
const ROUNDS = 5;
/** What a first load may weigh. */
const HOME_KB = 120;
const GAME_KB = 168;
const LOGIN_KB = 160;

const browser = shared(async () => opened.use(await chromium.launch(browserLaunch())));
const site = shared(() => startSite());
const bare = shared(async () => opened.use(await serveStaticPages(FILES)));
const peer = shared(async () => opened.use(await servePeerPages(FILES)));

type Where = () => Promise<{ origin: string }>;

const measureFigure =
  (where: Where, path: string, figure: Exclude<keyof Visit, "shift">, slowly = true) =>
  async (): Promise<number> =>
    (await visitPage(await browser(), (await where()).origin + path, slowly))[figure];

const firstDrawing = Object.keys(FILES).flatMap((path): Measurement[] => {
  const limit = measureFigure(bare, path, "lcp");
  return [
    {
      id: "P5",
      name: `${path}: largest contentful paint, slow 4G, 4 × slower`,
      goals: [{ of: "limit", atMost: 1.05 }],
      rounds: ROUNDS,
      ours: measureFigure(site, path, "lcp"),
      peer: measureFigure(peer, path, "lcp"),
      limit,
    },
    {
      id: "P5",
      name: `${path}: controls answer, against the first drawing of the static page`,
      goals: [{ of: "limit", atMost: 2.5 }],
      rounds: ROUNDS,
      ours: measureFigure(site, path, "usable"),
      peer: measureFigure(peer, path, "usable"),
      limit,
    },
  ];
});

/** A first load in kB of gzip; its limit is the libraries alone, which the peer is made of. */
const weight = (path: string, most: number): Measurement => ({
  id: "P6",
  name: `${path}: scripts until its controls answer`,
  goals: [],
  most: { value: most, unit: "kB" },
  rounds: 1,
  ours: measureFigure(site, path, "scriptKb", false),
  peer: measureFigure(peer, "/", "scriptKb", false),
  limit: measureFigure(peer, "/", "scriptKb", false),
});

export const pages: readonly Measurement[] = [
  ...firstDrawing,
  weight("/", HOME_KB),
  weight("/bf4", GAME_KB),
  weight("/bf2042", GAME_KB),
  weight("/login", LOGIN_KB),
];
