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

type Taken = Record<"ours" | "peer" | "limit", number>;

async function measure({ rounds, ours, peer, limit }: Measurement): Promise<Taken> {
  const taken: Record<keyof Taken, number[]> = { ours: [], peer: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) {
    taken.limit.push(await limit());
    taken.peer.push(await peer());
    taken.ours.push(await ours());
  }
  return { ours: median(taken.ours), peer: median(taken.peer), limit: median(taken.limit) };
}

const isMet = (taken: Taken, { of, atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Goal): boolean => {
  const ratio = taken.ours / taken[of];
  return ratio >= atLeast && ratio <= atMost;
};

const inWords = ({ of, atLeast, atMost }: Goal): string =>
  `${atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`} × ${of}`;

const getRequested = ({ goals, most }: Measurement): string =>
  [...goals.map(inWords), ...(most ? [`≤ ${most.value} ${most.unit}`] : [])].join(", ");

function getRow(measurement: Measurement, taken: Taken): string[] {
  const { id, name, goals, most } = measurement;
  const ratios = [taken.ours / taken.limit, taken.ours / taken.peer, taken.peer / taken.limit];
  const met = goals.every((goal) => isMet(taken, goal)) && taken.ours <= (most?.value ?? Number.POSITIVE_INFINITY);
  const requested = getRequested(measurement);
  const own = most ? `${taken.ours.toPrecision(3)} ${most.unit}` : "";
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

/** One that fails takes no other with it. */
function getFailedRow(measurement: Measurement, error: unknown): string[] {
  console.error(error);
  process.exitCode = 1;
  return [measurement.id, measurement.name, "", "", "", "", getRequested(measurement), "**not measured**"];
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
  const inOrder = MEASUREMENTS.flatMap(({ id, name }) => rows.get(getKey(line([id, name, ""]))) ?? []);
  return [line(HEAD), line(HEAD.map(() => "---")), ...inOrder].join("\n");
}

const chosen = process.argv.slice(2);
const rows: string[] = [];
for (const measurement of MEASUREMENTS) {
  if (chosen.length > 0 && !chosen.includes(measurement.id)) continue;
  using _awake = OF_SERVERS.includes(measurement) ? keepAwake() : null;
  const row = await measure(measurement).then(
    (taken) => getRow(measurement, taken),
    (error: unknown) => getFailedRow(measurement, error),
  );
  rows.push(line(row));
  console.log(line(row));
}
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
