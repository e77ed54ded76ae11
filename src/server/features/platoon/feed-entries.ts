// Adds entries to the feeds of platoons: actions of members, and unlocks and milestones in new snapshots of soldiers.
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

/** The stored facts of an entry: names and ids at that time. */
type FeedBody = z.infer<typeof feedBody>;

type Entry = {
  /** A derived id, if the entry may be added repeatedly; default: a random id. */
  id?: string;
  organizationId: string;
  kind: FeedKind;
  actorId: string;
  body: FeedBody;
};

/** Adds an entry to a platoon's feed, once per id. The caller publishes it after the transaction. */
export async function addFeedEntry(db: Database, { body, ...entry }: Entry, now: Date): Promise<void> {
  const timestamp = now.toISOString();
  await db
    .insertInto("platoonEvent")
    .values({ id: randomUUID(), ...entry, body: JSON.stringify(body), createdAt: timestamp, updatedAt: timestamp })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

type NewsParts = Pick<JobParts, "db" | "arsenals" | "events" | "now">;

type News = { kind: FeedKind; group: FigureGroup; body: FeedBody };

/** Returns the job that runs after a snapshot was stored. It is idempotent, because the ids of its entries are derived. */
export const announceSnapshots = ({ db, arsenals, events, now }: NewsParts): Record<string, JobKind> => ({
  [SNAPSHOT_NEWS.kind]: jobKind({
    input: SNAPSHOT_NEWS.input,
    async run({ userId, input: { soldierId, snapshotId } }) {
      const ownSoldier = { userId, soldierId };
      const consents = await readConsents(db, ownSoldier);
      const game = consents[0]?.game as GameId | undefined;
      if (!game) return;
      const sharedGroups = new Set(consents.flatMap(({ groups }) => groups));
      const news = await readMilestones(db, game, { ...ownSoldier, snapshotId });
      // A snapshot that is older than the newest one is not announced.
      if (!news) return;
      if (sharedGroups.has("unlocks") && game === "bf4") {
        const gained = await listGainedBy({ db, arsenals, user: { id: userId } }, { soldierId, snapshotId });
        if (gained.length > 0) news.push({ kind: "unlock", group: "unlocks", body: nameUnlocks(gained) });
      }
      for (const { organizationId, groups } of consents) {
        if (!news.some(({ group }) => groups.includes(group))) continue;
        await inTransaction(db, async (trx) => {
          await lockConsents(trx, userId, soldierId);
          // The member may have withdrawn the consent since.
          const consent = (await readConsents(trx, ownSoldier)).find((each) => each.organizationId === organizationId);
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

/** Returns the platoons with consent to see a soldier, with the game and the figure groups. */
async function readConsents(db: Database, { userId, soldierId }: OwnSoldier) {
  const rows = await selectConsents(db)
    // This join excludes deleted platoons, whose rows exist until the purge.
    .innerJoin("organization", "organization.id", "boardConsent.organizationId")
    .select(["boardConsent.organizationId", "boardConsent.figureGroups", "soldier.game"])
    .where("boardConsent.userId", "=", userId)
    .where("boardConsent.soldierId", "=", soldierId)
    .execute();
  return rows.map(({ figureGroups, ...row }) => ({ ...row, groups: parseFigureGroups(figureGroups) }));
}

/** Number of earlier snapshots to compare with, because snapshots alternate between sources, which count slightly differently. */
const MAX_COMPARED = 20;

/** Returns the milestones that a snapshot has passed, or null if it is not the soldier's newest. */
async function readMilestones(
  db: Database,
  game: GameId,
  { snapshotId, ...soldier }: OwnSoldier & { snapshotId: string },
): Promise<News[] | null> {
  const rows = await selectNewestSnapshots(db, soldier)
    .select(["id", "figures"])
    .limit(MAX_COMPARED + 1)
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

/** Returns the first unlocks with ids and names, and the number of further ones. */
export function nameUnlocks(gained: readonly Target[]): FeedBody {
  const named = gained.slice(0, MAX_NAMED_UNLOCKS);
  const more = gained.length - named.length;
  return { targets: named.map(({ id }) => id).join(" "), unlocks: joinNames(named), more };
}

const joinNames = (targets: readonly Target[]): string =>
  targets.map(({ kind, name, weapon }) => (kind === "part" && weapon ? `${weapon.name} ${name}` : name)).join(", ");

/**
 * Returns the facts of an entry with the names of its unlocks in the language of the reader. The stored names are used for entries of
 * an earlier release, which have no ids, and if the data no longer contains one of them.
 */
export function readFeedBody(text: string, { bf4 }: Arsenals): FeedBody {
  const { targets, ...body } = feedBody.parse(JSON.parse(text));
  if (targets === undefined) return body;
  const { byId } = getProgress(bf4);
  const ids = String(targets).split(" ");
  const existing = ids.flatMap((id) => byId.get(id) ?? []);
  return existing.length === ids.length ? { ...body, unlocks: joinNames(existing) } : body;
}
