// What the reader of Battlelog files found, in words.
import type { BattlelogProblem, Ignored } from "#domain/soldier/battlelog/battlelog.ts";
import type { IgnoredReason } from "#domain/soldier/battlelog/reading.ts";
import { m } from "#messages";

const REASONS: Readonly<Record<IgnoredReason, () => string>> = {
  weapon_unnamed: m.battlelog_ignored_weapon_unnamed,
  vehicle_unnamed: m.battlelog_ignored_vehicle_unnamed,
  battlepack: m.battlelog_ignored_battlepack,
  unlock_unknown: m.battlelog_ignored_unlock_unknown,
  award_unknown: m.battlelog_ignored_award_unknown,
  assignment_unknown: m.battlelog_ignored_assignment_unknown,
  refusal: m.battlelog_ignored_refusal,
  without_statistics: m.battlelog_ignored_without_statistics,
  other_kind: m.battlelog_ignored_other_kind,
};

/** "Once: a weapon without a name." */
export const formatIgnored = ({ reason, count }: Ignored): string =>
  m.battlelog_ignored({ count, reason: REASONS[reason]() });

/** Why the file cannot be read, as a sentence. */
export function formatBattlelogProblem(problem: BattlelogProblem): string {
  if (problem.kind === "only-ignored") return m.battlelog_only_ignored({ reason: REASONS[problem.reason]() });
  if (problem.kind === "no-soldier") return m.battlelog_no_soldier();
  return problem.kind === "too-high" ? m.battlelog_too_high() : m.battlelog_no_response();
}
