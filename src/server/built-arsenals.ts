// Reads the validated arsenals that the build has written, in a half to a sixth of the time (docs/performance.md).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { lazy } from "#platform/cache.ts";

const getFile = (folder: string, game: GameId): string => join(folder, `arsenal-${game}.bin`);

/** Writes the arsenals into the folder of the built program. */
export function writeBuiltArsenals(folder: string, arsenals: Arsenals): void {
  for (const game of GAMES) writeFileSync(getFile(folder, game), serialize(copyNormalized(arsenals[game])));
}

/**
 * Returns a copy whose serialization depends only on its values. V8 stores a whole number as an integer or as a float, depending
 * on its compiler, and serializes that representation, so two builds of the same sources would differ.
 */
function copyNormalized<T>(value: T, copies = new Map<unknown, unknown>()): T {
  // The result of | is always stored as an integer. -0 is not an integer and stays a float.
  if (typeof value === "number") return (Object.is(value | 0, value) ? value | 0 : value) as T;
  if (typeof value !== "object" || value === null) return value;
  const existing = copies.get(value);
  if (existing) return existing as T;
  const copy = (inner: unknown): unknown => copyNormalized(inner, copies);
  const add = <Created>(result: Created): Created => {
    copies.set(value, result);
    return result;
  };
  if (value instanceof Map) {
    const result = add(new Map());
    for (const [key, inner] of value) result.set(copy(key), copy(inner));
    return result as T;
  }
  if (value instanceof Set) {
    const result = add(new Set());
    for (const inner of value) result.add(copy(inner));
    return result as T;
  }
  if (Array.isArray(value)) {
    // Filling with null prevents V8 from using an array of floats.
    const result: unknown[] = add(new Array(value.length).fill(null));
    for (const [index, inner] of value.entries()) result[index] = copy(inner);
    return result as T;
  }
  // Without a prototype V8 uses a dictionary, whose fields have no number representation.
  const result: Record<string, unknown> = add(Object.create(null));
  for (const [key, inner] of Object.entries(value)) result[key] = copy(inner);
  return result as T;
}

/** Returns the arsenals of the built program, each read on first use; without a build it reads and validates the data folder. */
export async function openArsenals(program: string, data: string): Promise<Arsenals> {
  if (GAMES.every((game) => existsSync(getFile(program, game)))) return openBuiltArsenals(program);
  const { readArsenals } = await import("./arsenals.ts");
  return readArsenals(data);
}

function openBuiltArsenals(folder: string): Arsenals {
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
