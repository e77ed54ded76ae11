// A session is the play between two snapshots, with figures of that time only.
import type { GameId } from "#domain/game.ts";
import { diffFigures, listMissingCounts } from "./difference.ts";
import { HEADLINES, type Measure } from "./figures/figures.ts";
import { isEmptyReading, listDecreased } from "./reading.ts";
import type { StatisticsRow, Values } from "./statistics.ts";

export type SessionFigure = Measure & {
  /** The value of the session. */
  value: number;
  /** The career values before and after the session; null if a snapshot lacks it. */
  before: number | null;
  after: number | null;
};

export type SessionReport = {
  /** K/D, KPM, accuracy and the other headline quotients whose counts both snapshots have. */
  quotients: readonly SessionFigure[];
  /** The headline quotients whose counts a snapshot lacks. */
  unknown: readonly (Measure & { lacks: "score" | "shots" | "counts" })[];
  /** The increases of kills, deaths, matches, time and others. */
  counts: readonly (Measure & { value: number })[];
};

/** The kind of missing count that the screen names, by the first missing count. */
const MISSING_COUNT_KINDS: Readonly<Record<string, "score" | "shots">> = {
  score: "score",
  shotsHit: "shots",
  shotsFired: "shots",
};

const COUNTS = ["kills", "deaths", "matches", "rounds", "wins", "secondsPlayed"];

/** Returns the session between two snapshots; null if nothing was played, if a count decreased, or if the older snapshot is empty. */
export function getSessionReport(game: GameId, older: Values, newer: Values): SessionReport | null {
  const changes = diffFigures(game, older, newer);
  const headlines = new Set(HEADLINES[game].map(({ id }) => id));
  const quotients = changes.flatMap(({ id, labelId, unit, between, from, to }) =>
    between !== null && headlines.has(id) ? [{ id, labelId, unit, value: between, before: from, after: to }] : [],
  );
  const unknown = HEADLINES[game]
    .filter(({ id }) => !quotients.some((figure) => figure.id === id))
    .flatMap((measure) => {
      const [missing] = listMissingCounts(measure.id, older, newer);
      return missing === undefined ? [] : [{ ...measure, lacks: MISSING_COUNT_KINDS[missing] ?? ("counts" as const) }];
    });
  const counts = changes.flatMap(({ id, labelId, unit, by }) =>
    by !== null && COUNTS.includes(id) ? [{ id, labelId, unit, value: by }] : [],
  );
  const isPlayed = counts.some(({ value }) => value > 0) && listDecreased(older, newer).length === 0;
  return isPlayed && !isEmptyReading(older) ? { quotients, unknown, counts } : null;
}

/** Returns the rows with the largest increases of kills, largest first; empty if the older snapshot lacks the table. */
export function listMostUsed(
  older: readonly StatisticsRow[],
  newer: readonly StatisticsRow[],
  limit: number,
): readonly { id: string; name: string; kills: number }[] {
  if (older.length === 0) return [];
  const before = new Map(older.map(({ id, values }) => [id, values["kills"]]));
  return newer
    .flatMap(({ id, name, values: { kills } }) => {
      const gain = kills === undefined ? 0 : kills - (before.has(id) ? (before.get(id) ?? kills) : 0);
      return gain > 0 ? [{ id, name, kills: gain }] : [];
    })
    .toSorted((a, b) => b.kills - a.kills)
    .slice(0, limit);
}
