// An invented soldier for people who want to see the section before they add their own. All numbers are made up.
import type { GameId } from "#domain/game.ts";
import { counter } from "#domain/progress/known-progress.ts";
import type { Statistics, StatisticsRow } from "./statistics.ts";

/** How many days before now each snapshot was taken; in one stretch nothing is known. */
const DAYS_AGO = [62, 58, 51, 47, 44, 20, 13, 9, 6, 2];
const DAY_MS = 24 * 60 * 60_000;

type Thing = { id: string; name: string };

/** What the sample carries: its favourites first. */
export type SampleArms = { weapons: readonly Thing[]; vehicles: readonly Thing[]; classes: readonly Thing[] };

/** The sample's snapshots, oldest first. */
export function sampleHistory(
  game: GameId,
  arms: SampleArms,
  nowMs: number,
): readonly { takenAt: string; statistics: Statistics }[] {
  return DAYS_AGO.map((daysAgo, evening) => ({
    takenAt: new Date(nowMs - daysAgo * DAY_MS).toISOString(),
    statistics: createSample(game, arms, evening),
  }));
}

function createSample(game: GameId, arms: SampleArms, evening: number): Statistics {
  const weapons = arms.weapons.map((weapon, place) => weaponRow(weapon, place, evening));
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
    killDeath: rounded(kills / deaths),
    killsPerMinute: rounded((60 * kills) / secondsPlayed),
    winShare: rounded(wins / (wins + losses), 4),
    shotsFired,
    shotsHit,
    accuracy: rounded(shotsHit / shotsFired, 4),
    revives: 840 + 21 * evening,
  };
  const own = game === "bf4" ? bf4Figures(evening, secondsPlayed) : bf2042Figures(kills, deaths);
  const counters = game === "bf4" ? bf4Counters(weapons, evening) : {};
  const tables = {
    weapons,
    vehicles: arms.vehicles.map((vehicle, place) => row(vehicle, { kills: 60 * (3 - place) + evening * (place + 1) })),
    classes: arms.classes.map((kit, place) =>
      row(kit, game === "bf4" ? bf4Kit(place, evening) : bf2042Kit(place, evening)),
    ),
  };
  return { game, figures: { ...shared, ...own }, tables, counters, targets: {} };
}

const weaponRow = (weapon: Thing, place: number, evening: number): StatisticsRow => {
  const kills = Math.round(900 / (place + 1)) + evening * Math.max(1, 22 - 3 * place);
  return row(weapon, { kills, headshots: Math.round(kills * 0.21), accuracy: rounded(0.11 + 0.008 * (place % 5)) });
};

const row = ({ id, name }: Thing, values: Record<string, number>): StatisticsRow => ({
  id,
  name,
  isKnown: true,
  values,
});

const bf4Kit = (place: number, evening: number) => ({
  score: 150_000 - 31_000 * place + 4200 * evening,
  secondsPlayed: 3600 * (52 - 11 * place + evening),
});

const bf2042Kit = (place: number, evening: number) => {
  const [kills, deaths] = [1090 - 240 * place + 18 * evening, 1210 - 250 * place + 17 * evening];
  const secondsPlayed = 3600 * (52 - 11 * place + evening);
  return {
    kills,
    deaths,
    killDeath: rounded(kills / deaths),
    killsPerMinute: rounded((60 * kills) / secondsPlayed),
    secondsPlayed,
  };
};

function bf4Figures(evening: number, secondsPlayed: number) {
  const score = 6_300_000 + 150_000 * evening;
  return {
    rank: 42,
    rankPoints: 1_310_000 + 9000 * evening,
    score,
    scorePerMinute: rounded((60 * score) / secondsPlayed),
  };
}

const bf2042Figures = (kills: number, deaths: number) => {
  const humanKills = Math.round(kills * 0.88);
  return { humanKills, botKills: kills - humanKills, humanKillDeath: rounded(humanKills / deaths) };
};

const bf4Counters = (weapons: readonly StatisticsRow[], evening: number): Record<string, number> => ({
  ...Object.fromEntries(weapons.map(({ id, values }) => [counter.kills(id), values["kills"] ?? 0])),
  [counter.score("assault")]: 150_000 + 4200 * evening,
  [counter.rankPoints]: 1_310_000 + 9000 * evening,
});

const rounded = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;
