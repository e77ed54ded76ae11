// An arsenal holds all data of one game. The functions of the domain take it as an argument.
import type { GameId } from "#domain/game.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Bf2042Weapon } from "#domain/game-data/schemas/bf2042-weapon.ts";
import { type Bf4Arsenal, createBf4Arsenal } from "./bf4-arsenal.ts";
import { type Bf2042Arsenal, createBf2042Arsenal } from "./bf2042-arsenal.ts";
import type { ArsenalFiles } from "./files.ts";

export type Arsenals = { readonly bf4: Bf4Arsenal; readonly bf2042: Bf2042Arsenal };

export type Arsenal = Arsenals[GameId];

const READERS: { readonly [G in GameId]: (files: ArsenalFiles) => Arsenals[G] } = {
  bf4: createBf4Arsenal,
  bf2042: createBf2042Arsenal,
};

/**
 * Returns the arsenal that the files describe: parsed JSON keyed by the names of ARSENAL_FILES[game], `sources` and `names`.
 * @throws {Error} names the file and every invalid field.
 */
export function createArsenal<G extends GameId>(game: G, files: ArsenalFiles): Arsenals[G] {
  return READERS[game](files);
}

/** A firearm of either game. Both have `id`, `name`, `class` and `sourceId`. */
export type Weapon = Bf4Weapon | Bf2042Weapon;
