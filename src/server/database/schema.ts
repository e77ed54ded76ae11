// The tables as queries see them. `baseline.ts` makes them.
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
    /** Since when an operator refuses this person's sign-ins; null where none does. */
    bannedAt: Instant | null;
    /** `name` as `normalizeText` has it; null of guests. */
    searchName: string | null;
    /** A code of `LANGUAGES`; null where the person chose none. */
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
    /** The tokens of a provider, encrypted. */
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
  /** A squad; `game` is null where the account library made it. */
  team: LibraryRecord & { organizationId: string; name: string; memberCount: number; game: string | null };
  teamMember: LibraryRecord & { userId: string; teamId: string; membershipKey: string };
  /** `webp` is base64. */
  avatar: OwnRecord & { userId: string; webp: string };
  /** The count of a rate limit since its window began. */
  budget: OwnRecord & { key: string; count: number; endsAt: Instant };
  /** A named lock, held until `endsAt`. */
  lease: OwnRecord & { name: string; holder: string; endsAt: Instant };
  /** An open stream of a person; it counts while the lease of its process lasts. */
  stream: OwnRecord & { userId: string; leaseName: string };
  /** What all processes know of a service: failures in a row, and instants, empty: none. */
  sourceState: OwnRecord & {
    address: string;
    failures: number;
    /** Duration of the rest that ends at `restUntil`. */
    restMs: number;
    restUntil: string;
    probeUntil: string;
    /** When its Retry-After has passed. */
    busyUntil: string;
  };
  /** The clock as the hourly purge last saw it, in `updatedAt`. */
  heartbeat: OwnRecord & { trustedFrom: Instant };
  loadout: {
    id: string;
    userId: string;
    game: string;
    name: string;
    /** JSON of the domain's Loadout. */
    body: string;
    note: string;
    /** JSON: a list of texts. */
    tags: string;
    folderId: string | null;
    pinnedAt: Instant | null;
    /** Sorts into the owner's order, byte by byte; two rows may have the same value. */
    place: string;
    /** Starts at 1 and rises with each change; a writer sends the version it saw. */
    version: number;
    createdAt: Instant;
    updatedAt: Instant;
    /** Set while the loadout lies among the recently deleted. */
    deletedAt: Instant | null;
    /** Set when a guest's sign-in brought the loadout along, until its owner edits, pins or files it. */
    mergedAt: Instant | null;
    /** Of name, note, tags and body. */
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
    /** Set while its owner has taken it back. */
    revokedAt: Instant | null;
    /** Set when the operator took it down. */
    withdrawnAt: Instant | null;
  };
  /** A report about a share; stored without the reporter's name. */
  report: OwnRecord & { shareId: string; reason: string; text: string };
  /** `bytes`: of all pages sent. */
  lockerImport: OwnRecord & {
    userId: string;
    state: string;
    bytes: number;
    /** The number of loadouts that an undo did not touch because they were changed since. */
    skippedCount: number;
  };
  /** A loadout of an import. */
  importedLoadout: OwnRecord & {
    userId: string;
    importId: string;
    /** Its place in the import, from 0. */
    number: number;
    loadoutId: string;
    /** The version it replaces; 0 when it is added. */
    seenVersion: number;
    /** JSON of a LoadoutContent. */
    body: string;
    /** JSON of the LoadoutContent it replaced, once it has. */
    previousBody: string | null;
  };
  /** The id of a person who is gone, until what they owned is deleted. */
  formerPerson: OwnRecord;
  /** A player of a game whom a person claims or follows, which is visible to that person only. */
  soldier: OwnRecord & {
    userId: string;
    game: string;
    platform: string;
    name: string;
    /**
     * The name in lower case: a person has each soldier once. Where a merge brings a second one of the name, whose ids both are known,
     * its id stands behind the name, on another line.
     */
    nameKey: string;
    /** The source's id of the soldier on this platform, once known. */
    playerId: string | null;
    relation: string;
    /** The times of the service's last answer and of the last attempt. */
    readAt: Instant | null;
    triedAt: Instant | null;
    /** The time of the next automatic reading; null: none. */
    nextReadAt: Instant | null;
    /** Set while the service does not know the soldier any more. */
    vanishedAt: Instant | null;
    /** The error code of the last reading; null after a success. */
    lastError: string | null;
    /** JSON of the domain's PendingReading; null where nothing is left to decide. */
    pendingReading: Generated<string | null>;
    /** 1: old snapshots are not thinned out. */
    keepsAll: Generated<number>;
    /** When old snapshots were last thinned out; empty: never. */
    thinnedAt: Generated<string>;
    /** Set while the soldier can be brought back. */
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
    /** The domain's Statistics, packed: see `packed`. */
    body: string;
    /**
     * Set while the snapshot can be restored, and on a fallen reading until the person confirms it: see `pendingReading` of the
     * soldier.
     */
    deletedAt: Instant | null;
    /** How often the statistics of this source were restarted before it; changes are counted within one series. */
    series: Generated<number>;
    /** Of figures and body. */
    bytes: number;
  };
  /** A source's response, shared by all requests for it until it expires. */
  sourceAnswer: OwnRecord & { key: string; body: string; endsAt: Instant };
  /** Progress with a Battlefield 4 target, ticked by hand. */
  tick: OwnRecord & {
    userId: string;
    targetId: string;
    count: number;
    /** Set once the person confirmed it against a source. */
    confirmedAt: Instant | null;
  };
  planItem: OwnRecord & { userId: string; targetId: string; place: string };
  /** JSON of the domain's Goal. */
  goal: OwnRecord & { userId: string; soldierId: string; body: string; place: string; reachedAt: Instant | null };
  /** Background jobs; see `jobs/`. */
  job: OwnRecord & {
    userId: string;
    /** Of one key at most one job has not ended. */
    key: string;
    kind: string;
    /** JSON, parsed by the kind of job. */
    input: string;
    /** JSON: the steps begun so far, with their instants. */
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
  /** A part of statistics that an import sends, until its job has read it. */
  statisticsPage: OwnRecord & { userId: string; importId: string; number: number; body: string };
  /** Mails to be sent; a row is deleted when its mail is sent or given up. */
  mail: {
    id: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    /** How often it was claimed for sending. */
    attempts: number;
    nextAttemptAt: Instant;
    /** Set while a process sends it. */
    leasedUntil: Instant | null;
    createdAt: Instant;
    updatedAt: Instant;
  };
  /** Mails that were given up, at `updatedAt`, without their texts: those hold links that are as good as a password. */
  deadMail: OwnRecord & { to: string; subject: string; attempts: number; reason: string };
};
