// The labels of a soldier's figures, and the names of the rows of its tables.
import { getOwn } from "#domain/plain-values.ts";
import type { MeasureLabel } from "#domain/soldier/figures/measure-label.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import { m } from "#messages";
import { getModeTitle } from "#messages/game/mode-words.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";

const LABELS: Readonly<Record<MeasureLabel, () => string>> = {
  accuracy: m.measure_accuracy,
  assists: m.measure_assists,
  avengerKills: m.measure_avenger_kills,
  awardScore: m.measure_award_score,
  bestKillStreak: m.measure_best_kill_streak,
  bestSquad: m.measure_best_squad,
  bonusScore: m.measure_bonus_score,
  botKills: m.measure_bot_kills,
  calledIn: m.measure_called_in,
  damage: m.measure_damage,
  damagePerMatch: m.measure_damage_per_match,
  damagePerMinute: m.measure_damage_per_minute,
  damageToVehicles: m.measure_damage_to_vehicles,
  deaths: m.measure_deaths,
  destroyed: m.measure_destroyed,
  distance: m.measure_distance,
  distanceDriven: m.measure_distance_driven,
  distanceOnFoot: m.measure_distance_on_foot,
  dogTagsTaken: m.measure_dog_tags_taken,
  enemiesSpotted: m.measure_enemies_spotted,
  experiencePoints: m.measure_experience_points,
  gadgetsDestroyed: m.measure_gadgets_destroyed,
  grenadeKills: m.measure_grenade_kills,
  headshotKills: m.measure_headshot_kills,
  headshotRate: m.measure_headshot_rate,
  headshots: m.measure_headshots,
  heals: m.measure_heals,
  hipFireKills: m.measure_hip_fire_kills,
  hits: m.measure_hits,
  hitsPerKill: m.measure_hits_per_kill,
  infantryKd: m.measure_infantry_kd,
  infantryKpm: m.measure_infantry_kpm,
  kd: m.measure_kd,
  kdWithBots: m.measure_kd_with_bots,
  kdWithoutBots: m.measure_kd_without_bots,
  killAssists: m.measure_kill_assists,
  kills: m.measure_kills,
  killsOfPlayers: m.measure_kills_of_players,
  killsPerMatch: m.measure_kills_per_match,
  kpm: m.measure_kpm,
  longestHeadshot: m.measure_longest_headshot,
  losses: m.measure_losses,
  matches: m.measure_matches,
  meleeKills: m.measure_melee_kills,
  multiKills: m.measure_multi_kills,
  mvp: m.measure_mvp,
  objectivesArmed: m.measure_objectives_armed,
  objectivesCaptured: m.measure_objectives_captured,
  objectivesDefended: m.measure_objectives_defended,
  objectivesDefused: m.measure_objectives_defused,
  objectivesDestroyed: m.measure_objectives_destroyed,
  objectivesNeutralized: m.measure_objectives_neutralized,
  parachuteKills: m.measure_parachute_kills,
  rank: m.measure_rank,
  rankPoints: m.measure_rank_points,
  repairs: m.measure_repairs,
  resupplies: m.measure_resupplies,
  revives: m.measure_revives,
  roadKills: m.measure_road_kills,
  rounds: m.measure_rounds,
  roundsLeftEarly: m.measure_rounds_left_early,
  saviourKills: m.measure_saviour_kills,
  score: m.measure_score,
  sectorsCaptured: m.measure_sectors_captured,
  sectorsDefended: m.measure_sectors_defended,
  serviceStars: m.measure_service_stars,
  shots: m.measure_shots,
  shotsFired: m.measure_shots_fired,
  shotsHit: m.measure_shots_hit,
  skill: m.measure_skill,
  spawns: m.measure_spawns,
  spm: m.measure_spm,
  squadScore: m.measure_squad_score,
  squadSpawns: m.measure_squad_spawns,
  takedowns: m.measure_takedowns,
  teammatesSupported: m.measure_teammates_supported,
  time: m.measure_time,
  timeDriving: m.measure_time_driving,
  timeFlying: m.measure_time_flying,
  timeOnObjectives: m.measure_time_on_objectives,
  timePlayed: m.measure_time_played,
  toTheNextStar: m.measure_to_the_next_star,
  uses: m.measure_uses,
  vehicleKills: m.measure_vehicle_kills,
  vehiclesCalledIn: m.measure_vehicles_called_in,
  vehiclesDestroyed: m.measure_vehicles_destroyed,
  winRate: m.measure_win_rate,
  wins: m.measure_wins,
};

/** Returns the label of a figure: "K/D without bots". */
export const getMeasureLabel = (id: MeasureLabel): string => LABELS[id]();

type Row = { id: string; name: string; isKnown: boolean };

/** Returns the name of a row: the translation for its id if there is one, otherwise the stored name. */
export const getRowName = (table: TableId, row: Row): string => getRowTitle(table, row) ?? row.name;

function getRowTitle(table: TableId, { id, name, isKnown }: Row): string | undefined {
  if (table === "classes") return id === "commander" ? m.soldier_class_commander() : getOwn(KIT_TITLES, id);
  if (table !== "modes") return undefined;
  // Battlelog has only a number for an unknown mode.
  return !isKnown && /^\d+$/.test(id) ? m.soldier_mode_unknown({ id }) : getModeTitle({ id, name });
}
