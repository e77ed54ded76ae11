// Parses the figures of the whole soldier: headline figures, classes, modes and ladder scores, which two kinds of responses have.
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
import type { BattlelogResponse } from "./reading.ts";
import { createReading, omitUndefined, type Reading, toNumberEntries, toRecord } from "./reading.ts";

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

/** Kits by their bit in Battlelog; the arsenal has no kit for the commander. */
const KITS = [
  { bit: "1", id: "assault", isKnown: true },
  { bit: "2", id: "engineer", isKnown: true },
  { bit: "32", id: "support", isKnown: true },
  { bit: "8", id: "recon", isKnown: true },
  { bit: "2048", id: "commander", isKnown: false },
] as const;

const PERCENT = 100;

export function readFigures({ data }: BattlelogResponse, index: BattlelogIndex): Reading {
  const stats = toRecord(data["generalStats"]) ?? toRecord(data["overviewStats"]);
  if (!stats) return createReading({});
  const figures = readValues(stats, FIGURES);
  const classes = getClasses(stats);
  const modes = getModes(stats, index);
  return createReading({
    statistics: {
      figures,
      tables: { ...(classes.length > 0 && { classes }), ...(modes.length > 0 && { modes }) },
      counters: omitUndefined({
        [counter.rankPoints]: figures["rankPoints"],
        ...Object.fromEntries(getLadderScores(stats, index)),
      }),
    },
  });
}

function getClasses(stats: Fields): StatisticsRow[] {
  const readColumn = (key: string) => new Map(toNumberEntries(stats[key]));
  const [scores, stars, progress, times] = ["kitScores", "serviceStars", "serviceStarsProgress", "kitTimes"].map(
    readColumn,
  );
  return KITS.flatMap(({ bit, ...kit }) => {
    const share = progress?.get(bit);
    const values = omitUndefined({
      score: scores?.get(bit),
      serviceStars: stars?.get(bit),
      serviceStarShare: share === undefined ? undefined : share / PERCENT,
      secondsPlayed: times?.get(bit),
    });
    return Object.keys(values).length > 0 ? [{ ...kit, name: CLASS_NAMES[kit.id], values }] : [];
  });
}

function getModes(stats: Fields, index: BattlelogIndex): StatisticsRow[] {
  const rows = Object.entries(getFields(stats["gameModesScore"])).map(([id, score]) => ({
    id,
    name: `Mode ${id}`,
    score,
  }));
  const scored = readRows(rows, MODES, index.mode).filter(({ values }) => values["score"] !== undefined);
  return mergeTwinModes(scored);
}

/** Returns the scores of ladders by their code, and those of kits by the kit's bit. */
function getLadderScores(stats: Fields, index: BattlelogIndex): [string, number][] {
  const kits = new Map<string, string>(KITS.map(({ bit, id }) => [bit, id]));
  const kitScores = toNumberEntries(stats["kitScores"]).map(([bit, score]) => [`sc_${kits.get(bit)}`, score] as const);
  return [...kitScores, ...toNumberEntries(stats)].flatMap(([code, score]) => {
    const ladderId = index.ladder(code);
    return ladderId === undefined ? [] : [[counter.score(ladderId), score]];
  });
}
