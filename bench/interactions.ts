// P11: the cost of interactions in the browser, with the processor throttled four times: typing in the arsenal's search, and
// moving the range slider of the list and of a comparison of four weapons. Compared with a list that is rendered again for each
// event (the peer) and with a page whose controls only output their value (the limit).
import { chromium, type Page } from "@playwright/test";
import { getLaunchOptions } from "#test/harness/browser/browser.ts";
import { dragSlider, type Frames, measureFrames } from "#test/harness/browser/frames.ts";
import { serveOnLoopback } from "#test/harness/processes/loopback-server.ts";
import { lazy, type Measurement, resources } from "./measurement.ts";
import { serveApp } from "./peer-pages.ts";
import { startSite } from "./servers.ts";

const ROUNDS = 3;
const SCRIPT_MS = 16;
const RESPONSE_MS = 100;
const WIDE = { width: 1280, height: 900 };
const SEARCH_TEXT = "class:lmg rpm:>600 ak";
/** The interval between the keys of a fast typist. */
const KEY_MS = 100;
const PEER_ROWS = 200;

const getBrowser = lazy(async () => resources.use(await chromium.launch(getLaunchOptions())));
const getSite = lazy(() => startSite());

const BARE = `<!doctype html><html lang="en" data-ready="true"><title>Bare</title><h1>Bare</h1>
<label>Search weapons <input oninput="result.value=value"></label>
<label>Range <input type="range" max="150" value="0" oninput="result.value=value" style="width:400px"></label><output id="result"></output></html>`;
const getBarePage = lazy(async () =>
  resources.use(
    await serveOnLoopback((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(BARE)),
  ),
);

/** Two controls above a table that is rendered again on every change of either control. */
const PEER = `import { createElement as make, useState } from "react";
import { createRoot } from "react-dom/client";

const rows = Array.from({ length: ${PEER_ROWS} }, (_, index) => ({ name: "ak " + index + " lmg", max: 20 + (index % 30) }));
const cell = (row, metres) => (row.max - (metres * row.max) / 400).toFixed(1);

function Screen() {
  const [text, setText] = useState("");
  const [range, setRange] = useState(0);
  const matches = rows.filter(({ name }) => text.split(" ").every((word) => word.includes(":") || name.includes(word)));
  const cells = (row) => [...Array(12)].map((_, at) => make("td", { key: at }, cell(row, Number(range) + at)));
  return make("main", null,
    make("h1", null, "Peer"),
    make("label", null, "Search weapons ", make("input", { value: text, onChange: (event) => setText(event.target.value) })),
    make("label", null, "Range ", make("input", { type: "range", max: 150, style: { width: 400 }, value: range, onChange: (event) => setRange(event.target.value) })),
    make("table", null, make("tbody", null, matches.map((row) => make("tr", { key: row.name }, make("th", null, row.name), cells(row))))),
  );
}
document.documentElement.dataset.ready = "true";
createRoot(document.getElementById("root")).render(make(Screen));
`;
const getPeerPage = lazy(async () => resources.use(await serveApp(PEER)));

type GetOrigin = () => Promise<{ origin: string }>;
type Interaction = (page: Page) => Promise<Frames>;

const typeSearch: Interaction = async (page) => {
  await page.getByLabel("Search weapons").focus();
  return measureFrames(page, async () => void (await page.keyboard.type(SEARCH_TEXT, { delay: KEY_MS })));
};
const dragRange: Interaction = (page) => dragSlider(page, "Range");

const measureFigure =
  (getOrigin: GetOrigin, path: string, interaction: Interaction, getFigure: (frames: Frames) => number) =>
  async (): Promise<number> => {
    await using context = await (await getBrowser()).newContext({ viewport: WIDE, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto((await getOrigin()).origin + path, { waitUntil: "networkidle" });
    return getFigure(await interaction(page));
  };

function createMeasurements(name: string, path: string, interaction: Interaction): readonly Measurement[] {
  const createMeasurement = (
    figureName: string,
    maximum: number,
    getFigure: (frames: Frames) => number,
  ): Measurement => ({
    id: "P11",
    name: `${name}: ${figureName}, 4 × slower`,
    goals: [],
    maximum: { value: maximum, unit: "ms" },
    rounds: ROUNDS,
    ours: measureFigure(getSite, path, interaction, getFigure),
    peer: measureFigure(getPeerPage, "/", interaction, getFigure),
    limit: measureFigure(getBarePage, "/", interaction, getFigure),
  });
  return [
    createMeasurement("script of the slowest frame", SCRIPT_MS, ({ script }) => script.at(-1) ?? 0),
    createMeasurement("the slowest drawing after a key or a press", RESPONSE_MS, ({ slowestAnswer }) => slowestAnswer),
  ];
}

export const interactions: readonly Measurement[] = [
  ...createMeasurements("typing in the arsenal's search", "/bf2042", typeSearch),
  ...createMeasurements("moving the range of the whole list", "/bf2042", dragRange),
  ...createMeasurements("moving the range of four", "/bf2042?versus=ak-24,m5a3,sfar-m-gl,ac-42&hit=60", dragRange),
];
