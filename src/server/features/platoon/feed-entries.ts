// Adds to the feeds of platoons: what members do, and what a new snapshot of a soldier shows, unlocks and milestones.
import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import {
  type FeedKind,
  type FigureGroup,
  feedBody,
  findMilestones,
  MAX_NAMED_UNLOCKS,
  parseFigureGroups,
} from "#domain/platoon/platoon.ts";
import type { Target } from "#domain/progress/target.ts";
import { getProgress } from "#messages/progress/targets.ts";
import type { JobParts } from "#server/context.ts";
import { type Database, inTransaction } from "#server/database/database.ts";
import { listGainedBy } from "#server/features/progress/progress-context.ts";
import { type JobKind, jobKind } from "#server/jobs/job.ts";
import { type OwnSoldier, SNAPSHOT_NEWS, selectNewestSnapshots } from "#server/snapshot-statistics.ts";
import { lockConsents, selectConsents } from "#server/soldier-consents.ts";

/** Facts for the sentence: names and ids as they were. */
type FeedBody = z.infer<typeof feedBody>;

type Entry = {
  /** Of an entry that may be added a second time; a new one otherwise. */
  id?: string;
  organizationId: string;
  kind: FeedKind;
  actorId: string;
  body: FeedBody;
};

/** Adds an entry to a platoon's feed, once for an id; the caller publishes it once its transaction has ended. */
export async function addFeedEntry(db: Database, { body, ...entry }: Entry, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("platoonEvent")
    .values({ id: randomUUID(), ...entry, body: JSON.stringify(body), createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

type NewsParts = Pick<JobParts, "db" | "arsenals" | "events" | "now">;

type News = { kind: FeedKind; group: FigureGroup; body: FeedBody };

/** The job that follows a stored snapshot. A second run adds nothing: an entry has the same id in both. */
export const announceSnapshots = ({ db, arsenals, events, now }: NewsParts): Record<string, JobKind> => ({
  [SNAPSHOT_NEWS.kind]: jobKind({
    input: SNAPSHOT_NEWS.input,
    async run({ userId, input: { soldierId, snapshotId } }) {
      const own = { userId, soldierId };
      const consents = await readConsents(db, own);
      const game = consents[0]?.game as GameId | undefined;
      if (!game) return;
      const shown = new Set(consents.flatMap(({ groups }) => groups));
      const news = await readMilestones(db, game, { ...own, snapshotId });
      // An older snapshot that is brought later is no news.
      if (!news) return;
      if (shown.has("unlocks") && game === "bf4") {
        const gained = await listGainedBy({ db, arsenals, user: { id: userId } }, { soldierId, snapshotId });
        if (gained.length > 0) news.push({ kind: "unlock", group: "unlocks", body: nameUnlocks(gained) });
      }
      for (const { organizationId, groups } of consents) {
        if (!news.some(({ group }) => groups.includes(group))) continue;
        await inTransaction(db, async (trx) => {
          await lockConsents(trx, userId, soldierId);
          // What the member took back since is no news.
          const consent = (await readConsents(trx, own)).find((one) => one.organizationId === organizationId);
          for (const { kind, group, body } of news) {
            if (!consent?.groups.includes(group)) continue;
            const id = getEntryId(organizationId, snapshotId, group);
            const entry = { id, organizationId, kind, actorId: userId, body: { ...body, soldierId } };
            await addFeedEntry(trx, entry, now());
          }
        });
        events.publishToPlatoon(organizationId, { what: "feed", id: organizationId });
      }
    },
  }),
});

const getEntryId = (...parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/** The platoons that see a soldier of one of their members, with the game and what they see. */
async function readConsents(db: Database, { userId, soldierId }: OwnSoldier) {
  const rows = await selectConsents(db)
    // A deleted platoon has members until it is purged.
    .innerJoin("organization", "organization.id", "boardConsent.organizationId")
    .select(["boardConsent.organizationId", "boardConsent.figureGroups", "soldier.game"])
    .where("boardConsent.userId", "=", userId)
    .where("boardConsent.soldierId", "=", soldierId)
    .execute();
  return rows.map(({ figureGroups, ...row }) => ({ ...row, groups: parseFigureGroups(figureGroups) }));
}

/** Snapshots before the newest whose figures are compared: sources take turns, and each counts slightly differently. */
const COMPARED = 20;

/** The milestones that a snapshot passed; null where it is not the newest of its soldier. */
async function readMilestones(
  db: Database,
  game: GameId,
  { snapshotId, ...soldier }: OwnSoldier & { snapshotId: string },
): Promise<News[] | null> {
  const rows = await selectNewestSnapshots(db, soldier)
    .select(["id", "figures"])
    .limit(COMPARED + 1)
    .execute();
  const [newest, ...earlier] = rows.map(({ id, figures }) => ({ id, figures: JSON.parse(figures) }));
  if (newest?.id !== snapshotId) return null;
  const passed = findMilestones(
    game,
    earlier.map(({ figures }) => figures),
    newest.figures,
  );
  return passed.map(({ of, group, amount }) => ({ kind: "milestone", group, body: { of, amount, game } }));
}

/** The first unlocks by id and by name, and how many more there are. */
function nameUnlocks(gained: readonly Target[]): FeedBody {
  const named = gained.slice(0, MAX_NAMED_UNLOCKS);
  const more = gained.length - named.length;
  return { targets: named.map(({ id }) => id).join(" "), unlocks: joinNames(named), more };
}

const joinNames = (targets: readonly Target[]): string =>
  targets.map(({ kind, name, weapon }) => (kind === "part" && weapon ? `${weapon.name} ${name}` : name)).join(", ");

/**
 * The stored facts of an entry, with its unlocks named in the language of the reader; as they were stored where an earlier
 * release did so without their ids, or where the data no longer has one.
 */
export function readFeedBody(text: string, { bf4 }: Arsenals): FeedBody {
  const { targets, ...body } = feedBody.parse(JSON.parse(text));
  if (targets === undefined) return body;
  const { byId } = getProgress(bf4);
  const ids = String(targets).split(" ");
  const existing = ids.flatMap((id) => byId.get(id) ?? []);
  return existing.length === ids.length ? { ...body, unlocks: joinNames(existing) } : body;
}
