// What Battlefield 2042 counts toward its unlocks and awards, with a soldier's counts.
import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { type CriterionCount, getCriterionCount } from "#domain/progress/criterion-count.ts";
import { CRITERION_KINDS, type CriterionKind } from "#domain/progress/criterion-kind.ts";
import type { ReportSource } from "#domain/progress/known-progress.ts";
import { normalizeText } from "#domain/text.ts";
import { cachePerLanguage } from "#messages/format.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { CRITERION_TITLES } from "#messages/progress/criterion-titles.ts";
import { type CriterionText, describeCriterion } from "#messages/progress/criterion-words.ts";
import { formatQuantity } from "#messages/progress/progress-words.ts";
import { withLanguage } from "#server/http/language.ts";
import type { StatisticsReport } from "./reports.ts";

/** The texts of all criteria, by id. */
const getTexts: (arsenal: Bf2042Arsenal) => ReadonlyMap<string, CriterionText> = cachePerLanguage(
  (arsenal) => new Map([...arsenal.criteria].map(([id, criterion]) => [id, describeCriterion(criterion, arsenal)])),
);

/** The soldier's count, or why there is none. */
type CountRemainder =
  | (CriterionCount & { state: "counted"; amount: string; source: ReportSource | null })
  | { state: "unknown" };

/** A criterion in the form of a target's line. */
export type CriterionLine = {
  id: string;
  kind: CriterionKind;
  name: string;
  group: string;
  weapon: null;
  gives: readonly string[];
  sourceId: string;
  /** What counts as text; empty if it is the name. */
  sentence: string;
  remainder: CountRemainder;
  estimate: null;
};

/** Returns a line for each criterion, by kind, the highest count first. */
export function listCriterionLines(
  arsenal: Bf2042Arsenal,
  { statistics, source }: StatisticsReport,
): readonly CriterionLine[] {
  const texts = getTexts(arsenal);
  const lines = [...arsenal.criteria.values()].map((criterion): CriterionLine => {
    const { id, kind, sourceId } = criterion;
    const { name = id, sentence = "" } = texts.get(id) ?? {};
    const count = getCriterionCount(criterion, arsenal, statistics);
    return {
      id,
      kind,
      name,
      group: CRITERION_TITLES[kind],
      weapon: null,
      gives: [],
      sourceId,
      sentence: name === sentence ? "" : sentence,
      remainder: count
        ? { state: "counted", ...count, amount: formatQuantity(count.done, count.unit), source }
        : { state: "unknown" },
      estimate: null,
    };
  });
  return lines.toSorted(
    (a, b) =>
      CRITERION_KINDS.indexOf(a.kind) - CRITERION_KINDS.indexOf(b.kind) || getDone(b.remainder) - getDone(a.remainder),
  );
}

const getDone = (remainder: CountRemainder): number => (remainder.state === "counted" ? remainder.done : -1);

export function getCountState({ remainder }: CriterionLine): "started" | "untouched" | "unknown" {
  if (remainder.state !== "counted") return "unknown";
  return remainder.done > 0 ? "started" : "untouched";
}

/** Returns a function that checks if a line has all words in the language of the call or in English; they must be the result of `tokenize`. */
export function createCriterionFilter(
  arsenal: Bf2042Arsenal,
  words: readonly string[],
): (line: CriterionLine) => boolean {
  if (words.length === 0) return () => true;
  const searchTexts = [getSearchTexts(arsenal), withLanguage(BASE_LANGUAGE, () => getSearchTexts(arsenal))];
  return ({ id }) => words.every((word) => searchTexts.some((texts) => texts.get(id)?.includes(word)));
}

const getSearchTexts: (arsenal: Bf2042Arsenal) => ReadonlyMap<string, string> = cachePerLanguage((arsenal) => {
  const texts = getTexts(arsenal);
  return new Map(
    [...arsenal.criteria.values()].map(({ id, kind }) => {
      const { name, sentence } = texts.get(id) ?? { name: id, sentence: "" };
      return [id, normalizeText([name, sentence, CRITERION_TITLES[kind]].join(" "))];
    }),
  );
});
