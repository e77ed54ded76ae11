// What platoons share, as queries see it. `baseline.ts` makes them.
/** Our own instants: ISO 8601 text in UTC on both databases, so that they sort and compare as text. */
export type Instant = string;

export type OwnRecord = { id: string; createdAt: Instant; updatedAt: Instant };
type PlatoonRecord = OwnRecord & { organizationId: string };

export type PlatoonTables = {
  /** A link by which people join a platoon; only the digest of its secret is stored. */
  inviteLink: PlatoonRecord & {
    creatorId: string;
    role: string;
    tokenHash: string;
    maxUses: number;
    uses: number;
    expiresAt: Instant;
    revokedAt: Instant | null;
  };
  /** A person who was removed from the platoon, the last time at `updatedAt`: links from before it no longer let them in. */
  memberRemoval: PlatoonRecord & { userId: string };
  /** A loadout in a platoon's locker: proposed, waiting for changes, declined or published. */
  platoonLoadout: PlatoonRecord & {
    game: string;
    name: string;
    /** JSON of the domain's LoadoutContent: of the published version, else of the last proposal. */
    body: string;
    /** What a search finds it by: words with a space before each. */
    words: string;
    state: string;
    /** When its content or its state last changed. */
    changedAt: Instant;
    /** Starts at 1 and rises with each change of its content. */
    version: number;
    /** 1: it stays when its author leaves. */
    stays: number;
    /** Who proposed it; there may be no such user any more. */
    authorId: string | null;
    teamId: string | null;
    mapId: string | null;
    modeId: string | null;
  };
  /** What happened to a loadout of a platoon; `body` is the content where that changed. */
  loadoutEvent: PlatoonRecord & {
    loadoutId: string;
    kind: string;
    /** The note of a proposal, or the reason of a decision. */
    text: string;
    version: number;
    actorId: string | null;
    body: string | null;
    /** JSON of what the version is meant for; null where `body` is. */
    purpose: string | null;
  };
  /** A person's loadout that is a copy of a platoon's: of which version, and the copy's own version then. */
  loadoutCopy: OwnRecord & {
    userId: string;
    loadoutId: string;
    /** Whose `platoonLoadoutId` it is. */
    organizationId: string;
    platoonLoadoutId: string;
    version: number;
    ownVersion: number;
  };
  /** Who carries what in a squad on a map or an evening; `places` is JSON. */
  squadSheet: PlatoonRecord & {
    game: string;
    title: string;
    places: string;
    /** 1: who has the link may read it, without an account. */
    isOpen: number;
    /** The secret of the link while it is open, another one each time. */
    linkId: string | null;
    teamId: string | null;
    mapId: string | null;
    modeId: string | null;
    creatorId: string | null;
  };
  /** An unlock that a squad works on together. */
  squadTarget: PlatoonRecord & { teamId: string; targetId: string };
  /** What a member lets the platoon see of a soldier: JSON of a list of figure groups. */
  boardConsent: PlatoonRecord & { userId: string; soldierId: string; figureGroups: string };
  /** An entry of a platoon's feed; `body` is JSON. */
  platoonEvent: PlatoonRecord & { kind: string; body: string; actorId: string | null };
  /** Up to when a member has read the feed, and whether they want it by mail. */
  feedMark: PlatoonRecord & {
    userId: string;
    readAt: Instant;
    wantsDigest: number;
    /** When the last digest was due, or when they switched it on. */
    digestedAt: Instant;
  };
  /** A platoon that can be brought back until `endsAt`, by its id: `body` is JSON of its row of `organization`. */
  deletedPlatoon: OwnRecord & {
    deletedBy: string;
    name: string;
    slug: string;
    body: string;
    endsAt: Instant;
  };
};
