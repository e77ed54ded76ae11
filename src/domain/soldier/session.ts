// A session: what was played between two snapshots, as figures of that time alone.
import type { GameId } from "#domain/game.ts";
import { diffFigures, missingCounts } from "./difference.ts";
import { HEADLINES, type Measure } from "./figures/figures.ts";
import { isEmptyReading, listFallen } from "./reading.ts";
import type { StatisticsRow, Values } from "./statistics.ts";

export type SessionFigure = Measure & {
  /** Of the session. */
  value: number;
  /** Of the whole career, before and after; null where a snapshot does not have it. */
  before: number | null;
  after: number | null;
};

export type SessionReport = {
  /** K/D, KPM, accuracy and the other headline quotients whose counts both snapshots have. */
  quotients: readonly SessionFigure[];
  /** The headline quotients that a source lacks the counts for. */
  unknown: readonly (Measure & { lacks: "score" | "shots" | "counts" })[];
  /** What was added: kills, deaths, matches, time. */
  counts: readonly (Measure & { value: number })[];
};

/** What a source is said to lack, by the count that is missing first. */
const LACKING: Readonly<Record<string, "score" | "shots">> = { score: "score", shotsHit: "shots", shotsFired: "shots" };

const COUNTS = ["kills", "deaths", "matches", "rounds", "wins", "secondsPlayed"];

/** What was played between two snapshots; null where nothing was, where a count fell, and where the older one is of no play at all. */
export function getSessionReport(game: GameId, older: Values, newer: Values): SessionReport | null {
  const changes = diffFigures(game, older, newer);
  const headlines = new Set(HEADLINES[game].map(({ id }) => id));
  const quotients = changes.flatMap(({ id, labelId, unit, between, from, to }) =>
    between !== null && headlines.has(id) ? [{ id, labelId, unit, value: between, before: from, after: to }] : [],
  );
  const unknown = HEADLINES[game]
    .filter(({ id }) => !quotients.some((figure) => figure.id === id))
    .flatMap((measure) => {
      const [missing] = missingCounts(measure.id, older, newer);
      return missing === undefined ? [] : [{ ...measure, lacks: LACKING[missing] ?? ("counts" as const) }];
    });
  const counts = changes.flatMap(({ id, labelId, unit, by }) =>
    by !== null && COUNTS.includes(id) ? [{ id, labelId, unit, value: by }] : [],
  );
  const isPlayed = counts.some(({ value }) => value > 0) && listFallen(older, newer).length === 0;
  return isPlayed && !isEmptyReading(older) ? { quotients, unknown, counts } : null;
}

/** The rows of a table with the most kills added, most first; none where the older snapshot does not have the table. */
export function listMostUsed(
  older: readonly StatisticsRow[],
  newer: readonly StatisticsRow[],
  limit: number,
): readonly { id: string; name: string; kills: number }[] {
  if (older.length === 0) return [];
  const before = new Map(older.map(({ id, values }) => [id, values["kills"]]));
  return newer
    .flatMap(({ id, name, values: { kills } }) => {
      const gained = kills === undefined ? 0 : kills - (before.has(id) ? (before.get(id) ?? kills) : 0);
      return gained > 0 ? [{ id, name, kills: gained }] : [];
    })
    .toSorted((one, other) => other.kills - one.kills)
    .slice(0, limit);
}
