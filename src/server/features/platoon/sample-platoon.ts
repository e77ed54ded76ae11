// The sample platoon that everyone can read without an account: its members and what they share are invented, and it is never stored.
import type { GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { KitId } from "#domain/game-data/kit-id.ts";
import { getLoadoutHeadlines } from "#domain/loadout/build.ts";
import { getStarterBuild } from "#domain/loadout/starter.ts";
import { type FeedKind, FIGURE_GROUPS, findMilestones, type PlatoonLoadoutState } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { ComputingCache } from "#platform/cache.ts";
import { countReached, listGained } from "#server/features/progress/progress-context.ts";
import { getKnownProgress } from "#server/features/progress/reports.ts";
import { listSampleSnapshots } from "#server/sample-soldier.ts";
import { listBoardFigures, WEEK_DAYS } from "./board.ts";
import { nameUnlocks } from "./feed-entries.ts";

const DAY_MS = 24 * 60 * 60_000;

type Member = {
  name: string;
  soldier: string;
  game: GameId;
  /** The evenings played before the first snapshot: the more, the higher the figures. */
  eveningsBefore: number;
};

const MEMBERS: readonly Member[] = [
  { name: "Maya", soldier: "Kestrel", game: "bf4", eveningsBefore: 34 },
  { name: "Jonas", soldier: "Moth", game: "bf2042", eveningsBefore: 14 },
  { name: "Pia", soldier: "Anvil", game: "bf4", eveningsBefore: 8 },
  { name: "Tomek", soldier: "Juniper", game: "bf2042", eveningsBefore: 48 },
];

type SampleLoadout = {
  author: string;
  game: GameId;
  kitId: KitId;
  weaponId: string;
  state: Extract<PlatoonLoadoutState & FeedKind, "proposed" | "published">;
  daysAgo: number;
};

const LOADOUTS: readonly SampleLoadout[] = [
  { author: "Pia", game: "bf4", kitId: "assault", weaponId: "ace-23", state: "proposed", daysAgo: 1 },
  { author: "Maya", game: "bf4", kitId: "recon", weaponId: "m39-emr", state: "published", daysAgo: 5 },
  { author: "Tomek", game: "bf2042", kitId: "assault", weaponId: "aek-971", state: "published", daysAgo: 11 },
];

type Entry = {
  kind: FeedKind;
  actor: string;
  body: Readonly<Record<string, string | number>>;
  createdAt: string;
};

type SamplePlatoon = Awaited<ReturnType<typeof createSamplePlatoon>>;

/** Computed once a day for each language. The length of a key counts, too: there is room for some fifty. */
const MAX_CACHED = 1000;
const platoons = new ComputingCache<SamplePlatoon>(MAX_CACHED, () => 1);

/** Returns the board, the loadouts and the feed of the sample platoon. */
export function getSamplePlatoon(arsenals: Arsenals, now: Date): Promise<SamplePlatoon | null> {
  const key = `${m.language_code()} ${now.toISOString().slice(0, 10)}`;
  return platoons.get(key, () => createSamplePlatoon(arsenals, now));
}

async function createSamplePlatoon(arsenals: Arsenals, now: Date) {
  const members = [];
  for (const member of MEMBERS) members.push(await readMember(arsenals, member, now));
  const loadouts = LOADOUTS.flatMap((sample) => createLoadout(arsenals, sample, now));
  const proposals = loadouts.map(
    ({ name, author, state, createdAt }): Entry => ({ kind: state, actor: author, body: { name }, createdAt }),
  );
  return {
    rows: members.map(({ row }) => row),
    loadouts,
    entries: [...proposals, ...members.flatMap(({ news }) => news)].toSorted((a, b) =>
      a.createdAt < b.createdAt ? 1 : -1,
    ),
  };
}

const getTime = (now: Date, daysAgo: number): string => new Date(now.getTime() - daysAgo * DAY_MS).toISOString();

function createLoadout(arsenals: Arsenals, { game, kitId, weaponId, daysAgo, ...sample }: SampleLoadout, now: Date) {
  const loadout = getStarterBuild(arsenals[game], kitId, weaponId);
  const weapon = arsenals[game].weapons.get(weaponId);
  if (!loadout || !weapon) return [];
  const name = `${weapon.name} ${KIT_TITLES[kitId]}`;
  const headlines = getLoadoutHeadlines(loadout, arsenals[game]);
  return [{ ...sample, name, loadout, headlines, createdAt: getTime(now, daysAgo) }];
}

/** Returns the row of a member on the board, and the entries in the feed about the member's snapshots. */
async function readMember(arsenals: Arsenals, { name, soldier, game, eveningsBefore }: Member, now: Date) {
  const snapshots = listSampleSnapshots(arsenals, game, now, eveningsBefore);
  const recent = snapshots.map(({ statistics }) => statistics);
  const [newest, previous] = snapshots;
  const weekAgo = snapshots.find(({ takenAt }) => takenAt <= getTime(now, WEEK_DAYS.atLeast));
  const week = newest && weekAgo ? { from: weekAgo.statistics, to: newest.statistics } : null;
  const { figures, line } = listBoardFigures({ game, groups: FIGURE_GROUPS, snapshots: { recent, week } });
  const allFigures = recent.map((statistics) => statistics.figures);
  const news = snapshots.flatMap(({ takenAt, statistics }, index): Entry[] =>
    findMilestones(game, allFigures.slice(index + 1), statistics.figures).map(({ of, amount }) => ({
      kind: "milestone",
      actor: name,
      body: { of, amount, game },
      createdAt: takenAt,
    })),
  );
  if (game === "bf4" && newest && previous && weekAgo) {
    const after = getKnownProgress(newest);
    const gained = await listGained(arsenals, getKnownProgress(previous), after);
    const inWeek = await listGained(arsenals, getKnownProgress(weekAgo), after);
    figures.unlocks = { value: await countReached(arsenals, after), week: inWeek.length };
    if (gained.length > 0)
      news.push({ kind: "unlock", actor: name, body: nameUnlocks(gained), createdAt: newest.takenAt });
  }
  return { row: { soldierId: soldier, name: soldier, member: name, game, figures, line }, news };
}
