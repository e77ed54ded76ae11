// The types of the tables, which `baseline.ts` creates.
import type { ColumnType, Generated } from "kysely";
import type { DatabasePlace } from "#server/config/config.ts";
import type { Instant, OwnRecord, PlatoonTables } from "./platoon-schema.ts";

export type DatabaseKind = DatabasePlace["kind"];

/** The account library's instants: ISO text on SQLite, Date on PostgreSQL. */
type LibraryInstant = ColumnType<Date | string, Date, Date>;
/** The account library's booleans: 0 or 1 on SQLite. */
type LibraryFlag = ColumnType<boolean | number | null, boolean, boolean>;
type LibraryRecord = { id: string; createdAt: LibraryInstant; updatedAt: LibraryInstant };

export type Tables = PlatoonTables & {
  user: LibraryRecord & {
    name: string;
    email: string;
    emailVerified: LibraryFlag;
    image: string | null;
    isAnonymous: LibraryFlag;
    /** When `email` was proven together with the account's credentials; see `auth/address-proof.ts`. */
    addressProvenAt: Instant | null;
    /** When an operator banned this person; null if they are not banned. */
    bannedAt: Instant | null;
    /** `name` after `normalizeText`; null for guests. */
    searchName: string | null;
    /** A code of `LANGUAGES`; null if the person has not chosen one. */
    language: string | null;
  };
  session: LibraryRecord & {
    userId: string;
    token: string;
    expiresAt: LibraryInstant;
    ipAddress: string | null;
    userAgent: string | null;
    activeOrganizationId: string | null;
    activeTeamId: string | null;
  };
  account: LibraryRecord & {
    userId: string;
    providerId: string;
    accountId: string;
    password: string | null;
    /** The encrypted tokens of a provider. */
    accessToken: string | null;
    refreshToken: string | null;
    idToken: string | null;
  };
  verification: LibraryRecord & { identifier: string; value: string; expiresAt: LibraryInstant };
  rateLimit: LibraryRecord & { key: string; count: number; lastRequest: number };
  passkey: LibraryRecord & {
    userId: string;
    name: string | null;
    credentialID: string;
    publicKey: string;
    counter: number;
    deviceType: string;
    backedUp: LibraryFlag;
    transports: string | null;
    aaguid: string | null;
  };
  organization: LibraryRecord & { name: string; slug: string; logo: string | null; metadata: string | null };
  member: LibraryRecord & { userId: string; organizationId: string; role: string };
  invitation: LibraryRecord & {
    organizationId: string;
    inviterId: string;
    email: string;
    role: string | null;
    teamId: string | null;
    status: string;
    expiresAt: LibraryInstant;
  };
  /** A squad; `game` is null if the account library created it. */
  team: LibraryRecord & { organizationId: string; name: string; memberCount: number; game: string | null };
  teamMember: LibraryRecord & { userId: string; teamId: string; membershipKey: string };
  /** `webp` is base64. */
  avatar: OwnRecord & { userId: string; webp: string };
  /** The count of a rate limit in the current window. */
  budget: OwnRecord & { key: string; count: number; endsAt: Instant };
  /** A named lock, held until `endsAt`. */
  lease: OwnRecord & { name: string; holder: string; endsAt: Instant };
  /** An open stream of a person; it counts while the process has its lease. */
  stream: OwnRecord & { userId: string; leaseName: string };
  /** The state of an external service, shared by all processes: consecutive failures, and instants; an empty text means none. */
  sourceState: OwnRecord & {
    address: string;
    failures: number;
    /** Duration of the pause that ends at `restUntil`. */
    restMs: number;
    restUntil: string;
    probeUntil: string;
    /** The end of the service's Retry-After. */
    busyUntil: string;
  };
  /** The time of the last hourly purge is `updatedAt`; nothing is deleted before `trustedFrom`. */
  heartbeat: OwnRecord & { trustedFrom: Instant };
  loadout: {
    id: string;
    userId: string;
    game: string;
    name: string;
    /** JSON of the domain's Loadout. */
    body: string;
    note: string;
    /** A JSON list of texts. */
    tags: string;
    folderId: string | null;
    pinnedAt: Instant | null;
    /** The sort key of the owner's order, compared byte by byte; two rows may have the same value. */
    place: string;
    /** Starts at 1 and increases with each change; a client sends the version on which its change is based. */
    version: number;
    createdAt: Instant;
    updatedAt: Instant;
    /** Set while the loadout is in the list of recently deleted ones. */
    deletedAt: Instant | null;
    /** Set by the merge of a guest's locker, until the owner edits, pins or files the loadout. */
    mergedAt: Instant | null;
    /** The size of name, note, tags and body. */
    bytes: number;
  };
  folder: OwnRecord & { userId: string; name: string };
  /** A loadout made public, addressed by its id. */
  share: OwnRecord & {
    userId: string;
    game: string;
    name: string;
    /** JSON of a SharedLoadout. */
    body: string;
    /** Set while the owner has revoked it. */
    revokedAt: Instant | null;
    /** Set when the operator has withdrawn it. */
    withdrawnAt: Instant | null;
  };
  /** A report about a share, stored without the reporter. */
  report: OwnRecord & { shareId: string; reason: string; text: string };
  /** An import of loadouts; `bytes` is the size of all pages received. */
  lockerImport: OwnRecord & {
    userId: string;
    state: string;
    bytes: number;
    /** The number of loadouts that an undo skipped because they had been changed since. */
    skippedCount: number;
  };
  /** A loadout of an import. */
  importedLoadout: OwnRecord & {
    userId: string;
    importId: string;
    /** The index in the import, from 0. */
    number: number;
    loadoutId: string;
    /** The version that it replaces; 0 for a new loadout. */
    seenVersion: number;
    /** JSON of a LoadoutContent. */
    body: string;
    /** JSON of the LoadoutContent that it has replaced; null before that. */
    previousBody: string | null;
  };
  /** The id of a deleted person, until all their rows are deleted. */
  formerPerson: OwnRecord;
  /** A player of a game whom a person claims or follows; visible only to that person. */
  soldier: OwnRecord & {
    userId: string;
    game: string;
    platform: string;
    name: string;
    /**
     * The name in lower case, so that a person has each soldier once. If a merge adds a second soldier of this name with another known
     * player id, its key is the name and the id, separated by a line break.
     */
    nameKey: string;
    /** The service's id of the soldier on this platform; null until it is known. */
    playerId: string | null;
    relation: string;
    /** The times of the service's last response and of the last attempt. */
    readAt: Instant | null;
    triedAt: Instant | null;
    /** The time of the next automatic reading; null if there is none. */
    nextReadAt: Instant | null;
    /** Set while the service no longer finds the soldier. */
    vanishedAt: Instant | null;
    /** The error code of the last reading; null after a success. */
    lastError: string | null;
    /** JSON of the domain's PendingQuestions; null if there is nothing for the person to decide. */
    pendingReading: Generated<string | null>;
    /** 1 if old snapshots are not thinned out. */
    keepsAll: Generated<number>;
    /** When old snapshots were last thinned out; empty if never. */
    thinnedAt: Generated<string>;
    /** Set while the deleted soldier can be restored. */
    deletedAt: Instant | null;
  };
  /** A source's report of a soldier. An identical later report only updates `seenAt`. */
  snapshot: OwnRecord & {
    userId: string;
    soldierId: string;
    source: string;
    takenAt: Instant;
    seenAt: Instant;
    /** JSON of the headline figures, so that a history needs no decompression. */
    figures: string;
    /** The domain's Statistics as compressed JSON. */
    body: string;
    /**
     * Set while the snapshot can be restored, and for a reading with decreased figures until the person confirms it: see the
     * soldier's `pendingReading`.
     */
    deletedAt: Instant | null;
    /** How often the source's statistics were reset before this snapshot; changes are computed within one series. */
    series: Generated<number>;
    /** The size of figures and body. */
    bytes: number;
  };
  /** A cached response of a service, until it expires. */
  sourceAnswer: OwnRecord & { key: string; body: string; endsAt: Instant };
  /** Progress towards a Battlefield 4 target, ticked by hand. */
  tick: OwnRecord & {
    userId: string;
    targetId: string;
    count: number;
    /** Set when the person has confirmed it with a source. */
    confirmedAt: Instant | null;
  };
  planItem: OwnRecord & { userId: string; targetId: string; place: string };
  /** A goal; `body` is JSON of the domain's Goal. */
  goal: OwnRecord & { userId: string; soldierId: string; body: string; place: string; reachedAt: Instant | null };
  /** Background jobs; see `jobs/`. */
  job: OwnRecord & {
    userId: string;
    /** At most one unfinished job has the same key. */
    key: string;
    kind: string;
    /** JSON, parsed by the kind of job. */
    input: string;
    /** JSON of the steps begun so far, with their instants. */
    steps: string;
    /** JSON of the JobOutcome. */
    outcome: string | null;
    attempts: number;
    dueAt: Instant;
    leasedUntil: Instant | null;
    /** Set when its owner cancels it. */
    cancelledAt: Instant | null;
    endedAt: Instant | null;
  };
  /** A page of imported statistics, until its job has read it. */
  statisticsPage: OwnRecord & { userId: string; importId: string; number: number; body: string };
  /** A queued mail; the row is deleted when the mail is sent or given up. */
  mail: {
    id: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    /** The number of attempts to send it. */
    attempts: number;
    nextAttemptAt: Instant;
    /** Set while a process is sending it. */
    leasedUntil: Instant | null;
    createdAt: Instant;
    updatedAt: Instant;
  };
  /** A mail that was given up at `updatedAt`; its text is not stored because it may contain a link that signs in. */
  deadMail: OwnRecord & { to: string; subject: string; attempts: number; reason: string };
};
