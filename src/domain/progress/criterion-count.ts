// Counts in a soldier's statistics what a criterion of Battlefield 2042 counts.
import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import type { Criterion, CriterionCounter, CriterionSubject } from "#domain/game-data/schemas/criterion.ts";
import type { TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";

export type CriterionCount = {
  done: number;
  unit: "times" | "metres";
  /** Whether the statistics lack a part of what counts, so that `done` is a minimum. */
  isPartial: boolean;
};

type Columns = Partial<Record<CriterionCounter, string>>;

/** The figures of a soldier by counter. */
const FIGURES: Columns = {
  kills: "kills",
  assists: "assists",
  "headshot-kills": "headshots",
  "melee-kills": "meleeKills",
  revives: "revives",
  resupplies: "resupplies",
  "enemies-spotted": "spots",
  "vehicles-destroyed": "vehiclesDestroyed",
  "vehicle-damage": "damageToVehicles",
  "objectives-captured": "objectivesCaptured",
  "sectors-captured": "sectorsCaptured",
  rounds: "matches",
  wins: "wins",
};

const COLUMNS: Readonly<Record<TableId, Columns>> = {
  weapons: { kills: "kills", "headshot-kills": "headshots", "hipfire-kills": "hipfireKills", damage: "damage" },
  vehicles: {
    kills: "kills",
    assists: "assists",
    "vehicles-destroyed": "destroyed",
    damage: "damage",
    distance: "metres",
  },
  gadgets: { kills: "kills", "vehicles-destroyed": "vehiclesDestroyed", damage: "damage" },
  classes: { kills: "kills", assists: "assists", revives: "revives" },
  modes: { rounds: "matches", wins: "wins", "objectives-captured": "objectivesCaptured" },
  maps: { rounds: "matches", wins: "wins" },
};

/** Rows of a table whose values add up. */
type Rows = { table: TableId; ids: ReadonlySet<string> };

/**
 * Returns the soldier's count; null if the statistics have none. They have no counts under a condition, such as a distance, or for
 * two kinds of subjects together, such as a mode and a specialist.
 */
export function getCriterionCount(
  { counters, subjects, conditions }: Criterion,
  arsenal: Bf2042Arsenal,
  { figures, tables }: Statistics,
): CriterionCount | null {
  const tableIds = new Set(subjects.map((subject) => getRows(subject, arsenal)?.table));
  if (conditions.length > 0 || tableIds.size > 1) return null;
  const counts = counters.flatMap((counter) =>
    subjects.length === 0
      ? [figures[FIGURES[counter] ?? ""] ?? null]
      : subjects.map((subject) => getSum(tables, getRows(subject, arsenal), counter)),
  );
  const knownCounts = counts.filter((count) => count !== null);
  if (knownCounts.length === 0) return null;
  return {
    done: knownCounts.reduce((sum, count) => sum + count, 0),
    unit: counters.includes("distance") ? "metres" : "times",
    isPartial: knownCounts.length < counts.length,
  };
}

function getSum(tables: Statistics["tables"], rows: Rows | null, counter: CriterionCounter): number | null {
  const column = rows && COLUMNS[rows.table][counter];
  if (!column) return null;
  const values = (tables[rows.table] ?? []).flatMap(({ id, values }) =>
    rows.ids.has(id) ? (values[column] ?? []) : [],
  );
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** Returns the rows of a subject; null if the statistics do not count it. */
function getRows(subject: CriterionSubject, { weapons, vehicles, gadgets, kits }: Bf2042Arsenal): Rows | null {
  const createRows = (table: TableId, ids: Iterable<string>): Rows => ({ table, ids: new Set(ids) });
  switch (subject.kind) {
    case "weapon":
      return createRows("weapons", [subject.id]);
    case "gadget":
      return createRows("gadgets", [subject.id]);
    case "vehicle":
      return createRows("vehicles", [subject.id]);
    case "specialist":
      return createRows("classes", [subject.id]);
    case "map":
      return createRows("maps", [subject.id]);
    case "mode":
      // The statistics count a mode and its large form separately: "btsmall" and "bt".
      return createRows("modes", [subject.id, subject.id.replace(/small$/, "")]);
    case "class":
      return createRows("classes", [subject.id, ...(kits.get(subject.id)?.specialistIds ?? [])]);
    case "weapon-class":
      return createRows(
        "weapons",
        listIds(weapons.values(), (weapon) => weapon.class === subject.id),
      );
    case "group":
      if (subject.id === "helicopters")
        return createRows(
          "vehicles",
          listIds(vehicles.values(), ({ category }) => category.startsWith("heli-")),
        );
      if (subject.id === "throwables")
        return createRows(
          "gadgets",
          listIds(gadgets.values(), ({ kind }) => kind === "throwable"),
        );
      return null;
    default:
      return null;
  }
}

const listIds = <Item extends { id: string }>(items: Iterable<Item>, isOne: (item: Item) => boolean): string[] =>
  [...items].filter(isOne).map(({ id }) => id);
