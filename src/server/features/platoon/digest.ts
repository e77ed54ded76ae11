// The mail that a member gets once a week about what is new in a platoon, where they switched it on.
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { FeedKind } from "#domain/platoon/platoon.ts";
import { describeEntry } from "#messages/platoon-feed.ts";
import type { ChoreParts } from "#server/context.ts";
import type { Database } from "#server/database/database.ts";
import { countRows, createRun } from "#server/database/purge-run.ts";
import { readFeedBody } from "./feed-entries.ts";
import { digestMail } from "./mails.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Members that one run of the hourly chore takes together; those left get theirs in the next round of the same run. */
const AT_ONCE = 50;
/** Entries that a mail lists; of those beyond it has the number. */
const MAX_LISTED = 10;

type DigestParts = Pick<ChoreParts, "sendMail" | "arsenals"> & { config: { origin: string } };

/** Sends the digests that are due, as many as the run has room for; nothing is sent where nothing is new. */
export const sendDigests =
  ({ sendMail, config: { origin }, arsenals }: DigestParts) =>
  async (db: Database, at: Date, run = createRun(Number.POSITIVE_INFINITY)): Promise<void> => {
    while (run.left > 0) {
      const atOnce = Math.min(AT_ONCE, run.left);
      const due = await readDue(db, new Date(at.getTime() - WEEK_MS).toISOString(), atOnce);
      for (const member of due) {
        await nextTurn();
        // First, so that a mail that fails is not sent again and again.
        await db
          .updateTable("feedMark")
          .set({ digestedAt: at.toISOString() })
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
      if (due.length < atOnce) return;
    }
  };

/** The members whose digest is due, of verified addresses, as long as they are members. */
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
    // As in the index feedMarkDigest.
    .where("wantsDigest", "=", sql.lit(1))
    .where("digestedAt", "<", before)
    .where("user.emailVerified", "=", true)
    .limit(limit)
    .execute();

type Due = Awaited<ReturnType<typeof readDue>>[number];

/** What others did since the last digest, and since the member read the feed; the last first, a few more than are listed. */
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
