// Parses the service's response about a soldier of Battlefield 2042. Misspelt keys are spelt as in the service's response.
import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import {
  type Fields,
  type FigureReaders,
  getTables,
  number,
  type RowReader,
  readFigures,
  readRows,
  share,
} from "#domain/soldier/parsing/fields.ts";
import { toPlausible } from "#domain/soldier/plausible.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";
import { createBf2042Names } from "./name-index.ts";

const FIGURES: FigureReaders = {
  kills: number("kills"),
  humanKills: number("dividedKills.human"),
  botKills: number("dividedKills.ai"),
  deaths: number("deaths"),
  assists: number("killAssists"),
  wins: number("wins"),
  losses: number("loses", "losses"),
  matches: number("matchesPlayed"),
  killDeath: number("killDeath"),
  infantryKillDeath: number("infantryKillDeath"),
  killsPerMinute: number("killsPerMinute"),
  killsPerMatch: number("killsPerMatch"),
  winShare: share("winPercent"),
  accuracy: share("accuracy"),
  headshots: number("headShots"),
  headshotShare: share("headshots"),
  shotsFired: number("shotsFired"),
  shotsHit: number("shotsHit"),
  damage: number("damage"),
  damagePerMinute: number("damagePerMinute"),
  damagePerMatch: number("damagePerMatch"),
  damageToVehicles: number("devidedDamage.toVehicle"),
  vehiclesDestroyed: number("vehiclesDestroyed"),
  gadgetsDestroyed: number("gadgetsDestoyed", "gadgetsDestroyed"),
  revives: number("revives"),
  heals: number("heals"),
  repairs: number("repairs"),
  resupplies: number("resupplies"),
  squadSpawns: number("squadmateRespawn"),
  teammatesSupported: number("teammatesSupported"),
  spots: number("enemiesSpotted"),
  multiKills: number("dividedKills.multiKills"),
  meleeKills: number("dividedKills.melee"),
  takedowns: number("playerTakeDowns"),
  grenadeKills: number("dividedKills.grenades"),
  vehicleKills: number("dividedKills.vehicle"),
  roadKills: number("dividedKills.roadkills"),
  parachuteKills: number("dividedKills.parachute"),
  saviorKills: number("saviorKills"),
  callIns: number("callIns"),
  mvps: number("mvp"),
  bestSquads: number("bestSquad"),
  objectivesCaptured: number("objective.captured"),
  objectivesNeutralized: number("objective.neutralized"),
  objectivesArmed: number("objective.armed"),
  objectivesDefused: number("objective.defused"),
  objectivesDestroyed: number("objective.destroyed"),
  objectivesDefended: number("sector.defended"),
  sectorsCaptured: number("sector.captured"),
  secondsOnObjectives: number("objective.time.total"),
  metresOnFoot: number("distanceTraveled.foot"),
  metresInVehicles: number("distanceTraveled.vehicle"),
  secondsFlying: number("dividedSecondsPlayed.flying"),
  secondsDriving: number("dividedSecondsPlayed.driving"),
  secondsPlayed: number("secondsPlayed", "timePlayed"),
  experience: number("XP.0.total"),
};

const WEAPONS: RowReader = {
  names: ["id", "weaponName"],
  name: "weaponName",
  values: {
    kills: number("kills"),
    killsPerMinute: number("killsPerMinute"),
    accuracy: share("accuracy"),
    headshotShare: share("headshots"),
    headshots: number("headshotKills"),
    hitsPerKill: number("hitVKills"),
    damage: number("damage"),
    damagePerMinute: number("damagePerMinute"),
    multiKills: number("multiKills"),
    shotsFired: number("shotsFired"),
    shotsHit: number("shotsHit"),
    hipfireKills: number("hipfireKills"),
    secondsPlayed: number("timeEquipped"),
  },
};

const VEHICLES: RowReader = {
  names: ["id", "vehicleName"],
  name: "vehicleName",
  values: {
    kills: number("kills"),
    killsPerMinute: number("killsPerMinute"),
    // The service's `destroyed` counts vehicles of this kind that the soldier destroyed.
    destroyed: number("vehiclesDestroyedWith"),
    damage: number("damage"),
    multiKills: number("multiKills"),
    roadKills: number("roadKills"),
    assists: number("assists"),
    callIns: number("callIns"),
    metres: number("distanceTraveled"),
    secondsPlayed: number("timeIn"),
  },
};

const CLASSES: RowReader = {
  names: ["id", "characterName"],
  name: "characterName",
  values: {
    kills: number("kills"),
    deaths: number("deaths"),
    killDeath: number("killDeath"),
    killsPerMinute: number("kpm"),
    revives: number("revives"),
    assists: number("assists"),
    spawns: number("spawns"),
    secondsPlayed: number("secondsPlayed"),
  },
};

const MODES: RowReader = {
  names: ["id", "gamemodeName"],
  name: "gamemodeName",
  values: {
    matches: number("matches"),
    wins: number("wins"),
    losses: number("losses", "loses"),
    winShare: share("winPercent"),
    kills: number("kills"),
    killsPerMinute: number("kpm"),
    assists: number("assists"),
    revives: number("revives"),
    mvps: number("mvp"),
    objectivesCaptured: number("objectivesCaptured"),
    objectivesDefended: number("objectivesDefended"),
    secondsOnObjectives: number("objetiveTime", "objectiveTime"),
    secondsPlayed: number("secondsPlayed"),
  },
};

const MAPS: RowReader = {
  names: ["id", "mapName"],
  name: "mapName",
  values: {
    matches: number("matches"),
    wins: number("wins"),
    losses: number("losses", "loses"),
    winShare: share("winPercent"),
    secondsPlayed: number("secondsPlayed"),
  },
};

const GADGETS: RowReader = {
  names: ["id", "gadgetName"],
  name: "gadgetName",
  values: {
    kills: number("kills"),
    uses: number("uses"),
    damage: number("damage"),
    multiKills: number("multiKills"),
    vehiclesDestroyed: number("vehiclesDestroyedWith"),
    secondsPlayed: number("secondsPlayed"),
  },
};

/** Creates a parser for responses of /bf2042/stats/; a missing table stays missing. */
export function createBf2042Reader(arsenal: Bf2042Arsenal): (response: Fields) => Statistics {
  const names = createBf2042Names(arsenal);
  return (response) =>
    toPlausible({
      game: "bf2042",
      figures: readFigures(response, FIGURES),
      tables: getTables({
        weapons: readRows(response["weapons"], WEAPONS, names.weapons),
        vehicles: readRows(response["vehicles"], VEHICLES, names.vehicles),
        classes: readRows(response["classes"], CLASSES, names.classes),
        modes: readRows(response["gamemodes"], MODES, names.modes),
        maps: readRows(response["maps"], MAPS, names.maps),
        gadgets: readRows(response["gadgets"], GADGETS, names.gadgets),
      }),
      counters: {},
      targets: {},
    });
}
