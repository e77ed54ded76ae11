// The soldier as a whole: headline figures, classes and modes, and the score of ladders, from the two answers that tell them.
import { counter } from "#domain/progress/counter.ts";
import type { Answer } from "./battlelog-answers.ts";
import type { BattlelogIndex } from "./battlelog-index.ts";
import { type Reading, readingOf } from "./battlelog-reading.ts";
import { type Data, dataIn, known, numberIn, numbersIn, ratio } from "./battlelog-values.ts";
import type { StatisticsRow } from "./statistics.ts";

/** Figures whose value Battlelog gives as it is. */
const PLAIN: Record<string, string> = {
  rank: "rank",
  scorePerMinute: "scorePerMinute",
  kills: "kills",
  deaths: "deaths",
  secondsPlayed: "timePlayed",
  assists: "killAssists",
  headshots: "headshots",
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
  { bit: "1", id: "assault", name: "Assault", known: true },
  { bit: "2", id: "engineer", name: "Engineer", known: true },
  { bit: "32", id: "support", name: "Support", known: true },
  { bit: "8", id: "recon", name: "Recon", known: true },
  { bit: "2048", id: "commander", name: "Commander", known: false },
] as const;

const SECONDS_PER_MINUTE = 60;
const PERCENT = 100;

export function readFigures({ data }: Answer, index: BattlelogIndex): Reading {
  const own = dataIn(data["generalStats"]) ?? dataIn(data["overviewStats"]);
  if (!own) return readingOf({});
  const figures = figuresOf(own);
  const classes = classesOf(own);
  const modes = modesOf(own, index);
  return readingOf({
    statistics: {
      figures,
      tables: { ...(classes.length > 0 && { classes }), ...(modes.length > 0 && { modes }) },
      counters: known({
        [counter.rankPoints]: figures["rankPoints"],
        ...Object.fromEntries(ladderScoresOf(own, index)),
      }),
    },
  });
}

function figuresOf(own: Data): Record<string, number> {
  const plain = known(Object.fromEntries(Object.entries(PLAIN).map(([id, key]) => [id, numberIn(own[key])])));
  const { kills, deaths, wins = 0, losses = 0, secondsPlayed } = plain;
  return known({
    ...plain,
    killDeath: numberIn(own["kdRatio"]) ?? ratio(kills, deaths),
    killsPerMinute: ratio(kills, secondsPlayed && secondsPlayed / SECONDS_PER_MINUTE),
    winShare: ratio(plain["wins"], wins + losses),
    accuracy: ratio(numberIn(own["shotsHit"]), numberIn(own["shotsFired"])) ?? shareOf(numberIn(own["accuracy"])),
  });
}

/** The accuracy of a whole soldier is written in percent; nobody hits with less than one in a hundred. */
const shareOf = (accuracy: number | undefined) =>
  accuracy !== undefined && accuracy > 1 ? accuracy / PERCENT : accuracy;

function classesOf(own: Data): StatisticsRow[] {
  const column = (key: string) => new Map(numbersIn(own[key]));
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
    return Object.keys(values).length > 0 ? [{ ...kit, values }] : [];
  });
}

function modesOf(own: Data, index: BattlelogIndex): StatisticsRow[] {
  return numbersIn(own["gameModesScore"]).map(([id, score]) => {
    const name = index.mode(id);
    return { id, name: name ?? `Mode ${id}`.slice(0, PERCENT), known: name !== undefined, values: { score } };
  });
}

/** Ladders by their code, those of kits also by the score of the kit. */
function ladderScoresOf(own: Data, index: BattlelogIndex): [string, number][] {
  const kits = new Map<string, string>(KITS.map(({ bit, id }) => [bit, id]));
  const ofKits = numbersIn(own["kitScores"]).map(([bit, score]) => [`sc_${kits.get(bit)}`, score] as const);
  return [...ofKits, ...numbersIn(own)].flatMap(([code, score]) => {
    const ladderId = index.ladder(code);
    return ladderId === undefined ? [] : [[counter.score(ladderId), score]];
  });
}
