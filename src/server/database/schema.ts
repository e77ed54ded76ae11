// The tables as queries see them. What each column holds is decided by the migrations.
import type { ColumnType } from "kysely";

/** The account library's instants: ISO text on SQLite, Date on PostgreSQL. */
type LibraryInstant = ColumnType<Date | string, Date, Date>;
/** The account library's booleans: 0 or 1 on SQLite. */
type LibraryFlag = ColumnType<boolean | number | null, boolean, boolean>;
/** Our own instants: ISO 8601 text in UTC on both databases, so that they sort and compare as text. */
type Instant = string;

type OwnRecord = { id: string; createdAt: Instant; updatedAt: Instant };
type LibraryRecord = { id: string; createdAt: LibraryInstant; updatedAt: LibraryInstant };

export type Tables = {
  user: LibraryRecord & {
    name: string;
    email: string;
    emailVerified: LibraryFlag;
    image: string | null;
    isAnonymous: LibraryFlag;
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
  team: LibraryRecord & { organizationId: string; name: string; memberCount: number };
  teamMember: LibraryRecord & { userId: string; teamId: string; membershipKey: string };
  /** `webp` is base64. */
  avatar: OwnRecord & { userId: string; webp: string };
  /** How often something was done under a key since its window began. */
  budget: OwnRecord & { key: string; spent: number; endsAt: Instant };
  /** What one caller at a time may do, while the lease lasts. */
  lease: OwnRecord & { name: string; holder: string; endsAt: Instant };
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
    /** Sorts byte by byte into the owner's own order; two may be alike. */
    place: string;
    /** 1 when made, one more with each change; a writer names the version it saw. */
    version: number;
    createdAt: Instant;
    updatedAt: Instant;
    /** Set while the loadout lies among the recently deleted. */
    deletedAt: Instant | null;
    /** Set when a guest's sign-in brought the loadout along. */
    carriedAt: Instant | null;
  };
  folder: OwnRecord & { userId: string; name: string };
  /** What a loadout is found by, in the form of `loadoutWordsOf`: an index of it, and no entity of its own. */
  loadoutWord: { userId: string; word: string; loadoutId: string };
  /** What somebody made public, under the address of its id. */
  share: OwnRecord & {
    userId: string;
    game: string;
    name: string;
    /** JSON of a SharedLoadout. */
    body: string;
    /** Set while its owner has taken it back. */
    revokedAt: Instant | null;
    /** Set when whoever runs the site took it down. */
    withdrawnAt: Instant | null;
  };
  /** What somebody reported of a share; nobody's name is kept with it. */
  report: OwnRecord & { shareId: string; reason: string; text: string };
  lockerImport: OwnRecord & { userId: string; state: string };
  /** A loadout that an import sends, then brought. */
  importedLoadout: OwnRecord & {
    importId: string;
    /** Its place in the import, from 0. */
    number: number;
    loadoutId: string;
    /** The version it replaces; 0 when it is added. */
    seenVersion: number;
    /** JSON of a LoadoutContent. */
    body: string;
    /** JSON of the LoadoutContent it replaced, once it has. */
    before: string | null;
  };
  /** Only what is still to be sent: a row goes when its mail is sent or given up. */
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
};
