// The arsenals as the build wrote them, already validated: reading them takes a half to a sixth of the time (docs/performance.md).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { lazy } from "#platform/cache.ts";

const getFile = (folder: string, game: GameId): string => join(folder, `arsenal-${game}.bin`);

/** Writes the arsenals into the folder of the built program. */
export function writeBuilt(folder: string, arsenals: Arsenals): void {
  for (const game of GAMES) writeFileSync(getFile(folder, game), serialize(arsenals[game]));
}

/** The arsenals beside the running program, each read on first use; when run from source, those of the data folder, validated. */
export async function openArsenals(program: string, data: string): Promise<Arsenals> {
  if (GAMES.every((game) => existsSync(getFile(program, game)))) return builtArsenals(program);
  const { readArsenals } = await import("./arsenals.ts");
  return readArsenals(data);
}

function builtArsenals(folder: string): Arsenals {
  const read = <G extends GameId>(game: G) => lazy((): Arsenals[G] => deserialize(readFileSync(getFile(folder, game))));
  const [bf4, bf2042] = [read("bf4"), read("bf2042")];
  return {
    get bf4() {
      return bf4();
    },
    get bf2042() {
      return bf2042();
    },
  };
}
