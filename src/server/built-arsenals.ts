// The arsenals as the build left them: read and checked then, so that a start has neither to do.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Arsenals } from "#domain/arsenal/arsenal.ts";

const NAME = "arsenals.bin";

/** Writes the arsenals into the folder of the built program. */
export const writeBuilt = (folder: string, arsenals: Arsenals): void =>
  writeFileSync(join(folder, NAME), serialize(arsenals));

/** Those beside the program that runs; from source, where none are, those of the data folder, checked. */
export async function openArsenals(program: string, data: string): Promise<Arsenals> {
  const path = join(program, NAME);
  if (existsSync(path)) return deserialize(readFileSync(path));
  const { readArsenals } = await import("./arsenals.ts");
  return readArsenals(data);
}
