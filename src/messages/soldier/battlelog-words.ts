// Texts about the import of a Battlelog file.
import type { BattlelogProblem, Ignored, ImportingSoldier } from "#domain/soldier/battlelog/battlelog.ts";
import type { IgnoredReason } from "#domain/soldier/battlelog/reading.ts";
import { PLATFORM_TITLES } from "#domain/soldier/platform.ts";
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

/** Formats an ignored part of the file: "Once: a weapon without a name." */
export const formatIgnored = ({ reason, count }: Ignored): string =>
  m.battlelog_ignored({ count, reason: REASONS[reason]() });

/** Returns the reason why the file cannot be imported into this soldier, as a sentence. */
export function formatBattlelogProblem(problem: BattlelogProblem, soldier: ImportingSoldier): string {
  switch (problem.kind) {
    case "only-ignored":
      return m.battlelog_only_ignored({ reason: REASONS[problem.reason]() });
    case "no-soldier":
      return m.battlelog_no_soldier();
    case "too-high":
      return m.battlelog_too_high();
    case "no-response":
      return m.battlelog_no_response();
    case "two-soldiers":
      return m.battlelog_two_soldiers();
    case "other-game":
      return problem.game === "" ? m.battlelog_other_game_unnamed() : m.battlelog_other_game({ game: problem.game });
    case "other-platform":
      if (problem.platform === "other") return m.battlelog_other_platform_unnamed({ soldier: soldier.name });
      return m.battlelog_other_platform({
        platform: PLATFORM_TITLES[problem.platform],
        soldier: soldier.name,
        own: PLATFORM_TITLES[soldier.platform],
      });
    case "other-soldier":
      return problem.name === null
        ? m.battlelog_other_soldier({ soldier: soldier.name })
        : m.battlelog_other_soldier_named({ name: problem.name, soldier: soldier.name });
  }
}
