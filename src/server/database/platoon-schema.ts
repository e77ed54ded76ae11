// The types of the platoon tables, which `baseline.ts` creates.
/** An instant of our own tables: ISO 8601 text in UTC on both databases, so that instants sort and compare as text. */
export type Instant = string;

export type OwnRecord = { id: string; createdAt: Instant; updatedAt: Instant };
type PlatoonRecord = OwnRecord & { organizationId: string };

export type PlatoonTables = {
  /** A link for joining a platoon; only the hash of its secret is stored. */
  inviteLink: PlatoonRecord & {
    creatorId: string;
    role: string;
    tokenHash: string;
    maxUses: number;
    uses: number;
    expiresAt: Instant;
    revokedAt: Instant | null;
  };
  /** A person who was removed from the platoon, most recently at `updatedAt`; links from before that no longer admit them. */
  memberRemoval: PlatoonRecord & { userId: string };
  /** A loadout in a platoon's locker: proposed, waiting for changes, declined or published. */
  platoonLoadout: PlatoonRecord & {
    game: string;
    name: string;
    /** JSON of the domain's LoadoutContent: the published version, or the last proposal if none is published. */
    body: string;
    /** The search words, each preceded by a space. */
    words: string;
    state: string;
    /** When the content or the state last changed. */
    changedAt: Instant;
    /** Starts at 1 and increases with each change of the content. */
    version: number;
    /** 1 if the loadout stays in the locker when its author leaves. */
    stays: number;
    /** The user who proposed it, who may have been deleted since. */
    authorId: string | null;
    teamId: string | null;
    mapId: string | null;
    modeId: string | null;
  };
  /** An event of a platoon's loadout; `body` is the content if that changed. */
  loadoutEvent: PlatoonRecord & {
    loadoutId: string;
    kind: string;
    /** The note of a proposal, or the reason of a decision. */
    text: string;
    version: number;
    actorId: string | null;
    body: string | null;
    /** JSON of the purpose of the version; null if `body` is null. */
    purpose: string | null;
  };
  /** A person's copy of a platoon's loadout, with the copied version, and the copy's own version at that time. */
  loadoutCopy: OwnRecord & {
    userId: string;
    loadoutId: string;
    /** The platoon of `platoonLoadoutId`. */
    organizationId: string;
    platoonLoadoutId: string;
    version: number;
    ownVersion: number;
  };
  /** A plan of the loadouts of a squad for a map or an evening; `places` is JSON. */
  squadSheet: PlatoonRecord & {
    game: string;
    title: string;
    places: string;
    /** 1 if it can be read with the link, without an account. */
    isOpen: number;
    /** The secret of the link while it is open; a new one each time it is opened. */
    linkId: string | null;
    teamId: string | null;
    mapId: string | null;
    modeId: string | null;
    creatorId: string | null;
  };
  /** An unlock that a squad works on together. */
  squadTarget: PlatoonRecord & { teamId: string; targetId: string };
  /** The figure groups of a soldier that a member shares with the platoon, as a JSON list. */
  boardConsent: PlatoonRecord & { userId: string; soldierId: string; figureGroups: string };
  /** An entry of a platoon's feed; `body` is JSON. */
  platoonEvent: PlatoonRecord & { kind: string; body: string; actorId: string | null };
  /** The time up to which a member has read the feed, and whether they receive a digest by mail. */
  feedMark: PlatoonRecord & {
    userId: string;
    readAt: Instant;
    wantsDigest: number;
    /** When the last digest was due, or when it was switched on. */
    digestedAt: Instant;
  };
  /** A deleted platoon that can be restored until `endsAt`; it has the platoon's id, and `body` is JSON of its row in `organization`. */
  deletedPlatoon: OwnRecord & {
    deletedBy: string;
    name: string;
    slug: string;
    body: string;
    endsAt: Instant;
  };
};
