// Generates docs/contract.md: each line of the specification about accounts, the checks that cover it, and their verdicts
// for this project and for the unmodified account library.
import { LINES, type Line } from "./lines.ts";

export type Verdict = "passes" | "fails";
/** The key is the check's full name: describe and test titles joined by " › ". */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Whether the check covers the line. When the text of one line contains that of another, only the longer line is covered. */
export const isCovering = (line: Line, check: string): boolean =>
  isNaming(line, check) && !LINES.some((longer) => isWithin(line, longer) && isNaming(longer, check));

const isNaming = ({ section, text, otherChecks }: Line, check: string): boolean =>
  (new RegExp(`^(§\\d+ )*§${section} `).test(check) && check.includes(text)) || otherChecks?.test(check) === true;

const isWithin = (line: Line, { section, text }: Line): boolean =>
  section === line.section && text !== line.text && text.includes(line.text);

/** Returns the text of docs/contract.md. `library` has the verdicts of the last run against the unmodified library. */
export function getReport(checks: Verdicts, library: Verdicts): string {
  const sections = [...new Set(LINES.map(({ section }) => section))];
  const covered = new Set([...checks.keys()].filter((check) => LINES.some((line) => isCovering(line, check))));
  const differing = [...covered].filter((check) => library.get(check) === "fails");
  return [
    "# The account contract, line by line\n",
    "Made by `npm run contract` from a run of `test/conformance/server` on SQLite and PostgreSQL. A line has the number of its",
    "checks, and its other tests; all pass on both, except those marked **fails**. *Library* is the verdict of the account",
    'library without our plugins and guards: "3 differ" means that its other checks are the same. `npm test` fails when a run',
    "on SQLite would change this page.\n",
    `${LINES.length} lines, ${covered.size} checks, of which ${differing.length} differ.`,
    ...sections.flatMap((section) => [
      `\n## Section ${section}\n\n| line | checks | library |\n|---|---|---|`,
      ...LINES.filter((line) => line.section === section).flatMap((line) => getRows(line, checks, library)),
    ]),
    "",
  ].join("\n");
}

/** Returns a row for each check that fails, and one row with the number of checks that pass. */
function getRows(line: Line, checks: Verdicts, library: Verdicts): string[] {
  const lineChecks = [...checks].filter(([check]) => isCovering(line, check));
  const failing = lineChecks.filter(([, verdict]) => verdict === "fails").map(([check]) => check);
  const passing = lineChecks.filter(([, verdict]) => verdict === "passes").map(([check]) => check);
  const otherProof = getProof(line);
  const proof = [...(passing.length > 0 ? [passing.length] : []), ...(otherProof ? [otherProof] : [])].join(", ");
  const rows = [
    ...failing.map((check) => `**fails** ${cell(getName(check))} | ${getLibraryVerdict(library.get(check))} |`),
    ...(passing.length > 0 ? [`${proof} | ${summarize(passing, library)} |`] : []),
  ];
  if (passing.length === 0 && (otherProof || rows.length === 0)) rows.push(`${otherProof ?? "**untested**"} | |`);
  const text = cell(line.chosen ? `${line.text}. *Chosen: ${line.chosen}*` : line.text);
  return rows.map((row, index) => `| ${index === 0 ? text : ""} | ${row}`);
}

const getLibraryVerdict = (verdict: Verdict | undefined): string =>
  verdict === undefined ? "not run" : verdict === "passes" ? "same" : "differs";

/** Returns the common verdict of all checks, or else how many differ or were not run; the others are the same. */
function summarize(checks: readonly string[], library: Verdicts): string {
  const verdicts = checks.map((check) => getLibraryVerdict(library.get(check)));
  const counts = ["same", "differs", "not run"].map(
    (verdict) => [verdict, verdicts.filter((value) => value === verdict).length] as const,
  );
  const occurring = counts.filter(([, count]) => count > 0);
  if (occurring.length === 1) return occurring.map(([verdict]) => verdict).join();
  return occurring
    .filter(([verdict]) => verdict !== "same")
    .map(([verdict, count]) => `${count} ${verdict === "differs" ? "differ" : verdict}`)
    .join(", ");
}

/** Returns the line's other test files, or the reason why it cannot be observed; null when it has neither. */
function getProof({ provenBy, unobservable }: Line): string | null {
  if (unobservable) return `Not observable: ${unobservable}`;
  return provenBy ? [...new Set(provenBy.map(([file]) => `\`${file}\``))].join(", ") : null;
}

/** Returns the check's title without the describe title, because the row already shows the line's text. */
const getName = (check: string): string => check.split(" › ").slice(1).join(" › ") || check.replace(/^(§\d+ )*/, "");

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
