// The roles and limits of a platoon, and the schemas of what its members share.
import { z } from "zod";
import type { GameId } from "#domain/game.ts";
import { parseJson } from "#domain/plain-values.ts";
import type { Unit } from "#domain/soldier/figures/figures.ts";
import { isPrintable } from "#domain/text.ts";
import { parseEmblem } from "./emblem.ts";

export const PLATOON_ROLES = ["owner", "admin", "member"] as const;
export type PlatoonRole = (typeof PLATOON_ROLES)[number];

/** Returns the roles of a member or an invitation, which the account library joins by commas. */
export const splitRoles = (roles: string): string[] => roles.split(",").map((role) => role.trim());

export const isOwner = (roles: string): boolean => splitRoles(roles).includes("owner");

/** Whether the roles allow renaming the platoon, inviting and removing members, changing roles and deciding on proposals. */
export const canManage = (roles: string): boolean => isOwner(roles) || splitRoles(roles).includes("admin");

/** Returns the roles that a member with these roles may grant; only an owner may grant "owner". */
export function getGrantableRoles(roles: string): readonly PlatoonRole[] {
  if (isOwner(roles)) return PLATOON_ROLES;
  return canManage(roles) ? PLATOON_ROLES.filter((role) => role !== "owner") : [];
}

export const MAX_MEMBERS = 1000;
/** Maximum number of platoons that a user may join or create. */
export const MAX_PLATOONS = 50;
export const MAX_SQUADS = 20;
/** Maximum number of a platoon's loadouts in all states. */
export const MAX_PLATOON_LOADOUTS = 500;
/** Maximum number of entries in a loadout's history; the oldest are deleted. */
export const MAX_LOADOUT_EVENTS = 100;
export const MAX_SHEETS = 200;
export const MAX_SQUAD_TARGETS = 60;
export const MAX_INVITE_LINKS = 50;

/** The `pattern` of a tag: two to four letters of any alphabet. */
export const TAG_PATTERN = "\\p{L}{2,4}";

/** The metadata of a platoon, at most 100 characters of JSON. */
export const platoonMetadata = z.strictObject({
  tag: z
    .string()
    .regex(new RegExp(`^${TAG_PATTERN}$`, "u"))
    .nullish(),
  emblem: z
    .string()
    .refine((text) => parseEmblem(text) !== null)
    .nullish(),
});

/** Returns the tag and the emblem in a platoon's metadata; null if absent, or invalid because an earlier release stored them. */
export function readMetadata(metadata: unknown): { tag: string | null; emblem: string | null } {
  const value = Object(typeof metadata === "string" ? parseJson(metadata) : metadata);
  const tag: unknown = Reflect.get(value, "tag");
  const emblem: unknown = Reflect.get(value, "emblem");
  return {
    tag: typeof tag === "string" && new RegExp(`^${TAG_PATTERN}$`, "u").test(tag) ? tag : null,
    emblem: typeof emblem === "string" && parseEmblem(emblem) ? emblem : null,
  };
}

/** Returns the JSON of a platoon's metadata, reduced to the tag and the emblem. */
export function formatMetadata(metadata: unknown): string {
  const { tag, emblem } = readMetadata(metadata);
  return JSON.stringify({ ...(tag !== null && { tag }), ...(emblem !== null && { emblem }) });
}

/** Days for which a deleted platoon can be restored, and days for which the feed has entries. */
export const DELETED_PLATOON_DAYS = 7;
export const FEED_DAYS = 90;

/** The choices for an invite link's days until expiry and for its number of uses. */
export const LINK_DAYS = [1, 7, 30] as const;
export const LINK_USES = [1, 5, 25, 100] as const;

/** The states of a platoon's loadout. Members propose; owners and admins publish, request changes or decline. */
export const LOADOUT_STATES = ["proposed", "changes", "declined", "published"] as const;
export type PlatoonLoadoutState = (typeof LOADOUT_STATES)[number];

/** The kinds of events in the history of a platoon's loadout. */
export type LoadoutEventKind =
  | "proposed"
  | "edited"
  | "changes"
  | "declined"
  | "published"
  | "unpublished"
  | "restored";

/** Maximum length of a proposal's note or a decision's reason. */
export const REMARK_LIMIT = 500;
export const remark = z.string().trim().max(REMARK_LIMIT);

export const SQUAD_NAME_LIMIT = 40;
export const squadName = z.string().trim().min(1).max(SQUAD_NAME_LIMIT).refine(isPrintable);

/** Maximum length of a sheet's title. */
export const SHEET_TITLE_LIMIT = 60;
export const sheetTitle = z.string().trim().min(1).max(SHEET_TITLE_LIMIT).refine(isPrintable);

export const TASK_LIMIT = 40;

/** A place on a squad sheet: the member, the platoon's loadout and the task. */
export const sheetPlace = z.object({
  userId: z.string().max(100).nullable(),
  platoonLoadoutId: z.uuid().nullable(),
  /** A free text; "" for no task. */
  task: z
    .string()
    .trim()
    .max(TASK_LIMIT)
    .refine((text) => text === "" || isPrintable(text)),
});
export type SheetPlace = z.infer<typeof sheetPlace>;

/** The groups of figures that a member may share with the platoon. */
export const FIGURE_GROUPS = ["combat", "time", "unlocks"] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];
export const figureGroups = z.array(z.enum(FIGURE_GROUPS)).max(FIGURE_GROUPS.length);
export const parseFigureGroups = (text: string): FigureGroup[] => figureGroups.parse(JSON.parse(text));

/**
 * The figures of the board, each with its id among a snapshot's figures by game. The id is null if no source of the game has the
 * figure, and for unlocks, which are counted. The K/D of Battlefield 2042 excludes bots.
 */
export const BOARD_FIGURES = [
  { id: "kd", group: "combat", unit: "ratio", ids: { bf4: "killDeath", bf2042: "humanKillDeath" } },
  { id: "kpm", group: "combat", unit: "rate", ids: { bf4: "killsPerMinute", bf2042: "killsPerMinute" } },
  { id: "spm", group: "combat", unit: "points", ids: { bf4: "scorePerMinute", bf2042: null } },
  { id: "accuracy", group: "combat", unit: "share", ids: { bf4: "accuracy", bf2042: "accuracy" } },
  { id: "time", group: "time", unit: "seconds", ids: { bf4: "secondsPlayed", bf2042: "secondsPlayed" } },
  { id: "unlocks", group: "unlocks", unit: "count", ids: { bf4: null, bf2042: null } },
] as const satisfies readonly { id: string; group: FigureGroup; unit: Unit; ids: Record<GameId, string | null> }[];
export type BoardFigureId = (typeof BOARD_FIGURES)[number]["id"];

/** The kinds of entries in a feed. */
export const FEED_KINDS = ["joined", "proposed", "published", "sheet", "unlock", "milestone"] as const;
export type FeedKind = (typeof FEED_KINDS)[number];
/** The kinds of entries that come from the snapshots of a shared soldier. They are hidden if the member stops sharing the figures. */
export const SOLDIER_FEED_KINDS = ["unlock", "milestone"] as const satisfies readonly FeedKind[];

/** Maximum number of unlocks that an entry lists by name; it has the count of the others. */
export const MAX_NAMED_UNLOCKS = 5;

/**
 * The career totals that the feed announces. Each is about twice to five times the previous total, so a soldier reaches one every few
 * months and a platoon of 1,000 has a few entries a day. Kills of Battlefield 2042 exclude bots.
 */
const MILESTONES = [
  {
    of: "kills",
    group: "combat",
    ids: { bf4: "kills", bf2042: "humanKills" },
    scale: 1,
    amounts: [1000, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000],
  },
  {
    of: "hours",
    group: "time",
    ids: { bf4: "secondsPlayed", bf2042: "secondsPlayed" },
    scale: 3600,
    amounts: [50, 100, 250, 500, 1000, 2500, 5000],
  },
] as const satisfies readonly {
  of: string;
  group: FigureGroup;
  ids: Record<GameId, string>;
  scale: number;
  amounts: readonly number[];
}[];
type Milestone = { of: (typeof MILESTONES)[number]["of"]; group: FigureGroup; amount: number };

type Figures = Readonly<Record<string, number>>;

/** Returns the highest milestone of each kind between the highest earlier figure and the newest figure; none without an earlier figure. */
export const findMilestones = (game: GameId, earlier: readonly Figures[], newest: Figures): Milestone[] =>
  MILESTONES.flatMap(({ of, group, ids, scale, amounts }) => {
    const before = earlier.flatMap((figures) => figures[ids[game]] ?? []);
    const after = newest[ids[game]];
    if (after === undefined || before.length === 0) return [];
    const amount = amounts.findLast((each) => each * scale <= after && each * scale > Math.max(...before));
    return amount === undefined ? [] : { of, group, amount };
  });

/** The data of a feed entry: names and ids at the time of the event. */
export const feedBody = z.record(z.string(), z.union([z.string(), z.number()]));

/** Returns the group of figures that an entry of one of `SOLDIER_FEED_KINDS` comes from. */
export function getEntryGroup(kind: string, body: z.infer<typeof feedBody>): FigureGroup {
  if (kind === "unlock") return "unlocks";
  return MILESTONES.find(({ of }) => of === body["of"])?.group ?? "combat";
}
