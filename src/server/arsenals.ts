// Reads the games' data from data/ at start.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GameId } from "#domain/game.ts";
import { type Arsenals, createArsenal } from "#domain/game-data/arsenal.ts";
import { ARSENAL_FILES, type ArsenalFiles } from "#domain/game-data/files.ts";

/**
 * Returns the arsenals of both games.
 * @throws when a file of `folder` does not match its schema
 */
export function readArsenals(folder: string): Arsenals {
  const sources = readJson(join(folder, "sources.json"));
  const getFiles = (game: GameId): ArsenalFiles => {
    const files = ARSENAL_FILES[game].map((name) => [name, readJson(join(folder, game, `${name}.json`))]);
    return { sources, ...Object.fromEntries(files) };
  };
  return { bf2042: createArsenal("bf2042", getFiles("bf2042")), bf4: createArsenal("bf4", getFiles("bf4")) };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
