// `npm run bench`: prints one table of ratios and writes it into docs/performance.md. Each figure is measured in rounds
// beside a peer (the usual way) and a limit (the least that could do it) on the same machine in the same run; absolute
// times mean nothing elsewhere. `npm run bench P1 P4` measures those alone, and writes their rows alone. `npm run bench F1`
// installs and starts clean clones, which no other run does.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { keepAwake } from "./awake.ts";
import { bigLocker } from "./big-locker.ts";
import { bigPlatoon } from "./big-platoon.ts";
import { closest } from "./closest-next.ts";
import { firstAnswer } from "./first-answer.ts";
import { measureFirstStart } from "./first-start.ts";
import { hotCalls } from "./hot-calls.ts";
import { hands } from "./interactions.ts";
import { manyPeople } from "./many-people.ts";
import { manySnapshots } from "./many-snapshots.ts";
import { type Goal, type Measurement, median, opened } from "./measurement.ts";
import { callsAmongMany } from "./million-calls.ts";
import { upkeepOfMany } from "./million-upkeep.ts";
import { pages } from "./pages.ts";
import { sharedLimit } from "./shared-limit.ts";
import { signIns } from "./sign-ins.ts";

const OF_SERVERS: readonly Measurement[] = [
  ...hotCalls,
  ...firstAnswer,
  ...signIns,
  ...manyPeople,
  ...bigLocker,
  ...bigPlatoon,
  ...manySnapshots,
  ...closest,
  ...callsAmongMany,
  ...upkeepOfMany,
  sharedLimit,
];
/** A browser has the processors to itself, and is not woken for each response. */
const OF_SCREENS: readonly Measurement[] = [...pages, ...hands];
const MEASUREMENTS = [...OF_SERVERS, ...OF_SCREENS];
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

const isMet = (rates: Rates, { of, atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Goal): boolean => {
  const ratio = rates.ours / rates[of];
  return ratio >= atLeast && ratio <= atMost;
};

const inWords = ({ of, atLeast, atMost }: Goal): string =>
  `${atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`} × ${of}`;

const getRequested = ({ goals, most }: Measurement): string =>
  [...goals.map(inWords), ...(most ? [`≤ ${most.value} ${most.unit}`] : [])].join(", ");

function getRow(measurement: Measurement, rates: Rates): string[] {
  const { id, name, goals, most } = measurement;
  const ratios = [rates.ours / rates.limit, rates.ours / rates.peer, rates.peer / rates.limit];
  const met = goals.every((goal) => isMet(rates, goal)) && rates.ours <= (most?.value ?? Number.POSITIVE_INFINITY);
  const requested = getRequested(measurement);
  const own = most ? `${rates.ours.toPrecision(3)} ${most.unit}` : "";
  return [
    id,
    name,
    // A limit too fast for the clock of the browser gives no ratio.
    ...ratios.map((ratio) => (Number.isFinite(ratio) ? ratio.toPrecision(3) : "—")),
    own,
    requested,
    requested && (met ? "met" : "**not met**"),
  ];
}

/** What calls of one place share, which are compared with the peer alone and stand in one row of the page. */
const getSubject = ({ id, name, goals, most }: Measurement): string | null => {
  const [subject = "", call] = name.split(": ");
  return call && !most && goals.length > 0 && goals.every(({ of }) => of === "peer") ? `${id} ${subject}` : null;
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

/** The row of a subject: the range of each ratio, and the call that is slowest beside its peer. */
function getSubjectRow(results: readonly Result[]): string[] {
  const bySpeed = results.toSorted((a, b) => a.rates.ours / a.rates.peer - b.rates.ours / b.rates.peer);
  const measurement = bySpeed.at(-1)?.measurement;
  if (!measurement) return [];
  const met = results.every(({ measurement: { goals }, rates }) => goals.every((goal) => isMet(rates, goal)));
  const slowest = measurement.name.split(": ")[1]?.replace(" (time)", "");
  return [
    measurement.id,
    getSubjectName(measurement),
    getRange(results.map(({ rates }) => rates.ours / rates.limit)),
    `${getRange(results.map(({ rates }) => rates.ours / rates.peer))} (${slowest})`,
    getRange(results.map(({ rates }) => rates.peer / rates.limit)),
    "",
    getRequested(measurement),
    met ? "met" : "**not met**",
  ];
}

/** One that fails takes no other with it. */
function getFailedRow(measurement: Measurement): string[] {
  process.exitCode = 1;
  return [measurement.id, getSubjectName(measurement), "", "", "", "", getRequested(measurement), "**not measured**"];
}

const START_HEAD = ["", "figure", "ours", "goal", ""];
const HEAD = ["", "figure", "× limit", "× peer", "peer × limit", "ours", "goal", ""];
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const isRow = (text: string): boolean => text.startsWith("| P");
const getKey = (row: string): string => row.split(" | ", 2).join();

/** The page's table with these rows in the place of the old ones of the same figures, in the order of the measurements. */
function updateTable(page: string, measured: readonly string[]): string {
  const [old = ""] = TABLE.exec(page) ?? [];
  const rows = new Map([...old.split("\n").filter(isRow), ...measured].map((row) => [getKey(row), row]));
  const keys = MEASUREMENTS.map((measurement) => getKey(line([measurement.id, getSubjectName(measurement), ""])));
  const inOrder = [...new Set(keys)].flatMap((key) => rows.get(key) ?? []);
  return [line(HEAD), line(HEAD.map(() => "---")), ...inOrder].join("\n");
}

const chosen = process.argv.slice(2);
const rows: string[] = [];
const ofSubjects = new Map<string, Result[]>();
for (const measurement of MEASUREMENTS) {
  if (chosen.length > 0 && !chosen.includes(measurement.id)) continue;
  using _awake = OF_SERVERS.includes(measurement) ? keepAwake() : null;
  const rates = await measure(measurement).catch((error: unknown) => void console.error(measurement.name, error));
  const row = line(rates ? getRow(measurement, rates) : getFailedRow(measurement));
  const subject = getSubject(measurement);
  if (rates && subject) ofSubjects.set(subject, [...(ofSubjects.get(subject) ?? []), { measurement, rates }]);
  else rows.push(row);
  console.log(row);
}
rows.unshift(...[...ofSubjects.values()].map((results) => line(getSubjectRow(results))));
const starts = chosen.includes("F1") ? await measureFirstStart() : [];
await opened.disposeAsync();
const page = readFileSync(PAGE, "utf8");
const [processor] = cpus();
const where = `Measured on ${cpus().length} × ${processor?.model ?? "an unnamed processor"}, Node ${process.version}.`;
const write = (text: string, mark: RegExp, table: string): string => {
  console.log(`\n${table}`);
  return text.replace(mark, (_, head, end) => `${head}${where}\n\n${table}\n${end}`);
};
const measured = rows.length > 0 ? write(page, TABLE, updateTable(page, rows)) : page;
const startTable = [START_HEAD, START_HEAD.map(() => "---"), ...starts].map(line).join("\n");
writeFileSync(PAGE, starts.length > 0 ? write(measured, STARTS, startTable) : measured);
