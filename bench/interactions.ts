// P11: what hands cost in the browser on a processor four times slower: typing in the arsenal's search, and moving the
// range with four weapons compared. Beside them the usual way, a list that is filtered and drawn anew for each event, and
// a page whose controls do nothing but say their value.
import { chromium, type Page } from "@playwright/test";
import { browserLaunch } from "#test/harness/browser/browser.ts";
import { dragSlider, type Frames, measureFrames } from "#test/harness/browser/frames.ts";
import { serveOnLoopback } from "#test/harness/processes/loopback-server.ts";
import { type Measurement, opened, shared } from "./measurement.ts";
import { serveApp } from "./peer-pages.ts";
import { startSite } from "./servers.ts";

const ROUNDS = 3;
const SCRIPT_MS = 16;
const ANSWER_MS = 100;
const WIDE = { width: 1280, height: 900 };
const WORDS = "class:lmg rpm:>600 ak";
/** The interval between the keys of a fast typist. */
const KEY_MS = 100;
const PEER_ROWS = 200;

const browser = shared(async () => opened.use(await chromium.launch(browserLaunch())));
const site = shared(() => startSite());

const BARE = `<!doctype html><html lang="en" data-ready="true"><title>Bare</title><h1>Bare</h1>
<label>Search weapons <input oninput="said.value=value"></label>
<label>Range <input type="range" max="150" value="0" oninput="said.value=value" style="width:400px"></label><output id="said"></output></html>`;
const bare = shared(async () =>
  opened.use(await serveOnLoopback((_, answer) => answer.writeHead(200, { "Content-Type": "text/html" }).end(BARE))),
);

/** Two controls above a table that is rendered again on every change of either control. */
const PEER = `import { createElement as make, useState } from "react";
import { createRoot } from "react-dom/client";

const rows = Array.from({ length: ${PEER_ROWS} }, (_, at) => ({ name: "ak " + at + " lmg", max: 20 + (at % 30) }));
const cell = (row, metres) => (row.most - (metres * row.most) / 400).toFixed(1);

function Screen() {
  const [words, setWords] = useState("");
  const [range, setRange] = useState(0);
  const shown = rows.filter(({ name }) => words.split(" ").every((word) => word.includes(":") || name.includes(word)));
  const cells = (row) => [...Array(12)].map((_, at) => make("td", { key: at }, cell(row, Number(range) + at)));
  return make("main", null,
    make("h1", null, "Peer"),
    make("label", null, "Search weapons ", make("input", { value: words, onChange: (event) => setWords(event.target.value) })),
    make("label", null, "Range ", make("input", { type: "range", max: 150, style: { width: 400 }, value: range, onChange: (event) => setRange(event.target.value) })),
    make("table", null, make("tbody", null, shown.map((row) => make("tr", { key: row.name }, make("th", null, row.name), cells(row))))),
  );
}
document.documentElement.dataset.ready = "true";
createRoot(document.getElementById("root")).render(make(Screen));
`;
const peer = shared(async () => opened.use(await serveApp(PEER)));

type Where = () => Promise<{ origin: string }>;
type Act = (page: Page) => Promise<Frames>;

const type: Act = async (page) => {
  await page.getByLabel("Search weapons").focus();
  return measureFrames(page, async () => void (await page.keyboard.type(WORDS, { delay: KEY_MS })));
};
const drag: Act = (page) => dragSlider(page, "Range");

const measureFigure =
  (where: Where, path: string, act: Act, figure: (frames: Frames) => number) => async (): Promise<number> => {
    await using context = await (await browser()).newContext({ viewport: WIDE, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto((await where()).origin + path, { waitUntil: "networkidle" });
    return figure(await act(page));
  };

function getRows(name: string, path: string, act: Act): readonly Measurement[] {
  const row = (what: string, most: number, figure: (frames: Frames) => number): Measurement => ({
    id: "P11",
    name: `${name}: ${what}, 4 × slower`,
    goals: [],
    most: { value: most, unit: "ms" },
    rounds: ROUNDS,
    ours: measureFigure(site, path, act, figure),
    peer: measureFigure(peer, "/", act, figure),
    limit: measureFigure(bare, "/", act, figure),
  });
  return [
    row("script of the slowest frame", SCRIPT_MS, ({ script }) => script.at(-1) ?? 0),
    row("the slowest drawing after a key or a press", ANSWER_MS, ({ slowestAnswer }) => slowestAnswer),
  ];
}

export const hands: readonly Measurement[] = [
  ...getRows("typing in the arsenal's search", "/bf2042", type),
  ...getRows("moving the range of the whole list", "/bf2042", drag),
  ...getRows("moving the range of four", "/bf2042?cmp=ak-24,m5a3,sfar-m-gl,ac-42&compare=1&acc=60", drag),
];
