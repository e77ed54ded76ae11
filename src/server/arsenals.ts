// The games' figures from data/, parsed once at start.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Arsenals, arsenalFrom } from "#domain/arsenal/arsenal.ts";
import { ARSENAL_FILES, type ArsenalFiles } from "#domain/arsenal/files.ts";
import type { GameId } from "#domain/game.ts";

/** The arsenals of both games; throws when a file of `folder` is not as its schema says. */
export function readArsenals(folder: string): Arsenals {
  const sources = readJson(join(folder, "sources.json"));
  const filesOf = (game: GameId): ArsenalFiles => {
    const files = ARSENAL_FILES[game].map((name) => [name, readJson(join(folder, game, `${name}.json`))]);
    return { sources, ...Object.fromEntries(files) };
  };
  return { bf2042: arsenalFrom("bf2042", filesOf("bf2042")), bf4: arsenalFrom("bf4", filesOf("bf4")) };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
