import { stat } from "node:fs/promises";
import type { DatabasePlace } from "#server/config/config.ts";

/**
 * Remembers which file an open database is; the answer asks whether it is still there under its path. SQLite would go
 * on writing to a file that was removed or replaced, and lose it all at the next start.
 */
export async function watchFile(place: DatabasePlace): Promise<() => Promise<boolean>> {
  if (place.kind !== "sqlite" || place.path === ":memory:") return async () => true;
  const identity = async () => {
    const { dev, ino } = await stat(place.path);
    return `${dev}:${ino}`;
  };
  const opened = await identity();
  return async () => (await identity().catch(() => null)) === opened;
}
