// The whole soldier: headline figures, classes and modes, and the score of ladders, from the two answers that tell them.
import { counter } from "#domain/progress/known-progress.ts";
import {
  type Fields,
  type FigureReaders,
  first,
  getFields,
  number,
  quotient,
  type RowReader,
  readRows,
  readFigures as readValues,
  share,
} from "#domain/soldier/parsing/fields.ts";
import { mergeTwinModes } from "#domain/soldier/parsing/name-index.ts";
import { CLASS_NAMES, type StatisticsRow } from "#domain/soldier/statistics.ts";
import type { BattlelogIndex } from "./book.ts";
import type { Answer } from "./reading.ts";
import { asNumbers, asRecord, getReading, present, type Reading } from "./reading.ts";

const FIGURES: FigureReaders = {
  rank: number("rank"),
  score: number("score"),
  scorePerMinute: number("scorePerMinute"),
  kills: number("kills"),
  deaths: number("deaths"),
  killDeath: number("kdRatio"),
  secondsPlayed: number("timePlayed"),
  assists: number("killAssists"),
  headshots: number("headshots"),
  shotsFired: number("shotsFired"),
  shotsHit: number("shotsHit"),
  accuracy: first(quotient("shotsHit", "shotsFired"), share("accuracy")),
  rounds: number("numRounds"),
  wins: number("numWins"),
  losses: number("numLosses"),
  skill: number("skill"),
  revives: number("revives"),
  heals: number("heals"),
  repairs: number("repairs"),
  resupplies: number("resupplies"),
  avengerKills: number("avengerKills"),
  saviorKills: number("saviorKills"),
  dogTagsTaken: number("dogtagsTaken"),
  longestHeadshot: number("longestHeadshot"),
  rankPoints: number("rankScore"),
};

const MODES: RowReader = { names: ["id"], name: "name", values: { score: number("score") } };

/** Kits by the bit Battlelog writes for them; the commander is no kit of the arsenal. */
const KITS = [
  { bit: "1", id: "assault", isKnown: true },
  { bit: "2", id: "engineer", isKnown: true },
  { bit: "32", id: "support", isKnown: true },
  { bit: "8", id: "recon", isKnown: true },
  { bit: "2048", id: "commander", isKnown: false },
] as const;

const PERCENT = 100;

export function readFigures({ data }: Answer, index: BattlelogIndex): Reading {
  const own = asRecord(data["generalStats"]) ?? asRecord(data["overviewStats"]);
  if (!own) return getReading({});
  const figures = readValues(own, FIGURES);
  const classes = getClasses(own);
  const modes = getModes(own, index);
  return getReading({
    statistics: {
      figures,
      tables: { ...(classes.length > 0 && { classes }), ...(modes.length > 0 && { modes }) },
      counters: present({
        [counter.rankPoints]: figures["rankPoints"],
        ...Object.fromEntries(getLadderScores(own, index)),
      }),
    },
  });
}

function getClasses(own: Fields): StatisticsRow[] {
  const column = (key: string) => new Map(asNumbers(own[key]));
  const [scores, stars, progress, times] = ["kitScores", "serviceStars", "serviceStarsProgress", "kitTimes"].map(
    column,
  );
  return KITS.flatMap(({ bit, ...kit }) => {
    const share = progress?.get(bit);
    const values = present({
      score: scores?.get(bit),
      serviceStars: stars?.get(bit),
      serviceStarShare: share === undefined ? undefined : share / PERCENT,
      secondsPlayed: times?.get(bit),
    });
    return Object.keys(values).length > 0 ? [{ ...kit, name: CLASS_NAMES[kit.id], values }] : [];
  });
}

function getModes(own: Fields, index: BattlelogIndex): StatisticsRow[] {
  const rows = Object.entries(getFields(own["gameModesScore"])).map(([id, score]) => ({
    id,
    name: `Mode ${id}`,
    score,
  }));
  const scored = readRows(rows, MODES, index.mode).filter(({ values }) => values["score"] !== undefined);
  return mergeTwinModes(scored);
}

/** Ladders by their code, those of kits also by the score of the kit. */
function getLadderScores(own: Fields, index: BattlelogIndex): [string, number][] {
  const kits = new Map<string, string>(KITS.map(({ bit, id }) => [bit, id]));
  const ofKits = asNumbers(own["kitScores"]).map(([bit, score]) => [`sc_${kits.get(bit)}`, score] as const);
  return [...ofKits, ...asNumbers(own)].flatMap(([code, score]) => {
    const ladderId = index.ladder(code);
    return ladderId === undefined ? [] : [[counter.score(ladderId), score]];
  });
}
