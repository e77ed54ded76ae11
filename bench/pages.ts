// P5 and P6: the largest contentful paint and the size of the first scripts of the product's pages, compared with a conventional
// single-page app (the peer) and a page without scripts (the limit).
import { chromium } from "@playwright/test";
import { getLaunchOptions } from "#test/harness/browser/browser.ts";
import { type Visit, visitPage } from "#test/harness/browser/page-visit.ts";
import { serveStaticPages } from "#test/harness/browser/static-pages.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";
import { servePeerPages } from "./peer-pages.ts";
import { startSite } from "./servers.ts";

const FILES = { "/": "index.html", "/bf4": "bf4.html", "/bf2042": "bf2042.html" };
const ROUNDS = 5;
/** The maximum size of a first load. */
const HOME_KB = 120;
const GAME_KB = 170;
const LOGIN_KB = 163;

const getBrowser = lazy(async () => resources.use(await chromium.launch(getLaunchOptions())));
const getSite = lazy(() => startSite());
const getBarePages = lazy(async () => resources.use(await serveStaticPages(FILES)));
const getPeerPages = lazy(async () => resources.use(await servePeerPages(FILES)));

type GetOrigin = () => Promise<{ origin: string }>;

const measureFigure =
  (getOrigin: GetOrigin, path: string, figure: Exclude<keyof Visit, "shift">, isThrottled = true) =>
  async (): Promise<number> =>
    (await visitPage(await getBrowser(), (await getOrigin()).origin + path, isThrottled))[figure];

const firstDrawing = Object.keys(FILES).flatMap((path): Measurement[] => {
  const limit = measureFigure(getBarePages, path, "lcp");
  return [
    {
      id: "P5",
      name: `${path}: largest contentful paint, slow 4G, 4 × slower`,
      goals: [{ baseline: "limit", atMost: 1.05 }],
      rounds: ROUNDS,
      ours: measureFigure(getSite, path, "lcp"),
      peer: measureFigure(getPeerPages, path, "lcp"),
      limit,
    },
    {
      id: "P5",
      name: `${path}: controls answer, against the first drawing of the static page`,
      goals: [{ baseline: "limit", atMost: 2.5 }],
      rounds: ROUNDS,
      ours: measureFigure(getSite, path, "usable"),
      peer: measureFigure(getPeerPages, path, "usable"),
      limit,
    },
  ];
});

/** Measures the scripts of a first load in kB of gzip; the peer consists of hardly more than the libraries, so it is also the limit. */
const measureScripts = (path: string, maximum: number): Measurement => ({
  id: "P6",
  name: `${path}: scripts until its controls answer`,
  goals: [],
  maximum: { value: maximum, unit: "kB" },
  rounds: 1,
  ours: measureFigure(getSite, path, "scriptKb", false),
  peer: measureFigure(getPeerPages, "/", "scriptKb", false),
  limit: measureFigure(getPeerPages, "/", "scriptKb", false),
});

export const pages: readonly Measurement[] = [
  ...firstDrawing,
  measureScripts("/", HOME_KB),
  measureScripts("/bf4", GAME_KB),
  measureScripts("/bf2042", GAME_KB),
  measureScripts("/login", LOGIN_KB),
];
