// `npm run bench`: prints a table of ratios and writes it into docs/performance.md. Each figure is measured in rounds together
// with a peer (a conventional solution) and a limit (the minimal work) on the same machine in the same run, because absolute
// times are not comparable between machines. `npm run bench P1 P4` measures only these and updates only their rows.
// `npm run bench F1` installs and starts clean clones; without that argument, F1 is left out.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { keepAwake } from "./awake.ts";
import { bigLocker } from "./big-locker.ts";
import { bigPlatoon } from "./big-platoon.ts";
import { closestNextMeasurements } from "./closest-next.ts";
import { firstAnswer } from "./first-answer.ts";
import { measureFirstStart } from "./first-start.ts";
import { hotCalls } from "./hot-calls.ts";
import { interactions } from "./interactions.ts";
import { manyPeople } from "./many-people.ts";
import { manySnapshots } from "./many-snapshots.ts";
import { type Goal, type Measurement, median, resources } from "./measurement.ts";
import { millionCalls } from "./million-calls.ts";
import { millionUpkeep } from "./million-upkeep.ts";
import { pages } from "./pages.ts";
import { sharedLimit } from "./shared-limit.ts";
import { signIns } from "./sign-ins.ts";

const SERVER_MEASUREMENTS: readonly Measurement[] = [
  ...hotCalls,
  ...firstAnswer,
  ...signIns,
  ...manyPeople,
  ...bigLocker,
  ...bigPlatoon,
  ...manySnapshots,
  ...closestNextMeasurements,
  ...millionCalls,
  ...millionUpkeep,
  sharedLimit,
];
/** These are measured without `keepAwake`, because a browser needs all processors. */
const BROWSER_MEASUREMENTS: readonly Measurement[] = [...pages, ...interactions];
const MEASUREMENTS = [...SERVER_MEASUREMENTS, ...BROWSER_MEASUREMENTS];
const PAGE = "docs/performance.md";
const TABLE = /(<!-- table -->\n)[\s\S]*?(<!-- end of the table -->)/;
const STARTS = /(<!-- starts -->\n)[\s\S]*?(<!-- end of the starts -->)/;

type Rates = Record<"ours" | "peer" | "limit", number>;
type Result = { measurement: Measurement; rates: Rates };

async function measure({ rounds, ours, peer, limit }: Measurement): Promise<Rates> {
  const rates: Record<keyof Rates, number[]> = { ours: [], peer: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.limit.push(await limit());
    rates.peer.push(await peer());
    rates.ours.push(await ours());
  }
  return { ours: median(rates.ours), peer: median(rates.peer), limit: median(rates.limit) };
}

const isMet = (rates: Rates, { baseline, atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Goal): boolean => {
  const ratio = rates.ours / rates[baseline];
  return ratio >= atLeast && ratio <= atMost;
};

const formatGoal = ({ baseline, atLeast, atMost }: Goal): string =>
  `${atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`} × ${baseline}`;

const formatGoals = ({ goals, maximum }: Measurement): string =>
  [...goals.map(formatGoal), ...(maximum ? [`≤ ${maximum.value} ${maximum.unit}`] : [])].join(", ");

function getRow(measurement: Measurement, rates: Rates): string[] {
  const { id, name, goals, maximum } = measurement;
  const ratios = [rates.ours / rates.limit, rates.ours / rates.peer, rates.peer / rates.limit];
  const isRowMet =
    goals.every((goal) => isMet(rates, goal)) && rates.ours <= (maximum?.value ?? Number.POSITIVE_INFINITY);
  const formattedGoals = formatGoals(measurement);
  const ownFigure = maximum ? `${rates.ours.toPrecision(3)} ${maximum.unit}` : "";
  return [
    id,
    name,
    // There is no ratio if the limit is too fast for the browser's clock.
    ...ratios.map((ratio) => (Number.isFinite(ratio) ? ratio.toPrecision(3) : "—")),
    ownFigure,
    formattedGoals,
    formattedGoals && (isRowMet ? "met" : "**not met**"),
  ];
}

/** Returns the common subject of measurements that share a row of the page: calls that are compared with the peer only. */
const getSubject = ({ id, name, goals, maximum }: Measurement): string | null => {
  const [subject = "", call] = name.split(": ");
  return call && !maximum && goals.length > 0 && goals.every(({ baseline }) => baseline === "peer")
    ? `${id} ${subject}`
    : null;
};

function getSubjectName(measurement: Measurement): string {
  const subject = getSubject(measurement);
  const calls = MEASUREMENTS.filter((other) => subject !== null && getSubject(other) === subject);
  return calls.length > 0 ? `${measurement.name.split(": ")[0]}, ${calls.length} calls` : measurement.name;
}

function getRange(values: readonly number[]): string {
  const finite = values.filter(Number.isFinite);
  return finite.length > 0 ? `${Math.min(...finite).toPrecision(3)} to ${Math.max(...finite).toPrecision(3)}` : "—";
}

/** Returns the row of a subject: the range of each ratio, and the call that is slowest compared with its peer. */
function getSubjectRow(results: readonly Result[]): string[] {
  const bySpeed = results.toSorted((a, b) => a.rates.ours / a.rates.peer - b.rates.ours / b.rates.peer);
  const measurement = bySpeed.at(-1)?.measurement;
  if (!measurement) return [];
  const isMetByAll = results.every(({ measurement: { goals }, rates }) => goals.every((goal) => isMet(rates, goal)));
  const slowest = measurement.name.split(": ")[1]?.replace(" (time)", "");
  return [
    measurement.id,
    getSubjectName(measurement),
    getRange(results.map(({ rates }) => rates.ours / rates.limit)),
    `${getRange(results.map(({ rates }) => rates.ours / rates.peer))} (${slowest})`,
    getRange(results.map(({ rates }) => rates.peer / rates.limit)),
    "",
    formatGoals(measurement),
    isMetByAll ? "met" : "**not met**",
  ];
}

/** Returns the row of a measurement that failed; the other measurements continue. */
function getFailedRow(measurement: Measurement): string[] {
  process.exitCode = 1;
  return [measurement.id, getSubjectName(measurement), "", "", "", "", formatGoals(measurement), "**not measured**"];
}

const START_HEAD = ["", "figure", "ours", "goal", ""];
const HEAD = ["", "figure", "× limit", "× peer", "peer × limit", "ours", "goal", ""];
const formatRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const isRow = (text: string): boolean => text.startsWith("| P");
const getKey = (row: string): string => row.split(" | ", 2).join();

/** Returns the page's table, in the order of the measurements, with the measured rows in place of the earlier ones. */
function updateTable(page: string, measured: readonly string[]): string {
  const [oldTable = ""] = TABLE.exec(page) ?? [];
  const rows = new Map([...oldTable.split("\n").filter(isRow), ...measured].map((row) => [getKey(row), row]));
  const keys = MEASUREMENTS.map((measurement) => getKey(formatRow([measurement.id, getSubjectName(measurement), ""])));
  const inOrder = [...new Set(keys)].flatMap((key) => rows.get(key) ?? []);
  return [formatRow(HEAD), formatRow(HEAD.map(() => "---")), ...inOrder].join("\n");
}

const requestedIds = process.argv.slice(2);
const rows: string[] = [];
const resultsBySubject = new Map<string, Result[]>();
for (const measurement of MEASUREMENTS) {
  if (requestedIds.length > 0 && !requestedIds.includes(measurement.id)) continue;
  using _awake = SERVER_MEASUREMENTS.includes(measurement) ? keepAwake() : null;
  const rates = await measure(measurement).catch((error: unknown) => void console.error(measurement.name, error));
  const row = formatRow(rates ? getRow(measurement, rates) : getFailedRow(measurement));
  const subject = getSubject(measurement);
  if (rates && subject)
    resultsBySubject.set(subject, [...(resultsBySubject.get(subject) ?? []), { measurement, rates }]);
  else rows.push(row);
  console.log(row);
}
rows.unshift(...[...resultsBySubject.values()].map((results) => formatRow(getSubjectRow(results))));
const startRows = requestedIds.includes("F1") ? await measureFirstStart() : [];
await resources.disposeAsync();
const page = readFileSync(PAGE, "utf8");
const [processor] = cpus();
const environment = `Measured on ${cpus().length} × ${processor?.model ?? "an unnamed processor"}, Node ${process.version}.`;
const replaceTable = (text: string, tablePattern: RegExp, table: string): string => {
  console.log(`\n${table}`);
  return text.replace(tablePattern, (_, head, end) => `${head}${environment}\n\n${table}\n${end}`);
};
const pageWithRows = rows.length > 0 ? replaceTable(page, TABLE, updateTable(page, rows)) : page;
const startTable = [START_HEAD, START_HEAD.map(() => "---"), ...startRows].map(formatRow).join("\n");
writeFileSync(PAGE, startRows.length > 0 ? replaceTable(pageWithRows, STARTS, startTable) : pageWithRows);
