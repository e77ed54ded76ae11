// The goals of a Battlefield 4 award, composed from event, parameters and target. Codes that belong to no weapon were
// derived from the names of the awards that use them (data/ of 2015-04-07); a code without an explanation is shown as a
// code.

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import type { Award } from "#domain/game-data/schemas/award.ts";
import { awardId } from "./bf4-items.ts";
import { type Item, number } from "./entry.ts";
import { PARAMETERS } from "./parameters.ts";

type Criterion = Award["criteria"][number];
type Words = (code: string | null, event: string) => string;

/** Event → its words; %x and %y stand for the parameters, %n for the target, %m for so many times, %t for a time. */
const EVENTS: Readonly<Record<string, string>> = {
  ActiveSpot_In_X: "Spot %n enemies with %x",
  AdrenalineKill: "Adrenaline kills: %n",
  AvengerKill: "Avenger kills: %n",
  BestSquad: "End as the best squad",
  BombDelivered: "Deliver %n bombs",
  BombPickedUp: "Pick up %n bombs",
  CancelKillStreak: "End %n killing streaks",
  CapturePointAttack: "Attack kills at flags: %n",
  CapturePointDefense: "Defence kills at flags: %n",
  CaptureCapturePoint: "Capture %n flags",
  CHLK_DecreaseLinkCount: "Break %n links",
  CHLK_IncreaseLinkCount: "Lengthen %n links",
  CHLK_NewLink: "Make %n links",
  CommanderEarlyWarningIssued: "Early warnings as commander: %n",
  CommanderEMPBonus: "EMP bonuses as commander: %n",
  CommanderGunshipDeployed: "Gunships sent as commander: %n",
  CommanderHVTKilled: "High-value targets killed: %n",
  CommanderHVTMarked: "High-value targets marked as commander: %n",
  CommanderOrderAccepted: "Orders as commander that were accepted: %n",
  CommanderScanAssist: "Scan assists as commander: %n",
  CommanderSquadPromoted: "Squads promoted as commander: %n",
  CommanderSupplyDropUsed: "Supply drops as commander that were used: %n",
  CommanderTomahawkLaunched: "Cruise missiles launched as commander: %n",
  CommanderVehicleDropUsed: "Vehicle drops as commander that were used: %n",
  ConsumableUnlocked_X: "Consumables unlocked: %n",
  CrateArmed: "Arm %n M-COM stations",
  CTF_Capture: "Capture %n flags in Capture the Flag",
  CTF_CarrierAssist: "Assists to a flag carrier: %n",
  CTF_CarrierSavior: "Saves of a flag carrier: %n",
  Destroy_X: "Destroy %n of: %x",
  Destroy_X_As_Y: "Destroy %n of: %x, as %y",
  Destroy_X_In_Y: "Destroy %n of: %x, from: %y",
  Destroy_X_On_Y: "Destroy %n of: %x, on %y",
  Destroy_X_With_Y: "Destroy %n of: %x, with %y",
  DestroyExplosives: "Destroy %n explosives",
  DestroyWith_X_As_Y: "Destroy %n with %x",
  DistanceIn_X: "Travel %n metres with %x",
  DogTag: "Take %n dog tags",
  DriverAssist: "Driver assists: %n",
  ExplosiveDamageEnemyWith_X: "Hit %n enemies with %x",
  GainAward_X: "Earn %x%m",
  GainedHighestUnlockInBucket_X: "Reach the last unlock of %x",
  HeadshotDistance_With_X: "A headshot from %n metres",
  Headshot_X_With_Y: "Headshots with %y: %n",
  Heal: "Heal soldiers%m",
  KillAssist: "Kill assists: %n",
  KillOf_X_As_Y: "Kill %n of: %x, as %y",
  KillStreakX: "Kill %n enemies in a row",
  KillWith_X: "Kills with %x: %n",
  KillWith_X_As_Y: "Kills with %x: %n",
  KillWith_X_On_Y: "Kills with %x: %n, on %y",
  KillWith_X_While_Swimming: "Kills while swimming: %n",
  Kill_As_X: "Kills as %x: %n",
  Kill_In_X: "Kills with %x: %n",
  Kill_On_X: "Kills on %x: %n",
  MobilityCriticalHit_X: "Hits that stop a vehicle: %n",
  MultiKill: "Multi-kills: %n",
  OrderFollowed: "Squad orders followed: %n",
  PlayerScoreboardPosition_X: "End at the top of the scoreboard",
  RadarAssist: "Radar assists: %n",
  Rank_X: "Reach %x",
  Repair: "Repair vehicles%m",
  Resupply: "Resupply soldiers%m",
  Revive: "Revive %n soldiers",
  RoadKill: "Road kills: %n",
  RoundOverOutcome_X_On_Level_Y: "Rounds with the result %x on %y: %n",
  RoundOverOutcome_X_On_Y: "Rounds with the result %x in %y: %n",
  SaviorKill: "Saviour kills: %n",
  Score_On_X: "Score %n in %x",
  SecondsAs_X: "Play %t as %x",
  SecondsIn_X: "Spend %t in %x",
  SecondsIn_X_Airborne: "Spend %t in the air with %x",
  SecondsOn_X: "Play %t on %x",
  SpotAssist: "Spot assists: %n",
  SquadPassengerAssist: "Passenger assists to the squad: %n",
  SquadRepair: "Repair vehicles of the squad%m",
  SquadRevive: "Revive %n of the squad",
  SquadSaviorKill: "Saviour kills for the squad: %n",
  SquadSpawn: "Spawns of the squad on you: %n",
  SquadSpawnOnEquipment: "Spawns of the squad on your beacon: %n",
  SquadWipe: "Wipe out %n squads",
  StartedFire: "Fires started: %n",
  SuppressionAssist: "Suppression assists: %n",
  Tagged_X: "Enemies or vehicles tagged: %n",
};

/** The words of events of which the data leaves the parameters out. */
const WITHOUT_PARAMETERS: Readonly<Record<string, string>> = {
  Destroy_X: "Destroyed: %n; what, the data leaves out",
  GainAward_X: "Other awards earned: %n; which, the data leaves out",
  Headshot_X_With_Y: "Headshots: %n",
  KillWith_X_As_Y: "Kills: %n; with what, the data leaves out",
  Kill_In_X: "Kills: %n; from what, the data leaves out",
  RoundOverOutcome_X_On_Y: "Rounds ended: %n; how and in which mode, the data leaves out",
  SecondsOn_X: "Time on a map, which the data leaves out",
};

const SCOPES = {
  ever: "",
  round: "in one round",
  life: "in one life",
  level: "in one level",
} as const satisfies Record<Criterion["scope"], string>;

/** A goal as an item: its words, the code that counts it, and the award it names where it names one. */
export function goalWords(arsenal: Bf4Arsenal): (criterion: Criterion) => Omit<Item, "id"> {
  const wordsOf = parameterWords(arsenal);
  const awards = new Map([...arsenal.awards.values()].map((award) => [award.code.toLowerCase(), awardId(award)]));
  return (criterion) => {
    const named = criterion.event === "GainAward_X" ? awards.get(getAwardCode(criterion.x, awards)) : undefined;
    return {
      name: [sentence(criterion, wordsOf), SCOPES[criterion.scope]].filter(Boolean).join(", "),
      note: criterion.statCode ? `counted as ${criterion.statCode}` : null,
      place: named ? { catalogue: "awards", id: named } : null,
    };
  };
}

function sentence({ event, x, y, target }: Criterion, wordsOf: Words): string {
  // An event of the game's own script has only a code, no readable name.
  const bare = x === null && y === null ? WITHOUT_PARAMETERS[event] : undefined;
  const words = bare ?? EVENTS[event] ?? (x ? `A feat of its own (${x}): %n` : "A feat no source describes: %n");
  return words
    .replace("%x", wordsOf(x, event))
    .replace("%y", wordsOf(y, event))
    .replace("%n", number(target))
    .replace("%m", target === 1 ? "" : ` ${number(target)} times`)
    .replace("%t", formatTime(target));
}

const formatTime = (seconds: number): string =>
  seconds % 3600 === 0 ? `${number(seconds / 3600)} h` : `${number(seconds / 60)} min`;

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
    if (code === null) return "something the data leaves out";
    const award = event === "GainAward_X" ? awards.get(getAwardCode(code, awards)) : undefined;
    const rank = event === "Rank_X" ? `rank ${code.slice(1)}` : undefined;
    return award ?? rank ?? weapons.get(code) ?? PARAMETERS[code] ?? `code ${code}`;
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
