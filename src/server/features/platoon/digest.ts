// The weekly digest: an optional mail to members about new entries in a platoon's feed.
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { FeedKind } from "#domain/platoon/platoon.ts";
import { describeEntry } from "#messages/platoon-feed.ts";
import type { ChoreParts } from "#server/context.ts";
import type { Database } from "#server/database/database.ts";
import { countRows, createRun } from "#server/database/purge-run.ts";
import { readFeedBody } from "./feed-entries.ts";
import { digestMail } from "./mails.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Members per database read. */
const CHUNK_SIZE = 50;
/** Maximum of entries in a mail; it has the number of further entries. */
const MAX_LISTED = 10;

type DigestParts = Pick<ChoreParts, "sendMail" | "arsenals"> & { config: { origin: string } };

/** Returns the chore that sends the due digests, up to the maximum of the run. A member without new entries gets no mail. */
export const sendDigests =
  ({ sendMail, config: { origin }, arsenals }: DigestParts) =>
  async (db: Database, now: Date, run = createRun(Number.POSITIVE_INFINITY)): Promise<void> => {
    while (run.left > 0) {
      const chunkSize = Math.min(CHUNK_SIZE, run.left);
      const due = await readDue(db, new Date(now.getTime() - WEEK_MS).toISOString(), chunkSize);
      for (const member of due) {
        await setImmediate();
        // Recorded before sending, so that a failing mail is not repeated endlessly.
        await db
          .updateTable("feedMark")
          .set({ digestedAt: now.toISOString() })
          .where("id", "=", member.markId)
          .execute();
        countRows(run, "feedMark", 1);
        const entries = await readEntries(db, member);
        if (entries.length === 0) continue;
        const listed = entries.slice(0, MAX_LISTED);
        const url = `${origin}/platoons?platoon=${encodeURIComponent(member.slug)}&tab=feed`;
        const more = entries.length - listed.length;
        const { platoon, email, userId: id } = member;
        const describe = (entry: (typeof listed)[number]) =>
          describeEntry({ ...entry, body: readFeedBody(entry.body, arsenals) });
        const compose = () => digestMail(member, { platoon, lines: listed.map(describe), more }, url);
        await sendMail({ id, email }, compose, "notice");
      }
      if (due.length < chunkSize) return;
    }
  };

/** Returns members whose digest is due and whose address is verified. */
const readDue = (db: Database, before: string, limit: number) =>
  db
    .selectFrom("feedMark")
    .innerJoin("member", (join) =>
      join
        .onRef("member.userId", "=", "feedMark.userId")
        .onRef("member.organizationId", "=", "feedMark.organizationId"),
    )
    .innerJoin("user", "user.id", "feedMark.userId")
    .innerJoin("organization", "organization.id", "feedMark.organizationId")
    .select(["feedMark.id as markId", "feedMark.digestedAt", "feedMark.readAt", "feedMark.organizationId"])
    .select(["user.id as userId", "user.name", "user.email", "organization.name as platoon", "organization.slug"])
    // A literal, to match the condition of the index feedMarkDigest.
    .where("wantsDigest", "=", sql.lit(1))
    .where("digestedAt", "<", before)
    .where("user.emailVerified", "=", true)
    .limit(limit)
    .execute();

type Due = Awaited<ReturnType<typeof readDue>>[number];

/** Returns the entries by others since the last digest and since the member read the feed, newest first, at most 100. */
async function readEntries(db: Database, { organizationId, userId, digestedAt, readAt }: Due) {
  const rows = await db
    .selectFrom("platoonEvent")
    .leftJoin("user", "user.id", "platoonEvent.actorId")
    .select(["kind", "body", "user.name as actor"])
    .where("organizationId", "=", organizationId)
    .where("platoonEvent.createdAt", ">", digestedAt > readAt ? digestedAt : readAt)
    .where("actorId", "!=", userId)
    .orderBy("platoonEvent.createdAt", "desc")
    .limit(100)
    .execute();
  return rows.map(({ kind, body, actor }) => ({
    kind: kind as FeedKind,
    actor: actor || null,
    body,
  }));
}
