// docs/contract.md: each line of the specification about accounts, the checks that cover it, and their verdicts here and
// against the account library as it comes.
import { LINES, type Line } from "./lines.ts";

export type Verdict = "passes" | "fails";
/** By the check's full name, describe and test joined by " › ". */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** A line with more checks than this shows only their number. */
const MAX_NAMED = 16;

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
    "Made by `npm run contract` from a run of `test/conformance/server` on SQLite and PostgreSQL; *here* is the verdict of both",
    "together. `npm test` fails when a run on SQLite would change it, `npm run test:rest` when a check fails on PostgreSQL.",
    "*Library* shows what the account library does without our plugins and guards: the same, or something that differs.\n",
    `${LINES.length} lines, ${covered.size} checks, of which ${differing.length} differ.`,
    ...sections.flatMap((section) => [
      `\n## Section ${section}\n\n| line | check | here | library |\n|---|---|---|---|`,
      ...LINES.filter((line) => line.section === section).flatMap((line) => getRows(line, checks, library)),
    ]),
    "",
  ].join("\n");
}

function getRows(line: Line, checks: Verdicts, library: Verdicts): string[] {
  const own = [...checks].filter(([check]) => covers(line, check));
  const words = cell(line.chosen ? `${line.words}. *Chosen: ${line.chosen}*` : line.words);
  if (own.length === 0) return [`| ${words} | ${getProof(line)} | | |`];
  const others = line.provenBy ? [`|  | ${getProof(line)} | | |`] : [];
  if (own.length > MAX_NAMED) {
    const failing = own.filter(([, verdict]) => verdict === "fails").length;
    const same = own.filter(([check]) => library.get(check) === "passes").length;
    const here = failing === 0 ? "passes" : `${failing} fail`;
    return [`| ${words} | ${own.length} checks | ${here} | ${same} the same, ${own.length - same} differ |`, ...others];
  }
  const rows = own.map(([check, verdict], index) => {
    const judged = library.get(check);
    const theirs = judged === undefined ? "not run" : judged === "passes" ? "same" : "differs";
    return `| ${index === 0 ? words : ""} | ${cell(getName(check))} | ${verdict} | ${theirs} |`;
  });
  return [...rows, ...others];
}

/** What stands in place of a check against the server, or below those. */
function getProof({ provenBy, unobservable }: Line): string {
  if (unobservable) return `Not observable: ${unobservable}`;
  return provenBy?.map(([file, title]) => `\`${file}\`: ${cell(title)}`).join("<br>") ?? "**untested**";
}

/** The check's own title, without the describe title, because the line's text already stands beside it. */
const getName = (check: string): string => check.split(" › ").slice(1).join(" › ") || check.replace(/^(§\d+ )*/, "");

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
