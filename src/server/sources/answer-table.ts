// The table of a source's responses. The first request records that it is under way and later stores the result in the
// same row.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { compressedJson, parseCompressedJson } from "#platform/database/compressed-json.ts";
import type { Database } from "#server/database/database.ts";

const entry = z.discriminatedUnion("state", [
  z.object({ state: z.literal("asking"), holder: z.string() }),
  z.object({ state: z.literal("answered"), answer: z.unknown() }),
  z.object({ state: z.literal("failed"), code: z.string(), details: z.record(z.string(), z.unknown()) }),
]);

export type Entry = z.infer<typeof entry>;

/** The right to ask, until it ends. */
export type Claim = { key: string; body: string };

export type AnswerTable = ReturnType<typeof createAnswerTable>;

/** By how much clocks of processes on one database may differ; a claim is shorter. */
const CLOCK_SLACK_MS = 60_000;

/** The table as a source sees it that keeps no entry for longer than `longestMs`. */
export function createAnswerTable(db: Database, now: () => Date, longestMs: number) {
  const inMs = (ms: number): string => new Date(now().getTime() + ms).toISOString();
  /** An end beyond that is left from a clock that was set back. */
  const latest = (): string => inMs(longestMs + CLOCK_SLACK_MS);

  return {
    /** What there is under the key, and whether its time has passed. */
    async look(key: string): Promise<{ entry: Entry; isOver: boolean } | null> {
      const row = await db
        .selectFrom("sourceAnswer")
        .select(["body", "endsAt"])
        .where("key", "=", key)
        .executeTakeFirst();
      if (!row) return null;
      const isOver = row.endsAt <= inMs(0) || row.endsAt > latest();
      return { entry: entry.parse(parseCompressedJson(row.body)), isOver };
    },

    /** Claims an expired entry for a new request; null when another process was faster. */
    async claim(key: string, forMs: number): Promise<Claim | null> {
      const body = compressedJson({ state: "asking", holder: randomUUID() } satisfies Entry);
      const [at, endsAt] = [inMs(0), inMs(forMs)];
      const row = { id: randomUUID(), key, body, endsAt, createdAt: at, updatedAt: at };
      const claimed = await db
        .insertInto("sourceAnswer")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ body, endsAt, updatedAt: at })
            .where((eb) => eb.or([eb("sourceAnswer.endsAt", "<=", at), eb("sourceAnswer.endsAt", ">", latest())])),
        )
        .returning("id")
        .executeTakeFirst();
      return claimed ? { key, body } : null;
    },

    /** Puts what came of it in the claim's place. */
    async settle({ key, body }: Claim, settled: Entry, forMs: number): Promise<void> {
      await db
        .updateTable("sourceAnswer")
        .set({ body: compressedJson(settled), endsAt: inMs(forMs), updatedAt: inMs(0) })
        .where("key", "=", key)
        .where("body", "=", body)
        .execute();
    },

    /** Gives the right back. */
    async release({ key, body }: Claim): Promise<void> {
      await db.deleteFrom("sourceAnswer").where("key", "=", key).where("body", "=", body).execute();
    },
  };
}
