// Texts for the goals of Battlefield 4's awards, composed from event, parameters and target. The meaning of codes that belong to no
// weapon was derived from the names of the awards that use them (data/ of 2015-04-07). Unknown codes are never shown.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { getAwardEntryId } from "./bf4-items.ts";
import type { Item } from "./entry.ts";
import { PARAMETERS } from "./parameters.ts";

type Criterion = Award["criteria"][number];
type FormatParameter = (code: string | null, event: string, count: number) => string;

/** The count that selects the plural of a parameter if no number is shown. */
const PLURAL_COUNT = 2;

/** The inputs of a goal's message. */
type GoalInputs = {
  count: number;
  /** The count as one of three cases. */
  times: "one" | "two" | "many";
  /** "named": the first parameter is a unique thing. */
  kind: "named" | "counted";
  /** The text of the first parameter. */
  what: string;
  /** The text of the second parameter. */
  where: string;
  /** The count as a time, for messages that count seconds. */
  time: string;
};
type Goal = (inputs: GoalInputs) => string;

/** Messages by event. Each begins with a verb. */
const EVENTS: Readonly<Record<string, Goal>> = {
  ActiveSpot_In_X: m.award_active_spot_in_x,
  AdrenalineKill: m.award_adrenaline_kill,
  AvengerKill: m.award_avenger_kill,
  BestSquad: m.award_best_squad,
  BombDelivered: m.award_bomb_delivered,
  BombPickedUp: m.award_bomb_picked_up,
  CancelKillStreak: m.award_cancel_kill_streak,
  CapturePointAttack: m.award_capture_point_attack,
  CapturePointDefense: m.award_capture_point_defense,
  CaptureCapturePoint: m.award_capture_capture_point,
  CHLK_DecreaseLinkCount: m.award_chlk_decrease_link_count,
  CHLK_IncreaseLinkCount: m.award_chlk_increase_link_count,
  CHLK_NewLink: m.award_chlk_new_link,
  CommanderEarlyWarningIssued: m.award_commander_early_warning_issued,
  CommanderEMPBonus: m.award_commander_empbonus,
  CommanderGunshipDeployed: m.award_commander_gunship_deployed,
  CommanderHVTKilled: m.award_commander_hvtkilled,
  CommanderHVTMarked: m.award_commander_hvtmarked,
  CommanderOrderAccepted: m.award_commander_order_accepted,
  CommanderScanAssist: m.award_commander_scan_assist,
  CommanderSquadPromoted: m.award_commander_squad_promoted,
  CommanderSupplyDropUsed: m.award_commander_supply_drop_used,
  CommanderTomahawkLaunched: m.award_commander_tomahawk_launched,
  CommanderVehicleDropUsed: m.award_commander_vehicle_drop_used,
  ConsumableUnlocked_X: m.award_consumable_unlocked_x,
  CrateArmed: m.award_crate_armed,
  CTF_Capture: m.award_ctf_capture,
  CTF_CarrierAssist: m.award_ctf_carrier_assist,
  CTF_CarrierSavior: m.award_ctf_carrier_savior,
  Destroy_X: m.award_destroy_x,
  Destroy_X_As_Y: m.award_destroy_x_as_y,
  Destroy_X_In_Y: m.award_destroy_x_in_y,
  Destroy_X_On_Y: m.award_destroy_x_on_y,
  Destroy_X_With_Y: m.award_destroy_x_with_y,
  DestroyExplosives: m.award_destroy_explosives,
  DestroyWith_X_As_Y: m.award_destroy_with_x_as_y,
  DistanceIn_X: m.award_distance_in_x,
  DogTag: m.award_dog_tag,
  DriverAssist: m.award_driver_assist,
  ExplosiveDamageEnemyWith_X: m.award_explosive_damage_enemy_with_x,
  GainAward_X: m.award_gain_award_x,
  GainedHighestUnlockInBucket_X: m.award_gained_highest_unlock_in_bucket_x,
  HeadshotDistance_With_X: m.award_headshot_distance_with_x,
  Headshot_X_With_Y: m.award_headshot_x_with_y,
  Heal: m.award_heal,
  KillAssist: m.award_kill_assist,
  KillOf_X_As_Y: m.award_kill_of_x_as_y,
  KillStreakX: m.award_kill_streak_x,
  KillWith_X: m.award_kill_with_x,
  KillWith_X_As_Y: m.award_kill_with_x_as_y,
  KillWith_X_On_Y: m.award_kill_with_x_on_y,
  KillWith_X_While_Swimming: m.award_kill_with_x_while_swimming,
  Kill_As_X: m.award_kill_as_x,
  Kill_In_X: m.award_kill_in_x,
  Kill_On_X: m.award_kill_on_x,
  MobilityCriticalHit_X: m.award_mobility_critical_hit_x,
  MultiKill: m.award_multi_kill,
  OrderFollowed: m.award_order_followed,
  PlayerScoreboardPosition_X: m.award_player_scoreboard_position_x,
  RadarAssist: m.award_radar_assist,
  Rank_X: m.award_rank_x,
  Repair: m.award_repair,
  Resupply: m.award_resupply,
  Revive: m.award_revive,
  RoadKill: m.award_road_kill,
  RoundOverOutcome_X_On_Level_Y: m.award_round_over_outcome_x_on_level_y,
  RoundOverOutcome_X_On_Y: m.award_round_over_outcome_x_on_y,
  SaviorKill: m.award_savior_kill,
  Score_On_X: m.award_score_on_x,
  SecondsAs_X: m.award_seconds_as_x,
  SecondsIn_X: m.award_seconds_in_x,
  SecondsIn_X_Airborne: m.award_seconds_in_x_airborne,
  SecondsOn_X: m.award_seconds_on_x,
  SpotAssist: m.award_spot_assist,
  SquadPassengerAssist: m.award_squad_passenger_assist,
  SquadRepair: m.award_squad_repair,
  SquadRevive: m.award_squad_revive,
  SquadSaviorKill: m.award_squad_savior_kill,
  SquadSpawn: m.award_squad_spawn,
  SquadSpawnOnEquipment: m.award_squad_spawn_on_equipment,
  SquadWipe: m.award_squad_wipe,
  StartedFire: m.award_started_fire,
  SuppressionAssist: m.award_suppression_assist,
  Tagged_X: m.award_tagged_x,
};

/** Messages of events whose parameters are missing in the data. */
const WITHOUT_PARAMETERS: Readonly<Record<string, Goal>> = {
  Destroy_X: m.award_bare_destroy_x,
  GainAward_X: m.award_bare_gain_award_x,
  Headshot_X_With_Y: m.award_bare_headshot_x_with_y,
  KillWith_X_As_Y: m.award_bare_kill_with_x_as_y,
  Kill_In_X: m.award_bare_kill_in_x,
  RoundOverOutcome_X_On_Y: m.award_bare_round_over_outcome_x_on_y,
  SecondsOn_X: m.award_bare_seconds_on_x,
};

/** The message of other events, which have only a code in the game's scripts. */
const UNKNOWN_EVENT = m.award_unknown;

const SCOPES: Readonly<Record<Criterion["scope"], (inputs: { goal: string }) => string>> = {
  ever: ({ goal }) => goal,
  round: m.award_in_one_round,
  life: m.award_in_one_life,
  level: m.award_in_one_mission,
};

/** Events whose message has the number before the first parameter: "25 land vehicles". */
const COUNTED_EVENTS: ReadonlySet<string> = new Set([
  "Destroy_X",
  "Destroy_X_As_Y",
  "Destroy_X_In_Y",
  "Destroy_X_On_Y",
  "Destroy_X_With_Y",
]);

/** Parameters that are a unique thing, before which no number is shown. */
const UNIQUE_PARAMETERS: ReadonlySet<string> = new Set(["xp1vB"]);

/** Events whose message includes the scope. */
const EVENTS_WITH_SCOPE: ReadonlySet<string> = new Set([
  "BestSquad",
  "KillStreakX",
  "PlayerScoreboardPosition_X",
  "RoundOverOutcome_X_On_Y",
  "Score_On_X",
]);

/** Returns a function that converts a criterion to an item: the goal's text, with a link to the award that it requires, if any. */
export function createGoalDescriber(arsenal: Bf4Arsenal): (criterion: Criterion) => Omit<Item, "id"> {
  const formatParameter = createParameterFormatter(arsenal);
  const awards = new Map(
    [...arsenal.awards.values()].map((award) => [award.code.toLowerCase(), getAwardEntryId(award)]),
  );
  return (criterion) => {
    const { event, scope } = criterion;
    const requiredAwardId = event === "GainAward_X" ? awards.get(getAwardCode(criterion.x, awards)) : undefined;
    const isUnnamed = event === "GainAward_X" && criterion.x !== null && !requiredAwardId && !PARAMETERS[criterion.x];
    const goal = getPhrase(criterion, formatParameter, isUnnamed ? m.award_unnamed_award : getGoalMessage(criterion));
    return {
      name: EVENTS_WITH_SCOPE.has(event) ? goal : SCOPES[scope]({ goal }),
      note: null,
      place: requiredAwardId ? { catalogue: "awards", id: requiredAwardId } : null,
    };
  };
}

/**
 * Returns the distinct goals of an award as one sentence: "Get 8 kills with carbines, revive 5 soldiers and win 2 rounds
 * of Rush." The verb of each further goal is in lower case.
 */
export function toSentence(goals: readonly string[]): string {
  const [first, ...others] = new Set(goals);
  if (first === undefined) return m.award_without_goal();
  return m.award_sentence({ goals: formatList([first, ...others.map(lowerCaseFirst)]) });
}

const lowerCaseFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function getGoalMessage({ event, x, y }: Criterion): Goal {
  const messageWithoutParameters = x === null && y === null ? WITHOUT_PARAMETERS[event] : undefined;
  return messageWithoutParameters ?? EVENTS[event] ?? UNKNOWN_EVENT;
}

function getPhrase({ event, x, y, target }: Criterion, formatParameter: FormatParameter, phrase: Goal): string {
  return phrase({
    count: target,
    times: target === 1 ? "one" : target === 2 ? "two" : "many",
    kind: UNIQUE_PARAMETERS.has(x ?? "") ? "named" : "counted",
    what: formatParameter(
      x,
      event,
      COUNTED_EVENTS.has(event) && !UNIQUE_PARAMETERS.has(x ?? "") ? target : PLURAL_COUNT,
    ),
    where: formatParameter(y, event, PLURAL_COUNT),
    time: formatTime(target),
  });
}

const formatTime = (seconds: number): string =>
  seconds % 3600 === 0 ? m.award_hours({ count: seconds / 3600 }) : m.award_minutes({ count: seconds / 60 });

/** Returns the code of the award that a parameter refers to, often with a suffix: "r16p" is the PDW ribbon "r16". */
export function getAwardCode(x: string | null, awards: ReadonlyMap<string, unknown>): string {
  const code = x?.toLowerCase() ?? "";
  return awards.has(code) ? code : (/^[mr]\d\d/.exec(code)?.[0] ?? code);
}

/** Returns a function for the text of a parameter: a weapon by the code that counts its kills, or a text of PARAMETERS. */
function createParameterFormatter(arsenal: Bf4Arsenal): FormatParameter {
  const weapons = indexWeaponCodes(arsenal);
  const awards = new Map([...arsenal.awards.values()].map(({ code, name }) => [code.toLowerCase(), name]));
  return (code, event, count) => {
    if (code === null) return m.award_unnamed_equipment();
    const award = event === "GainAward_X" ? awards.get(getAwardCode(code, awards)) : undefined;
    if (award) return award;
    if (event === "Rank_X") return m.award_rank({ rank: code.slice(1) });
    const weapon = weapons.get(code);
    if (weapon) return m.award_the_weapon({ name: weapon });
    return PARAMETERS[code]?.({ count }) ?? m.award_unnamed_equipment();
  };
}

/** Returns names of weapons by their code in the statistics: "ak12" counts the kills that unlock the AK-12's attachments. */
function indexWeaponCodes({ attachments, weapons }: Bf4Arsenal): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const { weaponId, slots } of attachments.values()) {
    const name = weapons.get(weaponId)?.name ?? weaponId;
    for (const unlock of slots.flatMap(({ options }) => options.flatMap(({ unlocks }) => unlocks ?? []))) {
      if (unlock.kind === "kills") codes.set(unlock.statCode.replace(/^c_|__.*$/g, ""), name);
    }
  }
  return codes;
}
