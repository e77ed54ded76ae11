// Reads the games' data from data/ at start.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { GameId } from "#domain/game.ts";
import { type Arsenals, createArsenal } from "#domain/game-data/arsenal.ts";
import { ARSENAL_FILES, type ArsenalFiles } from "#domain/game-data/files.ts";

/**
 * Returns the arsenals of both games.
 * @throws when a file of `folder` does not match its schema
 */
export function readArsenals(folder: string): Arsenals {
  const sources = readJson(join(folder, "sources.json"));
  const languages = readdirSync(join(folder, "names")).map((file) => {
    const games = z.record(z.string(), z.unknown()).parse(readJson(join(folder, "names", file)));
    return { code: file.replace(".json", ""), games };
  });
  const getFiles = (game: GameId): ArsenalFiles => {
    const files = ARSENAL_FILES[game].map((name) => [name, readJson(join(folder, game, `${name}.json`))]);
    const names = Object.fromEntries(languages.map(({ code, games }) => [code, games[game]]));
    return { sources, names, ...Object.fromEntries(files) };
  };
  return { bf2042: createArsenal("bf2042", getFiles("bf2042")), bf4: createArsenal("bf4", getFiles("bf4")) };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
