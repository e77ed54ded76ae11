// Figures typed by hand, as a snapshot keeps them: what follows from counts is worked out, what was left empty is unknown.
import type { GameId } from "#domain/game.ts";
import { counter } from "#domain/progress/counter.ts";
import { noStatistics, type Statistics } from "#domain/soldier/statistics.ts";

type TypedField = { id: string; label: string; most: number };

const BILLION = 1_000_000_000;

const COUNTS: readonly TypedField[] = [
  { id: "kills", label: "Kills", most: BILLION },
  { id: "deaths", label: "Deaths", most: BILLION },
  { id: "wins", label: "Wins", most: BILLION },
  { id: "losses", label: "Losses", most: BILLION },
];
const REST: readonly TypedField[] = [
  { id: "hoursPlayed", label: "Hours played", most: 100_000 },
  { id: "accuracyPercent", label: "Accuracy in percent", most: 100 },
];

/** What one can type, in the order of the form. */
export const TYPED_FIELDS: Record<GameId, readonly TypedField[]> = {
  bf2042: [...COUNTS, { id: "humanKills", label: "Kills of people", most: BILLION }, ...REST],
  bf4: [
    { id: "rank", label: "Rank", most: 140 },
    { id: "rankPoints", label: "Points toward the rank", most: BILLION },
    ...COUNTS,
    ...REST,
  ],
};

export type TypedWeapon = { id: string; name: string; kills: number };

const HOUR_S = 3600;
const MINUTE_S = 60;
const PERCENT = 100;

/** The statistics these fields and weapons make; fields that are not in `typed` stay unknown. */
export function typedStatistics(
  game: GameId,
  typed: Readonly<Record<string, number>>,
  weapons: readonly TypedWeapon[],
): Statistics {
  const { hoursPlayed, accuracyPercent, ...counts } = typed;
  const secondsPlayed = hoursPlayed === undefined ? undefined : hoursPlayed * HOUR_S;
  const { kills, deaths, wins, losses, humanKills, rankPoints } = counts;
  const figures = {
    ...counts,
    secondsPlayed,
    accuracy: accuracyPercent === undefined ? undefined : accuracyPercent / PERCENT,
    killDeath: quotient(kills, deaths),
    humanKillDeath: quotient(humanKills, deaths),
    killsPerMinute: quotient(kills, secondsPlayed === undefined ? undefined : secondsPlayed / MINUTE_S),
    winShare: quotient(wins, wins === undefined || losses === undefined ? undefined : wins + losses),
  };
  const rows = weapons.map(({ id, name, kills }) => ({ id, name, known: true, values: { kills } }));
  const ofWeapons = weapons.map(({ id, kills }) => [counter.kills(id), kills] as const);
  const ofRank = rankPoints === undefined ? [] : [[counter.rankPoints, rankPoints] as const];
  return {
    ...noStatistics(game),
    figures: known(figures),
    tables: rows.length > 0 ? { weapons: rows } : {},
    counters: game === "bf4" ? Object.fromEntries([...ofWeapons, ...ofRank]) : {},
  };
}

const quotient = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || !whole ? undefined : part / whole;

const known = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).flatMap(([id, value]) => (value === undefined ? [] : [[id, value]])));
