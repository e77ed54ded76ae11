import { expect, test } from "vitest";
import { ARSENALS } from "#test/fixtures/arsenals.ts";
import { describeCriterion } from "./criterion-words.ts";

const describeById = (id: string) => {
  const criterion = ARSENALS.bf2042.criteria.get(id);
  if (!criterion) throw new Error(id);
  return describeCriterion(criterion, ARSENALS.bf2042);
};

const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

test.for([
  ["unlock/a-91", "A-91", "Kills and assists · A-91 or AC-42"],
  ["unlock/ac9", "AC9", "Kills · DM7 · from 25 m or less"],
  ["unlock/rah-68-huron", "RAH-68 Huron and YG-99 Hannibal", "Damage · helicopters"],
  ["set/ak-24/base", "AK-24, base set", "Kills · AK-24"],
  ["set/ak-24/2", "AK-24, set 2", "Kills · AK-24 · from 125 m or more"],
  ["assignment/expl-gm05", "Rao", "Extractions in a row · Rao · Hazard Zone"],
  ["badge/gm07", "Extractions in a row · Hazard Zone · target: 10", "Extractions in a row · Hazard Zone · target: 10"],
] as const)("%s is named and worded", ([id, name, sentence]) => {
  const { name: describedName, sentence: describedSentence } = describeById(id);
  expect([describedName, describedSentence].map(withPlainSpaces)).toEqual([name, sentence]);
});
