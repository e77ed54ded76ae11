// The goals of a Battlefield 4 award, composed from event, parameters and target. Codes that belong to no weapon were
// derived from the names of the awards that use them (data/ of 2015-04-07); a code without an explanation is never shown.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { awardId } from "./bf4-items.ts";
import { type Item, number } from "./entry.ts";
import { PARAMETERS } from "./parameters.ts";

type Criterion = Award["criteria"][number];
type Words = (code: string | null, event: string) => string;

/**
 * Event → what to do, as the beginning of a sentence. %x and %y stand for the parameters, %n for the target, {one|many} for
 * its number, %m for so many times, %t for a time.
 */
const EVENTS: Readonly<Record<string, string>> = {
  ActiveSpot_In_X: "Spot %n {enemy|enemies} with %x",
  AdrenalineKill: "Get %n adrenaline {kill|kills}",
  AvengerKill: "Get %n avenger {kill|kills}",
  BestSquad: "Finish {a round|%n rounds} in the best squad",
  BombDelivered: "Deliver %n {bomb|bombs}",
  BombPickedUp: "Pick up %n {bomb|bombs}",
  CancelKillStreak: "End %n killing {streak|streaks}",
  CapturePointAttack: "Get %n {kill|kills} while attacking a flag",
  CapturePointDefense: "Get %n {kill|kills} while defending a flag",
  CaptureCapturePoint: "Capture %n {flag|flags}",
  CHLK_DecreaseLinkCount: "Break %n {link|links}",
  CHLK_IncreaseLinkCount: "Lengthen %n {link|links}",
  CHLK_NewLink: "Make %n {link|links}",
  CommanderEarlyWarningIssued: "Issue %n early {warning|warnings} as Commander",
  CommanderEMPBonus: "Get %n EMP {bonus|bonuses} as Commander",
  CommanderGunshipDeployed: "Deploy %n {gunship|gunships} as Commander",
  CommanderHVTKilled: "Kill %n high-value {target|targets}",
  CommanderHVTMarked: "Mark %n high-value {target|targets} as Commander",
  CommanderOrderAccepted: "Give %n {order that is|orders that are} accepted as Commander",
  CommanderScanAssist: "Get %n scan {assist|assists} as Commander",
  CommanderSquadPromoted: "Promote %n {squad|squads} as Commander",
  CommanderSupplyDropUsed: "Deploy %n supply {drop that is|drops that are} used as Commander",
  CommanderTomahawkLaunched: "Launch %n cruise {missile|missiles} as Commander",
  CommanderVehicleDropUsed: "Deploy %n vehicle {drop that is|drops that are} used as Commander",
  ConsumableUnlocked_X: "Unlock %n {consumable|consumables}",
  CrateArmed: "Arm %n M-COM {station|stations}",
  CTF_Capture: "Capture %n {flag|flags} in Capture the Flag",
  CTF_CarrierAssist: "Assist a flag carrier%m",
  CTF_CarrierSavior: "Save a flag carrier%m",
  Destroy_X: "Destroy %n %x",
  Destroy_X_As_Y: "Destroy %n %x as %y",
  Destroy_X_In_Y: "Destroy %n %x from %y",
  Destroy_X_On_Y: "Destroy %n %x on %y",
  Destroy_X_With_Y: "Destroy %n %x with %y",
  DestroyExplosives: "Destroy %n {explosive|explosives}",
  DestroyWith_X_As_Y: "Destroy %n {target|targets} with %x",
  DistanceIn_X: "Travel %n {metre|metres} with %x",
  DogTag: "Take %n dog {tag|tags}",
  DriverAssist: "Get %n driver {assist|assists}",
  ExplosiveDamageEnemyWith_X: "Hit %n {enemy|enemies} with %x",
  GainAward_X: "Earn the %x%m",
  GainedHighestUnlockInBucket_X: "Get the last unlock for %x",
  HeadshotDistance_With_X: "Get a headshot from %n {metre|metres} or more",
  Headshot_X_With_Y: "Get %n {headshot|headshots} with %y",
  Heal: "Heal soldiers%m",
  KillAssist: "Get %n kill {assist|assists}",
  KillOf_X_As_Y: "Kill %n {soldier|soldiers} of %x as %y",
  KillStreakX: "Kill %n enemies in a row",
  KillWith_X: "Get %n {kill|kills} with %x",
  KillWith_X_As_Y: "Get %n {kill|kills} with %x",
  KillWith_X_On_Y: "Get %n {kill|kills} with %x on %y",
  KillWith_X_While_Swimming: "Get %n {kill|kills} while swimming",
  Kill_As_X: "Get %n {kill|kills} as %x",
  Kill_In_X: "Get %n {kill|kills} with %x",
  Kill_On_X: "Get %n {kill|kills} on %x",
  MobilityCriticalHit_X: "Immobilize %n {vehicle|vehicles}",
  MultiKill: "Get %n {multi-kill|multi-kills}",
  OrderFollowed: "Follow %n squad {order|orders}",
  PlayerScoreboardPosition_X: "Finish {a round|%n rounds} at the top of the scoreboard",
  RadarAssist: "Get %n radar {assist|assists}",
  Rank_X: "Reach %x",
  Repair: "Repair vehicles%m",
  Resupply: "Resupply soldiers%m",
  Revive: "Revive %n {soldier|soldiers}",
  RoadKill: "Get %n road {kill|kills}",
  RoundOverOutcome_X_On_Level_Y: "Win %n {round|rounds} on %y",
  RoundOverOutcome_X_On_Y: "Win %n {round|rounds} of %y",
  SaviorKill: "Get %n savior {kill|kills}",
  Score_On_X: "Score %n points in the mission %x",
  SecondsAs_X: "Play %t as %x",
  SecondsIn_X: "Spend %t in %x",
  SecondsIn_X_Airborne: "Spend %t in the air with %x",
  SecondsOn_X: "Play %t on %x",
  SpotAssist: "Get %n spot {assist|assists}",
  SquadPassengerAssist: "Get %n passenger {assist|assists} for the squad",
  SquadRepair: "Repair squad vehicles%m",
  SquadRevive: "Revive %n squad {member|members}",
  SquadSaviorKill: "Get %n squad savior {kill|kills}",
  SquadSpawn: "Let squad members spawn on you%m",
  SquadSpawnOnEquipment: "Let squad members spawn on your beacon%m",
  SquadWipe: "Wipe out %n {squad|squads}",
  StartedFire: "Start %n {fire|fires}",
  SuppressionAssist: "Get %n suppression {assist|assists}",
  Tagged_X: "Tag %n {enemy or vehicle|enemies or vehicles}",
};

/** The words of events of which the data leaves the parameters out. */
const WITHOUT_PARAMETERS: Readonly<Record<string, string>> = {
  Destroy_X: "Destroy %n {target|targets} of an unknown kind",
  GainAward_X: "Earn %n other {award|awards}",
  Headshot_X_With_Y: "Get %n {headshot|headshots}",
  KillWith_X_As_Y: "Get %n {kill|kills} with equipment that no source names",
  Kill_In_X: "Get %n {kill|kills} with vehicles that no source names",
  RoundOverOutcome_X_On_Y: "Finish {a round|%n rounds} in a way that no source describes",
  SecondsOn_X: "Play on a map that no source names",
};

/** An event of the game's own script has only a code, no readable name. */
const UNKNOWN = "Complete a feat that no source describes%m";

const SCOPES = {
  ever: "",
  round: "in one round",
  life: "in one life",
  level: "in one mission",
} as const satisfies Record<Criterion["scope"], string>;

/** Events whose words name the scope themselves. */
const SCOPED: ReadonlySet<string> = new Set([
  "BestSquad",
  "KillStreakX",
  "PlayerScoreboardPosition_X",
  "RoundOverOutcome_X_On_Y",
  "Score_On_X",
]);

/** A goal as an item: its words, the code that counts it, and the award it names where it names one. */
export function goalWords(arsenal: Bf4Arsenal): (criterion: Criterion) => Omit<Item, "id"> {
  const wordsOf = parameterWords(arsenal);
  const awards = new Map([...arsenal.awards.values()].map((award) => [award.code.toLowerCase(), awardId(award)]));
  return (criterion) => {
    const named = criterion.event === "GainAward_X" ? awards.get(getAwardCode(criterion.x, awards)) : undefined;
    return {
      name: [getPhrase(criterion, wordsOf), SCOPED.has(criterion.event) ? "" : SCOPES[criterion.scope]]
        .filter(Boolean)
        .join(" "),
      note: criterion.statCode ? `counted as ${criterion.statCode}` : null,
      place: named ? { catalogue: "awards", id: named } : null,
    };
  };
}

/** Goals of one award as a sentence: "Get 8 kills with carbines, revive 5 soldiers and win 2 rounds of Rush." */
export const toSentence = (goals: readonly string[]): string =>
  `${joinGoals(goals) || "Its goal has no public source"}.`;

/** The same without its period; each goal is named once. */
export function joinGoals(goals: readonly string[]): string {
  const [first = "", ...rest] = [...new Set(goals)];
  const others = rest.map((goal) => goal.charAt(0).toLowerCase() + goal.slice(1));
  const last = others.pop();
  return `${[first, ...others].join(", ")}${last === undefined ? "" : ` and ${last}`}`;
}

function getPhrase({ event, x, y, target }: Criterion, wordsOf: Words): string {
  const bare = x === null && y === null ? WITHOUT_PARAMETERS[event] : undefined;
  const words = bare ?? EVENTS[event] ?? UNKNOWN;
  const isOne = target === 1;
  return words
    .replaceAll(/\{([^|]*)\|([^}]*)\}/g, (_, one: string, many: string) => (isOne ? one : many))
    .replace(/%n %x/, (both) => (isOne ? both.replace("%x", wordsOf(x, event).replace(/s$/, "")) : both))
    .replace("%x", wordsOf(x, event))
    .replace("%y", wordsOf(y, event))
    .replace(/%n the /, isOne ? "the " : `the ${number(target)} times `)
    .replace("%n", number(target))
    .replace("%m", formatTimes(target))
    .replace("%t", formatTime(target));
}

/** " twice" or " 3 times" behind what is done more than once. */
function formatTimes(times: number): string {
  if (times === 1) return "";
  return times === 2 ? " twice" : ` ${number(times)} times`;
}

const formatTime = (seconds: number): string =>
  seconds % 3600 === 0 ? `${number(seconds / 3600)} hours` : `${number(seconds / 60)} minutes`;

/** Awards name each other by code and often some letters more: "r16p" is the PDW ribbon "r16". */
export function getAwardCode(x: string | null, awards: ReadonlyMap<string, unknown>): string {
  const code = x?.toLowerCase() ?? "";
  return awards.has(code) ? code : (/^[mr]\d\d/.exec(code)?.[0] ?? code);
}

/** The words of an event's parameter: a weapon by the code that counts its kills, or a word of the table. */
function parameterWords(arsenal: Bf4Arsenal): Words {
  const weapons = weaponCodes(arsenal);
  const awards = new Map([...arsenal.awards.values()].map(({ code, name }) => [code.toLowerCase(), name]));
  return (code, event) => {
    if (code === null) return "equipment that no source names";
    const unnamed = event === "GainAward_X" ? "award that no source names" : "something that no source names";
    const award = event === "GainAward_X" ? awards.get(getAwardCode(code, awards)) : undefined;
    const rank = event === "Rank_X" ? `rank ${code.slice(1)}` : undefined;
    const weapon = weapons.get(code);
    return award ?? rank ?? (weapon && `the ${weapon}`) ?? PARAMETERS[code] ?? unnamed;
  };
}

/** Codes of the statistics → names of weapons: "ak12" counts the kills that unlock the AK-12's attachments. */
function weaponCodes({ attachments, weapons }: Bf4Arsenal): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const { weaponId, slots } of attachments.values()) {
    const name = weapons.get(weaponId)?.name ?? weaponId;
    for (const unlock of slots.flatMap(({ options }) => options.flatMap(({ unlocks }) => unlocks ?? []))) {
      if (unlock.kind === "kills") codes.set(unlock.statCode.replace(/^c_|__.*$/g, ""), name);
    }
  }
  return codes;
}
