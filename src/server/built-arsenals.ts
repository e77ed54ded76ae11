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
  for (const game of GAMES) writeFileSync(getFile(folder, game), serialize(withoutRepresentation(arsenals[game])));
}

/**
 * A copy whose bytes depend on its values alone. V8 stores a whole number as an integer or as a float, as its compiler had
 * reason to at the moment, and serializes it as it is stored: two builds of the same sources would differ.
 */
function withoutRepresentation<T>(value: T, copies = new Map<unknown, unknown>()): T {
  // The result of | is an integer in any case; -0 is none.
  if (typeof value === "number") return (Object.is(value | 0, value) ? value | 0 : value) as T;
  if (typeof value !== "object" || value === null) return value;
  const existing = copies.get(value);
  if (existing) return existing as T;
  const copy = (inner: unknown): unknown => withoutRepresentation(inner, copies);
  const add = <Made>(made: Made): Made => {
    copies.set(value, made);
    return made;
  };
  if (value instanceof Map) {
    const made = add(new Map());
    for (const [key, inner] of value) made.set(copy(key), copy(inner));
    return made as T;
  }
  if (value instanceof Set) {
    const made = add(new Set());
    for (const inner of value) made.add(copy(inner));
    return made as T;
  }
  if (Array.isArray(value)) {
    // Filled with null it is an array of any values, never of floats alone.
    const made: unknown[] = add(new Array(value.length).fill(null));
    for (const [index, inner] of value.entries()) made[index] = copy(inner);
    return made as T;
  }
  // Without a prototype an object has no fields of a fixed kind.
  const made: Record<string, unknown> = add(Object.create(null));
  for (const [key, inner] of Object.entries(value)) made[key] = copy(inner);
  return made as T;
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
