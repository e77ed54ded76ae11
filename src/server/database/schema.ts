// The tables as queries see them. What each column holds is decided by the migrations.
import type { ColumnType } from "kysely";

/** The account library's instants: ISO text on SQLite, Date on PostgreSQL. */
type LibraryInstant = ColumnType<Date | string, Date, Date>;
/** The account library's booleans: 0 or 1 on SQLite. */
type LibraryFlag = ColumnType<boolean | number | null, boolean, boolean>;
/** Our own instants: ISO 8601 text in UTC on both databases, so that they sort and compare as text. */
type Instant = string;

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
  };
  account: LibraryRecord & { userId: string; providerId: string; accountId: string; password: string | null };
  verification: LibraryRecord & { identifier: string; value: string; expiresAt: LibraryInstant };
  rateLimit: LibraryRecord & { key: string; count: number; lastRequest: number };
  loadout: {
    id: string;
    userId: string;
    game: string;
    name: string;
    /** JSON of the domain's Loadout. */
    body: string;
    /** 1 when made, one more with each change; a writer names the version it saw. */
    version: number;
    createdAt: Instant;
    updatedAt: Instant;
    /** Set while the loadout lies among the recently deleted. */
    deletedAt: Instant | null;
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
