// Which pages of the service make a reading of a soldier.
import type { Arsenals } from "#domain/arsenal/arsenal.ts";
import { Fault } from "#domain/fault.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { soldierName } from "#domain/soldier/soldier.ts";
import { type Statistics, statistics } from "#domain/soldier/statistics.ts";
import { whenUsed } from "#server/when-used.ts";
import { createBf4Reader, hasWeapons } from "./bf4-answer.ts";
import { createBf2042Reader } from "./bf2042-answer.ts";
import { type Fields, fieldsOf, idOf } from "./lenient.ts";
import type { ServiceCall, ServicePath } from "./service-call.ts";
import type { AskedSoldier, SourceReading } from "./statistics-source.ts";

/** The service's words for platforms; of the pools of Battlefield 2042 it takes any member. */
const PLATFORM_WORDS: Record<Platform, string> = {
  pc: "pc",
  psn: "ps4",
  xbox: "xboxone",
  ps4: "ps4",
  xboxone: "xboxone",
  ps3: "ps3",
  xbox360: "xbox360",
};

type ReadSoldier = (soldier: AskedSoldier, signal: AbortSignal) => Promise<SourceReading>;

/** Reads soldiers of both games. Faults: those of a call, and `source_unavailable` for an answer nobody understands. */
export function createReading(call: ServiceCall, arsenals: Arsenals, now: () => Date): ReadSoldier {
  const bf2042 = whenUsed(() => createBf2042Reader(arsenals.bf2042));
  const bf4 = whenUsed(() => createBf4Reader(arsenals.bf4));

  async function readBf2042(soldier: AskedSoldier, signal: AbortSignal): Promise<SourceReading> {
    const answer = fieldsOf(await call("/bf2042/stats/", queryOf(soldier), signal));
    return readingOf(soldier, answer, bf2042()(answer), now());
  }

  async function readBf4(soldier: AskedSoldier, signal: AbortSignal): Promise<SourceReading> {
    const page = async (path: ServicePath) => fieldsOf(await call(path, queryOf(soldier), signal));
    // One after the other: the service is asked for one page of a soldier at a time.
    const all = await page("/bf4/all/");
    const stats = await page("/bf4/stats/").catch(nothingTold);
    const weapons = hasWeapons(all) ? {} : await page("/bf4/weapons/").catch(nothingTold);
    return readingOf(soldier, all, bf4()({ all, stats, weapons }), now());
  }

  return (soldier, signal) => (soldier.game === "bf4" ? readBf4 : readBf2042)(soldier, signal);
}

const queryOf = ({ name, playerId, platform }: AskedSoldier): Record<string, string> => ({
  ...(playerId === null ? { name } : { playerid: playerId }),
  platform: PLATFORM_WORDS[platform],
});

/** A page that fails beside the first is no failure of the reading: what it would have told is missing. */
function nothingTold(error: unknown): Fields {
  if (error instanceof Fault) return {};
  throw error;
}

function readingOf(asked: AskedSoldier, answer: Fields, told: Statistics, at: Date): SourceReading {
  const playerId = idOf(answer["id"]) ?? null;
  const { data, error } = statistics.safeParse(told);
  if (!data || (playerId === null && Object.keys(data.figures).length === 0)) {
    throw new Fault("source_unavailable", {}, { cause: error ?? new Error("The answer holds no id and no figure.") });
  }
  const name = soldierName.safeParse(answer["userName"]).data ?? asked.name;
  return { statistics: data, name, playerId: playerId ?? asked.playerId, answeredAt: at.toISOString() };
}
