// Words what Battlefield 2042 counts toward its unlocks and awards, from facts: "Kills and assists · M416 or PBX-45". The parts are
// separated instead of joined to a sentence, so that no language has to inflect a name.

import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import type {
  Circumstance,
  Criterion,
  CriterionCondition,
  CriterionCounter,
  CriterionGroup,
  CriterionSubject,
} from "#domain/game-data/schemas/criterion.ts";
import { m } from "#messages";
import { createTexts, formatList } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";
import { getModeTitle } from "#messages/game/mode-words.ts";
import { KIT_TITLES, WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";

const COUNTERS = createTexts<CriterionCounter>({
  "air-vehicles-destroyed": m.criterion_counter_air_vehicles_destroyed,
  assists: m.criterion_counter_assists,
  badges: m.criterion_counter_badges,
  "battle-pass-points": m.criterion_counter_battle_pass_points,
  "beacon-spawns": m.criterion_counter_beacon_spawns,
  "concealed-revives": m.criterion_counter_concealed_revives,
  damage: m.criterion_counter_damage,
  distance: m.criterion_counter_distance,
  "enemies-damaged": m.criterion_counter_enemies_damaged,
  "enemies-disrupted": m.criterion_counter_enemies_disrupted,
  "enemies-hit": m.criterion_counter_enemies_hit,
  "enemies-spotted": m.criterion_counter_enemies_spotted,
  "equipment-damage": m.criterion_counter_equipment_damage,
  "equipment-deployed": m.criterion_counter_equipment_deployed,
  "explosive-damage": m.criterion_counter_explosive_damage,
  "extraction-streak": m.criterion_counter_extraction_streak,
  extractions: m.criterion_counter_extractions,
  "grenades-launched": m.criterion_counter_grenades_launched,
  "headshot-kills": m.criterion_counter_headshot_kills,
  healing: m.criterion_counter_healing,
  "hipfire-kills": m.criterion_counter_hipfire_kills,
  kills: m.criterion_counter_kills,
  landmark: m.criterion_counter_landmark,
  "loadout-crates": m.criterion_counter_loadout_crates,
  mastery: m.criterion_counter_mastery,
  "melee-kills": m.criterion_counter_melee_kills,
  "objectives-captured": m.criterion_counter_objectives_captured,
  "objectives-defended": m.criterion_counter_objectives_defended,
  "objectives-disarmed": m.criterion_counter_objectives_disarmed,
  "objectives-held": m.criterion_counter_objectives_held,
  "objectives-neutralized": m.criterion_counter_objectives_neutralized,
  "orders-given": m.criterion_counter_orders_given,
  "outstanding-performances": m.criterion_counter_outstanding_performances,
  resupplies: m.criterion_counter_resupplies,
  revives: m.criterion_counter_revives,
  rounds: m.criterion_counter_rounds,
  "sectors-captured": m.criterion_counter_sectors_captured,
  "spot-assists": m.criterion_counter_spot_assists,
  "spots-blocked": m.criterion_counter_spots_blocked,
  "squad-healing": m.criterion_counter_squad_healing,
  "squad-orders": m.criterion_counter_squad_orders,
  "teammates-spawned": m.criterion_counter_teammates_spawned,
  "vehicle-damage": m.criterion_counter_vehicle_damage,
  "vehicle-repairs": m.criterion_counter_vehicle_repairs,
  "vehicles-destroyed": m.criterion_counter_vehicles_destroyed,
  wins: m.criterion_counter_wins,
});

const GROUPS = createTexts<CriterionGroup>({
  "air-vehicles": m.criterion_group_air_vehicles,
  "armored-vehicles": m.criterion_group_armored_vehicles,
  "civilian-vehicles": m.criterion_group_civilian_vehicles,
  "explosive-gadgets": m.criterion_group_explosive_gadgets,
  grenades: m.criterion_group_grenades,
  "ground-vehicles": m.criterion_group_ground_vehicles,
  helicopters: m.criterion_group_helicopters,
  throwables: m.criterion_group_throwables,
  "underbarrel-launchers": m.criterion_group_underbarrel_launchers,
  vehicles: m.criterion_group_vehicles,
  "vehicles-1942": m.criterion_group_vehicles_1942,
  "weapons-1942": m.criterion_group_weapons_1942,
  "weapons-bc2": m.criterion_group_weapons_bc2,
  "weapons-bf3": m.criterion_group_weapons_bf3,
});

const CIRCUMSTANCES = createTexts<Circumstance>({
  aiming: m.criterion_if_aiming,
  "as-1942": m.criterion_if_as_1942,
  defending: m.criterion_if_defending,
  "destroying-vehicles": m.criterion_if_destroying_vehicles,
  "enemy-in-smoke": m.criterion_if_enemy_in_smoke,
  infantry: m.criterion_if_infantry,
  "infantry-or-ground": m.criterion_if_infantry_or_ground,
  "machine-guns": m.criterion_if_machine_guns,
  "objective-area": m.criterion_if_objective_area,
  "on-foot": m.criterion_if_on_foot,
  "one-life": m.criterion_if_one_life,
  "one-round": m.criterion_if_one_round,
  "other-era": m.criterion_if_other_era,
  "squad-alive": m.criterion_if_squad_alive,
  underbarrel: m.criterion_if_underbarrel,
  ziplining: m.criterion_if_ziplining,
});

/** The name of what a criterion counts toward, and the criterion as text. */
export type CriterionText = { name: string; sentence: string };

/** Returns the texts of a criterion. One without items has no name of its own, so that its name is the sentence. */
export function describeCriterion(criterion: Criterion, arsenal: Bf2042Arsenal): CriterionText {
  const sentence = formatCriterion(criterion, arsenal);
  const { items, name = sentence, set } = criterion;
  if (items.length === 0) return { name, sentence };
  const itemNames = formatList(items.map((item) => formatSubject(item, arsenal)));
  return { name: set === undefined ? itemNames : formatSet(set, itemNames), sentence };
}

function formatSet(set: NonNullable<Criterion["set"]>, name: string): string {
  if (set === "base") return m.criterion_set_base({ name });
  if (set === "thermal") return m.criterion_set_thermal({ name });
  return m.criterion_set_numbered({ name, number: set });
}

function formatCriterion({ counters, subjects, conditions, target }: Criterion, arsenal: Bf2042Arsenal): string {
  const isPlace = ({ kind }: CriterionSubject) => kind === "mode" || kind === "map" || kind === "season";
  const alternatives = [subjects.filter((subject) => !isPlace(subject)), subjects.filter(isPlace)];
  return [
    upperCaseFirst(formatList(counters.map((counter) => COUNTERS[counter]))),
    ...alternatives
      .filter(({ length }) => length > 0)
      .map((all) =>
        formatList(
          all.map((subject) => formatSubject(subject, arsenal)),
          "disjunction",
        ),
      ),
    ...conditions.map(formatCondition),
    ...(target === null ? [] : [m.criterion_target({ number: formatNumber(target) })]),
  ].join(m.common_dot());
}

const upperCaseFirst = (text: string): string => text.charAt(0).toLocaleUpperCase(m.language_tag()) + text.slice(1);

function formatCondition(condition: CriterionCondition): string {
  if (condition.kind === "at-least") return m.criterion_if_at_least({ metres: condition.metres });
  if (condition.kind === "at-most") return m.criterion_if_at_most({ metres: condition.metres });
  return CIRCUMSTANCES[condition.kind];
}

/** Returns the title of a subject; its id if the data has no record of it. */
export function formatSubject(subject: CriterionSubject, arsenal: Bf2042Arsenal): string {
  switch (subject.kind) {
    case "weapon":
      return arsenal.weapons.get(subject.id)?.name ?? subject.id;
    case "gadget":
      return arsenal.gadgets.get(subject.id)?.name ?? subject.id;
    case "vehicle":
      return arsenal.vehicles.get(subject.id)?.name ?? subject.id;
    case "specialist":
      return arsenal.specialists.get(subject.id)?.name ?? subject.id;
    case "map":
      return arsenal.maps.get(subject.id)?.name ?? subject.id;
    case "mode":
      return getModeTitle({ id: subject.id, name: arsenal.statModes.get(subject.id)?.name ?? subject.id });
    case "season":
      return m.criterion_season({ number: subject.id });
    case "weapon-class":
      return WEAPON_CLASS_TITLES[subject.id];
    case "class":
      return KIT_TITLES[subject.id];
    case "group":
      return GROUPS[subject.id];
    case "other":
      return subject.name;
  }
}
