// Creates a sample soldier with invented numbers, which shows users the section before they add their own soldier.
import type { GameId } from "#domain/game.ts";
import { counter } from "#domain/progress/known-progress.ts";
import type { Statistics, StatisticsRow } from "./statistics.ts";

/** The ids of the sample soldiers that everyone can read without an account. */
export const SAMPLE_SOLDIER_IDS: Readonly<Record<GameId, string>> = {
  bf2042: "00000000-0000-4000-8000-000000002042",
  bf4: "00000000-0000-4000-8000-000000000004",
};

export const isSampleSoldier = (id: unknown): boolean => Object.values(SAMPLE_SOLDIER_IDS).some((each) => each === id);

/** The age of each snapshot in days. The gap between 44 and 20 demonstrates a missing period. */
const DAYS_AGO = [62, 58, 51, 47, 44, 20, 13, 9, 6, 2];
const DAY_MS = 24 * 60 * 60_000;

type NamedItem = { id: string; name: string };

/** The weapons, vehicles and classes of the sample soldier, the most used first. */
export type SampleItems = {
  weapons: readonly NamedItem[];
  vehicles: readonly NamedItem[];
  classes: readonly NamedItem[];
};

/** Returns the snapshots of a sample soldier, oldest first. Soldiers with more evenings before the first one have higher figures. */
export function createSampleHistory(
  game: GameId,
  items: SampleItems,
  nowMs: number,
  eveningsBefore = 0,
): readonly { takenAt: string; statistics: Statistics }[] {
  return DAYS_AGO.map((daysAgo, evening) => ({
    takenAt: new Date(nowMs - daysAgo * DAY_MS).toISOString(),
    statistics: createSample(game, items, eveningsBefore + evening),
  }));
}

function createSample(game: GameId, items: SampleItems, evening: number): Statistics {
  const weapons = items.weapons.map((weapon, place) => createWeaponRow(weapon, place, evening));
  const kills = weapons.reduce((sum, { values }) => sum + (values["kills"] ?? 0), 0);
  const deaths = 3100 + 74 * evening;
  const secondsPlayed = 3600 * (140 + 3 * evening) + 420 * (evening % 3);
  const shotsFired = 310_000 + 6000 * evening;
  const shotsHit = Math.round(shotsFired * (0.124 + 0.0009 * evening));
  const [wins, losses] = [512 + 7 * evening, 498 + 5 * evening];
  const shared = {
    kills,
    deaths,
    wins,
    losses,
    secondsPlayed,
    killDeath: roundTo(kills / deaths),
    killsPerMinute: roundTo((60 * kills) / secondsPlayed),
    winShare: roundTo(wins / (wins + losses), 4),
    shotsFired,
    shotsHit,
    accuracy: roundTo(shotsHit / shotsFired, 4),
    revives: 840 + 21 * evening,
  };
  const gameFigures = game === "bf4" ? createBf4Figures(evening, secondsPlayed) : createBf2042Figures(kills, deaths);
  const counters = game === "bf4" ? createBf4Counters(weapons, evening) : {};
  const tables = {
    weapons,
    vehicles: items.vehicles.map((vehicle, place) => createVehicleRow(vehicle, place, evening)),
    classes: items.classes.map((kit, place) =>
      createRow(kit, game === "bf4" ? createBf4Kit(place, evening) : createBf2042Kit(place, evening)),
    ),
  };
  return { game, figures: { ...shared, ...gameFigures }, tables, counters, targets: {} };
}

const createWeaponRow = (weapon: NamedItem, place: number, evening: number): StatisticsRow => {
  const kills = Math.round(900 / (place + 1)) + evening * Math.max(1, 22 - 3 * place);
  return createRow(weapon, {
    kills,
    headshots: Math.round(kills * 0.21),
    accuracy: roundTo(0.11 + 0.008 * (place % 5)),
    secondsPlayed: kills * (50 + 6 * (place % 7)),
  });
};

const createVehicleRow = (vehicle: NamedItem, place: number, evening: number): StatisticsRow => {
  const kills = 60 * (3 - place) + evening * (place + 1);
  return createRow(vehicle, { kills, secondsPlayed: kills * (40 + 10 * place) });
};

const createRow = ({ id, name }: NamedItem, values: Record<string, number>): StatisticsRow => ({
  id,
  name,
  isKnown: true,
  values,
});

const createBf4Kit = (place: number, evening: number) => ({
  score: 150_000 - 31_000 * place + 4200 * evening,
  secondsPlayed: 3600 * (52 - 11 * place + evening),
});

const createBf2042Kit = (place: number, evening: number) => {
  const [kills, deaths] = [1090 - 240 * place + 18 * evening, 1210 - 250 * place + 17 * evening];
  const secondsPlayed = 3600 * (52 - 11 * place + evening);
  return {
    kills,
    deaths,
    killDeath: roundTo(kills / deaths),
    killsPerMinute: roundTo((60 * kills) / secondsPlayed),
    secondsPlayed,
  };
};

function createBf4Figures(evening: number, secondsPlayed: number) {
  const score = 6_300_000 + 150_000 * evening;
  return {
    rank: 42,
    rankPoints: 1_310_000 + 9000 * evening,
    score,
    scorePerMinute: roundTo((60 * score) / secondsPlayed),
  };
}

const createBf2042Figures = (kills: number, deaths: number) => {
  const humanKills = Math.round(kills * 0.88);
  return { humanKills, botKills: kills - humanKills, humanKillDeath: roundTo(humanKills / deaths) };
};

const createBf4Counters = (weapons: readonly StatisticsRow[], evening: number): Record<string, number> => ({
  ...Object.fromEntries(weapons.map(({ id, values }) => [counter.kills(id), values["kills"] ?? 0])),
  [counter.score("assault")]: 150_000 + 4200 * evening,
  [counter.rankPoints]: 1_310_000 + 9000 * evening,
});

const roundTo = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;
