// The whole soldier: headline figures, classes and modes, and the score of ladders, from the two answers that tell them.
import { counter } from "#domain/progress/known-progress.ts";
import { CLASS_NAMES, type StatisticsRow } from "#domain/soldier/statistics.ts";
import type { BattlelogIndex } from "./book.ts";
import type { Answer } from "./reading.ts";
import { asNumber, asNumbers, asRecord, type Data, getReading, known, type Reading, ratio } from "./reading.ts";

/** Figures whose value Battlelog gives as it is. */
const PLAIN: Record<string, string> = {
  rank: "rank",
  score: "score",
  scorePerMinute: "scorePerMinute",
  kills: "kills",
  deaths: "deaths",
  secondsPlayed: "timePlayed",
  assists: "killAssists",
  headshots: "headshots",
  shotsFired: "shotsFired",
  shotsHit: "shotsHit",
  rounds: "numRounds",
  wins: "numWins",
  losses: "numLosses",
  skill: "skill",
  revives: "revives",
  heals: "heals",
  repairs: "repairs",
  resupplies: "resupplies",
  avengerKills: "avengerKills",
  saviorKills: "saviorKills",
  dogTagsTaken: "dogtagsTaken",
  longestHeadshot: "longestHeadshot",
  rankPoints: "rankScore",
};

/** Kits by the bit Battlelog writes for them; the commander is no kit of the arsenal. */
const KITS = [
  { bit: "1", id: "assault", known: true },
  { bit: "2", id: "engineer", known: true },
  { bit: "32", id: "support", known: true },
  { bit: "8", id: "recon", known: true },
  { bit: "2048", id: "commander", known: false },
] as const;

const SECONDS_PER_MINUTE = 60;
const PERCENT = 100;
const MAX_NAME_LENGTH = 100;

export function readFigures({ data }: Answer, index: BattlelogIndex): Reading {
  const own = asRecord(data["generalStats"]) ?? asRecord(data["overviewStats"]);
  if (!own) return getReading({});
  const figures = getFigures(own);
  const classes = getClasses(own);
  const modes = getModes(own, index);
  return getReading({
    statistics: {
      figures,
      tables: { ...(classes.length > 0 && { classes }), ...(modes.length > 0 && { modes }) },
      counters: known({
        [counter.rankPoints]: figures["rankPoints"],
        ...Object.fromEntries(getLadderScores(own, index)),
      }),
    },
  });
}

function getFigures(own: Data): Record<string, number> {
  const plain = known(Object.fromEntries(Object.entries(PLAIN).map(([id, key]) => [id, asNumber(own[key])])));
  const { kills, deaths, wins = 0, losses = 0, secondsPlayed } = plain;
  return known({
    ...plain,
    killDeath: asNumber(own["kdRatio"]) ?? ratio(kills, deaths),
    killsPerMinute: ratio(kills, secondsPlayed && secondsPlayed / SECONDS_PER_MINUTE),
    winShare: ratio(plain["wins"], wins + losses),
    accuracy: ratio(plain["shotsHit"], plain["shotsFired"]) ?? getShare(asNumber(own["accuracy"])),
  });
}

/** The accuracy of a soldier is a percentage: a value below one in a hundred is not plausible as a fraction. */
const getShare = (accuracy: number | undefined) =>
  accuracy !== undefined && accuracy > 1 ? accuracy / PERCENT : accuracy;

function getClasses(own: Data): StatisticsRow[] {
  const column = (key: string) => new Map(asNumbers(own[key]));
  const [scores, stars, progress, times] = ["kitScores", "serviceStars", "serviceStarsProgress", "kitTimes"].map(
    column,
  );
  return KITS.flatMap(({ bit, ...kit }) => {
    const share = progress?.get(bit);
    const values = known({
      score: scores?.get(bit),
      serviceStars: stars?.get(bit),
      serviceStarShare: share === undefined ? undefined : share / PERCENT,
      secondsPlayed: times?.get(bit),
    });
    return Object.keys(values).length > 0 ? [{ ...kit, name: CLASS_NAMES[kit.id], values }] : [];
  });
}

function getModes(own: Data, index: BattlelogIndex): StatisticsRow[] {
  return asNumbers(own["gameModesScore"]).map(([id, score]) => {
    const name = index.mode(id);
    return {
      id,
      name: name ?? `Mode ${id}`.slice(0, MAX_NAME_LENGTH),
      known: name !== undefined,
      values: { score },
    };
  });
}

/** Ladders by their code, those of kits also by the score of the kit. */
function getLadderScores(own: Data, index: BattlelogIndex): [string, number][] {
  const kits = new Map<string, string>(KITS.map(({ bit, id }) => [bit, id]));
  const ofKits = asNumbers(own["kitScores"]).map(([bit, score]) => [`sc_${kits.get(bit)}`, score] as const);
  return [...ofKits, ...asNumbers(own)].flatMap(([code, score]) => {
    const ladderId = index.ladder(code);
    return ladderId === undefined ? [] : [[counter.score(ladderId), score]];
  });
}
