// docs/contract.md: each line of the specification about accounts, the checks that cover it, and their verdicts here and
// against the account library as it comes.
import { LINES, type Line } from "./lines.ts";

export type Verdict = "passes" | "fails";
/** By the check's full name, describe and test joined by " › ". */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Where a check has the words of two lines, one's within the other's, it covers the longer. */
export const covers = (line: Line, check: string): boolean =>
  names(line, check) && !LINES.some((longer) => isWithin(line, longer) && names(longer, check));

const names = ({ section, words, also }: Line, check: string): boolean =>
  (new RegExp(`^(§\\d+ )*§${section} `).test(check) && check.includes(words)) || also?.test(check) === true;

const isWithin = (line: Line, { section, words }: Line): boolean =>
  section === line.section && words !== line.words && words.includes(line.words);

/** The page. `library` holds the verdicts of the last run against the unmodified library. */
export function getReport(checks: Verdicts, library: Verdicts): string {
  const sections = [...new Set(LINES.map(({ section }) => section))];
  const covered = new Set([...checks.keys()].filter((check) => LINES.some((line) => covers(line, check))));
  const differing = [...covered].filter((check) => library.get(check) === "fails");
  return [
    "# The account contract, line by line\n",
    "Made by `npm run contract` from a run of `test/conformance/server` on SQLite and PostgreSQL. *Here* is the verdict of both",
    "together, *library* that of the account library without our plugins and guards. `test/conformance/library.json` has the",
    "verdict of each check. `npm test` fails when a run on SQLite would change this page.\n",
    `${LINES.length} lines, ${covered.size} checks, of which ${differing.length} differ.`,
    ...sections.flatMap((section) => [
      `\n## Section ${section}\n\n| line | proof | here | library |\n|---|---|---|---|`,
      ...LINES.filter((line) => line.section === section).flatMap((line) => getRows(line, checks, library)),
    ]),
    "",
  ].join("\n");
}

/** A row with the number of checks that pass, and one for each check that fails. */
function getRows(line: Line, checks: Verdicts, library: Verdicts): string[] {
  const own = [...checks].filter(([check]) => covers(line, check));
  const failing = own.filter(([, verdict]) => verdict === "fails").map(([check]) => check);
  const passing = own.filter(([, verdict]) => verdict === "passes").map(([check]) => check);
  const others = getProof(line);
  const proof = [...(passing.length > 0 ? [countChecks(passing)] : []), ...(others ? [others] : [])].join(", ");
  const rows = [
    ...failing.map((check) => `${cell(getName(check))} | fails | ${getLibraryVerdict(library.get(check))} |`),
    ...(passing.length > 0 ? [`${proof} | passes | ${summarize(passing, library)} |`] : []),
  ];
  if (passing.length === 0 && (others || rows.length === 0)) rows.push(`${others ?? "**untested**"} | | |`);
  const words = cell(line.chosen ? `${line.words}. *Chosen: ${line.chosen}*` : line.words);
  return rows.map((row, index) => `| ${index === 0 ? words : ""} | ${row}`);
}

const countChecks = ({ length }: readonly string[]): string => `${length} ${length === 1 ? "check" : "checks"}`;

const getLibraryVerdict = (verdict: Verdict | undefined): string =>
  verdict === undefined ? "not run" : verdict === "passes" ? "same" : "differs";

function summarize(checks: readonly string[], library: Verdicts): string {
  const verdicts = checks.map((check) => getLibraryVerdict(library.get(check)));
  const counts = ["same", "differs", "not run"].map(
    (verdict) => [verdict, verdicts.filter((one) => one === verdict).length] as const,
  );
  const occurring = counts.filter(([, count]) => count > 0);
  if (occurring.length === 1) return occurring.map(([verdict]) => verdict).join();
  return occurring.map(([verdict, count]) => `${count} ${verdict === "differs" ? "differ" : verdict}`).join(", ");
}

/** What proves the line besides the checks against the server: the test files, or why no caller can see it. */
function getProof({ provenBy, unobservable }: Line): string | null {
  if (unobservable) return `Not observable: ${unobservable}`;
  return provenBy ? [...new Set(provenBy.map(([file]) => `\`${file}\``))].join(", ") : null;
}

/** The check's own title, without the describe title, because the line's text already stands beside it. */
const getName = (check: string): string => check.split(" › ").slice(1).join(" › ") || check.replace(/^(§\d+ )*/, "");

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
