import { Fault } from "#domain/fault.ts";
import type { GameId } from "#domain/game.ts";
import type { FoundSoldier, SoldierKey } from "#domain/soldier/soldier.ts";
import type { Statistics } from "#domain/soldier/statistics.ts";

export type SourceReading = {
  statistics: Statistics;
  /** As the service spells it. */
  name: string;
  playerId: string | null;
  answeredAt: string;
};

export type StatisticsSource = {
  /** How long an answer serves everybody. */
  readonly keptMs: number;
  /** Soldiers of that name. Answers within 5 s. Faults: `source_unavailable`, `source_busy`. */
  search(game: GameId, name: string): Promise<readonly FoundSoldier[]>;
  /** What the service tells of a soldier. Faults: `soldier_unknown`, `source_unavailable`, `source_busy`. */
  read(soldier: SoldierKey & { playerId: string | null }, signal?: AbortSignal): Promise<SourceReading>;
};

export function createStatisticsSource({ keptMs }: Record<string, unknown> & { keptMs: number }): StatisticsSource {
  const away = () => Promise.reject(new Fault("source_unavailable"));
  return { keptMs, search: away, read: away };
}
