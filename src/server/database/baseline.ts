// The tables of a new database, in one text for SQLite and PostgreSQL. The text may be changed until 0.3.0 is released; after that
// changes are migrations in `migrate.ts`.
import { createHash } from "node:crypto";
import type { DatabaseKind } from "./schema.ts";

/** Replacements per database: the text is PostgreSQL's dialect with `WITHOUT ROWID`. SQLite compares text byte by byte by default. */
const REPLACEMENTS: Record<DatabaseKind, readonly (readonly [string, string])[]> = {
  postgres: [[" WITHOUT ROWID", ""]],
  sqlite: [
    ["timestamptz", "date"],
    ["boolean", "integer"],
    [' COLLATE "C"', ""],
  ],
};

/** Returns the statements that create the tables, in order. */
export const listTables = (kind: DatabaseKind): readonly string[] =>
  REPLACEMENTS[kind].reduce((text, [search, replacement]) => text.replaceAll(search, replacement), TABLES).split(";\n");

/** The order of indexes matters: of two equally suitable indexes SQLite uses the later one. */
const TABLES = `
-- The account library's tables.

CREATE TABLE "user" (
  "id" text PRIMARY KEY,
  "name" text NOT NULL,
  "email" text NOT NULL UNIQUE,
  "emailVerified" boolean NOT NULL,
  "image" text,
  "isAnonymous" boolean,
  "addressProvenAt" text,
  "bannedAt" text,
  "searchName" text,
  "language" text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "userIsAnonymous" ON "user" ("isAnonymous", "id");

CREATE TABLE "session" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "token" text NOT NULL UNIQUE,
  "expiresAt" timestamptz NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "activeOrganizationId" text,
  "activeTeamId" text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "sessionUserId" ON "session" ("userId");
CREATE INDEX "sessionExpiresAt" ON "session" ("expiresAt");

CREATE TABLE "account" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "accountId" text NOT NULL,
  "providerId" text NOT NULL,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "accountUserId" ON "account" ("userId");
CREATE UNIQUE INDEX "accountProviderIdAccountId" ON "account" ("providerId", "accountId");

CREATE TABLE "passkey" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "name" text,
  "credentialID" text NOT NULL UNIQUE,
  "publicKey" text NOT NULL,
  "counter" bigint NOT NULL,
  "deviceType" text NOT NULL,
  "backedUp" boolean NOT NULL,
  "transports" text,
  "aaguid" text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "passkeyUserId" ON "passkey" ("userId");

CREATE TABLE "verification" (
  "id" text PRIMARY KEY,
  "identifier" text NOT NULL,
  "value" text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "verificationIdentifier" ON "verification" ("identifier");
CREATE INDEX "verificationExpiresAt" ON "verification" ("expiresAt");
-- As long as the ids of people, which some values begin with; other values may be too long for an index.
CREATE INDEX "verificationPerson" ON "verification" (SUBSTR("value", 1, 32));

CREATE TABLE "rateLimit" (
  "id" text PRIMARY KEY,
  "key" text NOT NULL UNIQUE,
  "count" integer NOT NULL,
  "lastRequest" bigint NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- The account library's platoons. A deleted platoon keeps its other rows, which hence do not refer to it.

CREATE TABLE "organization" (
  "id" text PRIMARY KEY,
  "name" text NOT NULL,
  "slug" text NOT NULL UNIQUE,
  "logo" text,
  "metadata" text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "member" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "organizationId" text NOT NULL,
  "role" text NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE ("userId", "organizationId")
);
-- The order of "memberRank", with all that a search of names reads of a member.
CREATE INDEX "memberPlace" ON "member" (
  "organizationId",
  (CASE WHEN "role" LIKE '%owner%' THEN 0 WHEN "role" LIKE '%admin%' THEN 1 ELSE 2 END),
  "createdAt",
  "id",
  "userId",
  "role"
);

CREATE TABLE "team" (
  "id" text PRIMARY KEY,
  "organizationId" text NOT NULL,
  "name" text NOT NULL,
  "memberCount" integer NOT NULL DEFAULT 0,
  "game" text,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "teamOrganizationId" ON "team" ("organizationId");

CREATE TABLE "teamMember" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "teamId" text NOT NULL REFERENCES "team" ON DELETE CASCADE,
  "membershipKey" text NOT NULL UNIQUE,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "teamMemberTeamId" ON "teamMember" ("teamId");
CREATE INDEX "teamMemberUserId" ON "teamMember" ("userId");

CREATE TABLE "invitation" (
  "id" text PRIMARY KEY,
  "organizationId" text NOT NULL,
  "inviterId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "email" text NOT NULL,
  "role" text,
  "teamId" text,
  "status" text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "invitationOrganizationId" ON "invitation" ("organizationId");
CREATE INDEX "invitationEmail" ON "invitation" ("email");
CREATE INDEX "invitationExpiresAt" ON "invitation" ("expiresAt");
CREATE INDEX "invitationInviterId" ON "invitation" ("inviterId");

-- What else belongs to a person. Rows that may be many do not refer to the person: they are deleted afterwards, see "formerPerson".

CREATE TABLE "formerPerson" (
  "id" text PRIMARY KEY,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);

CREATE TABLE "avatar" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL UNIQUE REFERENCES "user" ON DELETE CASCADE,
  "webp" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);

CREATE TABLE "stream" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "leaseName" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "streamUserId" ON "stream" ("userId");
CREATE INDEX "streamCreatedAt" ON "stream" ("createdAt");

CREATE TABLE "job" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "key" text NOT NULL,
  "kind" text NOT NULL,
  "input" text NOT NULL,
  "steps" text NOT NULL,
  "outcome" text,
  "attempts" integer NOT NULL,
  "dueAt" text NOT NULL,
  "leasedUntil" text,
  "cancelledAt" text,
  "endedAt" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE UNIQUE INDEX "jobKey" ON "job" ("key") WHERE "endedAt" IS NULL;
CREATE INDEX "jobDueAt" ON "job" ("endedAt", "dueAt");
CREATE INDEX "jobUserId" ON "job" ("userId", "createdAt");
CREATE INDEX "jobUpdatedAt" ON "job" ("updatedAt");

CREATE TABLE "statisticsPage" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL,
  "importId" text NOT NULL,
  "number" integer NOT NULL,
  "body" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  UNIQUE ("userId", "importId", "number")
);
CREATE INDEX "statisticsPageUpdatedAt" ON "statisticsPage" ("updatedAt");

-- Lockers. A loadout does not refer to its folder, which a merge moves before what lies in it.

CREATE TABLE "folder" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "name" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id")
);

CREATE TABLE "loadout" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "game" text NOT NULL,
  "name" text NOT NULL,
  "body" text NOT NULL,
  "version" integer NOT NULL,
  "deletedAt" text,
  "mergedAt" text,
  "note" text NOT NULL DEFAULT '',
  "tags" text NOT NULL DEFAULT '[]',
  "pinnedAt" text,
  "folderId" text,
  "place" text COLLATE "C" NOT NULL DEFAULT '',
  "bytes" integer NOT NULL DEFAULT 0,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id")
);
CREATE INDEX "loadoutUserIdGameUpdatedAt" ON "loadout" ("userId", "game", "updatedAt", "id");
CREATE INDEX "loadoutUserIdUpdatedAt" ON "loadout" ("userId", "updatedAt", "id");
CREATE INDEX "loadoutUserIdPlace" ON "loadout" ("userId", "place", "id");
CREATE INDEX "loadoutUserIdPinnedAt" ON "loadout" ("userId", "pinnedAt");
CREATE INDEX "loadoutUserIdDeletedAtGame" ON "loadout" ("userId", "deletedAt", "game");
CREATE INDEX "loadoutFolderId" ON "loadout" ("folderId", "updatedAt", "id");
CREATE INDEX "loadoutUserIdBytes" ON "loadout" ("userId", "bytes");
-- What a merge brought along, with all that a list of it shows.
CREATE INDEX "loadoutMergedAt" ON "loadout" ("userId", "mergedAt", "createdAt", "id", "name")
  WHERE "mergedAt" IS NOT NULL AND "deletedAt" IS NULL;
CREATE INDEX "loadoutDeletedAt" ON "loadout" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "loadoutUserIdFolder" ON "loadout" ("userId", "folderId", "updatedAt", "id", "game")
  WHERE "deletedAt" IS NULL AND "folderId" IS NOT NULL;

CREATE TABLE "share" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "game" text NOT NULL,
  "name" text NOT NULL,
  "body" text NOT NULL,
  "revokedAt" text,
  "withdrawnAt" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "shareUserId" ON "share" ("userId", "createdAt", "id");

CREATE TABLE "report" (
  "id" text PRIMARY KEY,
  "shareId" text NOT NULL REFERENCES "share" ON DELETE CASCADE,
  "reason" text NOT NULL,
  "text" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "reportShareId" ON "report" ("shareId");

CREATE TABLE "lockerImport" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "state" text NOT NULL,
  "bytes" integer NOT NULL DEFAULT 0,
  "skippedCount" integer NOT NULL DEFAULT 0,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id")
);
CREATE INDEX "lockerImportUpdatedAt" ON "lockerImport" ("updatedAt");

CREATE TABLE "importedLoadout" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "importId" text NOT NULL,
  "number" integer NOT NULL,
  "loadoutId" text NOT NULL,
  "seenVersion" integer NOT NULL,
  "body" text NOT NULL,
  "previousBody" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id"),
  UNIQUE ("userId", "importId", "number"),
  FOREIGN KEY ("userId", "importId") REFERENCES "lockerImport" ON DELETE CASCADE
);

-- Soldiers and progress. A merge moves a soldier to another owner, and what belongs to it in the same transaction.

CREATE TABLE "soldier" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "game" text NOT NULL,
  "platform" text NOT NULL,
  "name" text NOT NULL,
  "nameKey" text NOT NULL,
  "playerId" text,
  "relation" text NOT NULL,
  "readAt" text,
  "triedAt" text,
  "nextReadAt" text,
  "vanishedAt" text,
  "lastError" text,
  "deletedAt" text,
  "keepsAll" integer NOT NULL DEFAULT 0,
  "thinnedAt" text NOT NULL DEFAULT '',
  "pendingReading" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id"),
  UNIQUE ("userId", "game", "platform", "nameKey")
);
CREATE INDEX "soldierNextReadAt" ON "soldier" ("nextReadAt");
CREATE INDEX "soldierDeletedAt" ON "soldier" ("deletedAt") WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "soldierThinned" ON "soldier" ("thinnedAt");

CREATE TABLE "snapshot" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "soldierId" text NOT NULL,
  "source" text NOT NULL,
  "takenAt" text NOT NULL,
  "seenAt" text NOT NULL,
  "figures" text NOT NULL,
  "body" text NOT NULL,
  "deletedAt" text,
  "bytes" integer NOT NULL DEFAULT 0,
  "series" integer NOT NULL DEFAULT 0,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id"),
  FOREIGN KEY ("userId", "soldierId") REFERENCES "soldier" ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX "snapshotSoldierIdTakenAt" ON "snapshot" ("soldierId", "takenAt", "id");
CREATE INDEX "snapshotSoldierIdSourceTakenAt" ON "snapshot" ("soldierId", "source", "takenAt", "id");
CREATE INDEX "snapshotBytes" ON "snapshot" ("userId", "soldierId", "bytes");
CREATE INDEX "snapshotDeletedAt" ON "snapshot" ("deletedAt") WHERE "deletedAt" IS NOT NULL;

CREATE TABLE "goal" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "soldierId" text NOT NULL,
  "body" text NOT NULL,
  "place" text NOT NULL,
  "reachedAt" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id"),
  FOREIGN KEY ("userId", "soldierId") REFERENCES "soldier" ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX "goalSoldierId" ON "goal" ("soldierId");

CREATE TABLE "tick" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "targetId" text NOT NULL,
  "count" integer NOT NULL,
  "confirmedAt" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id"),
  UNIQUE ("userId", "targetId")
);

CREATE TABLE "planItem" (
  "id" text NOT NULL,
  "userId" text NOT NULL,
  "targetId" text NOT NULL,
  "place" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("userId", "id"),
  UNIQUE ("userId", "targetId")
);

-- What platoons share.

CREATE TABLE "inviteLink" (
  "id" text PRIMARY KEY,
  "organizationId" text NOT NULL,
  "creatorId" text NOT NULL,
  "role" text NOT NULL,
  "tokenHash" text NOT NULL,
  "expiresAt" text NOT NULL,
  "maxUses" integer NOT NULL,
  "uses" integer NOT NULL,
  "revokedAt" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE UNIQUE INDEX "inviteLinkTokenHash" ON "inviteLink" ("tokenHash");
CREATE INDEX "inviteLinkOrganizationId" ON "inviteLink" ("organizationId");
CREATE INDEX "inviteLinkExpiresAt" ON "inviteLink" ("expiresAt");
CREATE INDEX "inviteLinkCreatorId" ON "inviteLink" ("creatorId");

CREATE TABLE "memberRemoval" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "organizationId" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  UNIQUE ("userId", "organizationId")
);
CREATE INDEX "memberRemovalUpdatedAt" ON "memberRemoval" ("updatedAt");

CREATE TABLE "platoonLoadout" (
  "id" text NOT NULL,
  "organizationId" text NOT NULL,
  "game" text NOT NULL,
  "name" text NOT NULL,
  "body" text NOT NULL,
  "words" text NOT NULL,
  "state" text NOT NULL,
  "changedAt" text NOT NULL,
  "version" integer NOT NULL,
  "stays" integer NOT NULL,
  "authorId" text,
  "teamId" text,
  "mapId" text,
  "modeId" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("organizationId", "id")
);
-- The purge reads a whole table in ranges of ids.
CREATE INDEX "platoonLoadoutId" ON "platoonLoadout" ("id");
CREATE INDEX "platoonLoadoutChangedAt" ON "platoonLoadout" ("organizationId", "changedAt", "id");
CREATE INDEX "platoonLoadoutAuthorId" ON "platoonLoadout" ("authorId");
CREATE INDEX "platoonLoadoutName" ON "platoonLoadout" ("organizationId", "name", "id");

CREATE TABLE "loadoutEvent" (
  "id" text NOT NULL,
  "organizationId" text NOT NULL,
  "loadoutId" text NOT NULL,
  "kind" text NOT NULL,
  "text" text NOT NULL,
  "version" integer NOT NULL,
  "actorId" text,
  "body" text,
  "purpose" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  PRIMARY KEY ("organizationId", "id"),
  FOREIGN KEY ("organizationId", "loadoutId") REFERENCES "platoonLoadout" ON DELETE CASCADE
);
CREATE INDEX "loadoutEventId" ON "loadoutEvent" ("id");
CREATE INDEX "loadoutEventLoadoutId" ON "loadoutEvent" ("loadoutId", "createdAt", "id");
CREATE INDEX "loadoutEventActorId" ON "loadoutEvent" ("actorId");

CREATE TABLE "loadoutCopy" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "organizationId" text NOT NULL,
  "loadoutId" text NOT NULL,
  "platoonLoadoutId" text NOT NULL,
  "version" integer NOT NULL,
  "ownVersion" integer NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  UNIQUE ("userId", "loadoutId")
);
CREATE INDEX "loadoutCopyPlatoonLoadoutId" ON "loadoutCopy" ("platoonLoadoutId", "userId");
CREATE UNIQUE INDEX "loadoutCopyOfPlatoon" ON "loadoutCopy" ("userId", "organizationId", "platoonLoadoutId");

CREATE TABLE "squadSheet" (
  "id" text PRIMARY KEY,
  "organizationId" text NOT NULL,
  "game" text NOT NULL,
  "title" text NOT NULL,
  "places" text NOT NULL,
  "isOpen" integer NOT NULL,
  "teamId" text,
  "mapId" text,
  "modeId" text,
  "creatorId" text,
  "linkId" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "squadSheetOrganizationId" ON "squadSheet" ("organizationId", "createdAt", "id");
CREATE INDEX "squadSheetCreatorId" ON "squadSheet" ("creatorId");
CREATE UNIQUE INDEX "squadSheetLinkId" ON "squadSheet" ("linkId");

CREATE TABLE "squadTarget" (
  "id" text PRIMARY KEY,
  "organizationId" text NOT NULL,
  "teamId" text NOT NULL,
  "targetId" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  UNIQUE ("teamId", "targetId")
);
CREATE INDEX "squadTargetOrganizationId" ON "squadTarget" ("organizationId");

CREATE TABLE "boardConsent" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "organizationId" text NOT NULL,
  "figureGroups" text NOT NULL,
  "soldierId" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  UNIQUE ("userId", "organizationId", "soldierId"),
  FOREIGN KEY ("userId", "soldierId") REFERENCES "soldier" ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX "boardConsentSoldierId" ON "boardConsent" ("soldierId");
CREATE INDEX "boardConsentPlace" ON "boardConsent" ("organizationId", "createdAt", "id");

CREATE TABLE "platoonEvent" (
  "id" text PRIMARY KEY,
  "organizationId" text NOT NULL,
  "kind" text NOT NULL,
  "body" text NOT NULL,
  "actorId" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "platoonEventCreatedAt" ON "platoonEvent" ("organizationId", "createdAt", "id");
CREATE INDEX "platoonEventExpiry" ON "platoonEvent" ("createdAt");
CREATE INDEX "platoonEventActor" ON "platoonEvent" ("actorId", "organizationId", "kind");

CREATE TABLE "feedMark" (
  "id" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
  "organizationId" text NOT NULL,
  "readAt" text NOT NULL,
  "digestedAt" text NOT NULL,
  "wantsDigest" integer NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL,
  UNIQUE ("userId", "organizationId")
);
CREATE INDEX "feedMarkOrganizationId" ON "feedMark" ("organizationId");
CREATE INDEX "feedMarkDigest" ON "feedMark" ("digestedAt") WHERE "wantsDigest" = 1;

CREATE TABLE "deletedPlatoon" (
  "id" text PRIMARY KEY,
  "deletedBy" text NOT NULL,
  "name" text NOT NULL,
  "body" text NOT NULL,
  "endsAt" text NOT NULL,
  "slug" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "deletedPlatoonDeletedBy" ON "deletedPlatoon" ("deletedBy");
CREATE INDEX "deletedPlatoonEndsAt" ON "deletedPlatoon" ("endsAt");

-- What all processes share.

CREATE TABLE "mail" (
  "id" text PRIMARY KEY,
  "to" text NOT NULL,
  "subject" text NOT NULL,
  "text" text NOT NULL,
  "html" text NOT NULL,
  "attempts" integer NOT NULL,
  "nextAttemptAt" text NOT NULL,
  "leasedUntil" text,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "mailNextAttemptAt" ON "mail" ("nextAttemptAt");

CREATE TABLE "deadMail" (
  "id" text PRIMARY KEY,
  "to" text NOT NULL,
  "subject" text NOT NULL,
  "attempts" integer NOT NULL,
  "reason" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "deadMailUpdatedAt" ON "deadMail" ("updatedAt");

CREATE TABLE "budget" (
  "id" text PRIMARY KEY,
  "endsAt" text NOT NULL,
  "key" text NOT NULL UNIQUE,
  "count" integer NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "budgetEndsAt" ON "budget" ("endsAt");

CREATE TABLE "lease" (
  "id" text PRIMARY KEY,
  "endsAt" text NOT NULL,
  "name" text NOT NULL UNIQUE,
  "holder" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);

CREATE TABLE "sourceState" (
  "id" text PRIMARY KEY,
  "address" text NOT NULL UNIQUE,
  "failures" integer NOT NULL,
  "restMs" integer NOT NULL,
  "restUntil" text NOT NULL,
  "probeUntil" text NOT NULL,
  "busyUntil" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);

CREATE TABLE "sourceAnswer" (
  "id" text PRIMARY KEY,
  "key" text NOT NULL UNIQUE,
  "body" text NOT NULL,
  "endsAt" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
);
CREATE INDEX "sourceAnswerEndsAt" ON "sourceAnswer" ("endsAt");

CREATE TABLE "heartbeat" (
  "id" text PRIMARY KEY,
  "trustedFrom" text NOT NULL,
  "createdAt" text NOT NULL,
  "updatedAt" text NOT NULL
)
`;

/** The name under which the migration is recorded; it changes with the text. */
export const BASELINE = `baseline-${createHash("sha256").update(TABLES).digest("hex").slice(0, 8)}`;
