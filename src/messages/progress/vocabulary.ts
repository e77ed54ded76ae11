// The names that statistics may use. Values with other names are not stored, as no screen and no target uses them.

import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { counter } from "#domain/progress/known-progress.ts";
import { COLUMNS, listFigures } from "#domain/soldier/figures/figures.ts";
import { TABLES, type TableId } from "#domain/soldier/figures/table-id.ts";
import type { Statistics, StatisticsRow } from "#domain/soldier/statistics.ts";
import { getProgress } from "./targets.ts";

type Names = ReadonlySet<string>;

export type Vocabulary = {
  readonly figures: Names;
  readonly counters: Names;
  readonly targets: Names;
  readonly columns: Readonly<Partial<Record<TableId, Names>>>;
};

const vocabularies = new WeakMap<Arsenals[GameId], Vocabulary>();

/** Returns the names of a game, which are created once per arsenal. */
export function getVocabulary(arsenals: Arsenals, game: GameId): Vocabulary {
  const arsenal = arsenals[game];
  const vocabulary = vocabularies.get(arsenal) ?? createVocabulary(arsenals, game);
  vocabularies.set(arsenal, vocabulary);
  return vocabulary;
}

function createVocabulary(arsenals: Arsenals, game: GameId): Vocabulary {
  const columns = Object.fromEntries(
    TABLES.map((table) => [table, new Set(COLUMNS[game][table]?.map(({ id }) => id))] as const),
  );
  const figures = new Set(listFigures(game).map(({ id }) => id));
  if (game === "bf2042") return { figures, counters: new Set(), targets: new Set(), columns };
  const { targets, byId } = getProgress(arsenals.bf4);
  const needs = targets.flatMap(({ ways, sole }) => [...ways.flat(), ...(sole ? [sole] : [])]);
  const counterKeys = [...needs.map((need) => need.counter), ...targets.map(({ earned }) => earned ?? null)];
  const items = [...arsenals.bf4.weapons.keys(), ...arsenals.bf4.gadgets.keys()];
  const counters = new Set([
    counter.rankPoints,
    ...counterKeys.filter((key) => key !== null),
    ...items.map((id) => counter.kills(id)),
    ...[...arsenals.bf4.ladders.keys()].map((id) => counter.score(id)),
  ]);
  return { figures, counters, targets: new Set(byId.keys()), columns };
}

/** Returns the statistics without unknown figures, counters, targets and columns. */
export function omitUnknownValues(
  statistics: Statistics,
  { figures, counters, targets, columns }: Vocabulary,
): Statistics {
  const tables: Statistics["tables"] = {};
  for (const table of TABLES) {
    const rows = statistics.tables[table];
    if (rows) tables[table] = rows.map((row) => filterColumns(row, columns[table] ?? new Set()));
  }
  return {
    game: statistics.game,
    figures: pick(statistics.figures, figures),
    counters: pick(statistics.counters, counters),
    targets: pick(statistics.targets, targets),
    tables,
  };
}

const filterColumns = (row: StatisticsRow, columns: Names): StatisticsRow => ({
  ...row,
  values: pick(row.values, columns),
});

const pick = <Value>(all: Readonly<Record<string, Value>>, names: Names): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
