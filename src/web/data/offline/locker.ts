// The locker as this device knows it: the server's last state of each loadout with the pending changes applied.
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { generateKeyBetween } from "fractional-indexing";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { byOrder, hasSearchedWords, type LockerFilter, matchesFilter } from "#domain/loadout/locker-query.ts";
import { compareTexts } from "#domain/plain-values.ts";
import { compareNames } from "#messages/format.ts";
import { getProperty } from "#web/data/problem.ts";
import type { PendingCall, PendingMutation, Waiting } from "./pending.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

export type Saved = Outputs["loadout"]["get"];
export type Page = Outputs["loadout"]["list"];
export type Asked = Inputs["loadout"]["list"];
export type Counts = Outputs["loadout"]["counts"];
export type Folders = Outputs["folder"]["list"];
export type PlatoonList = Outputs["platoon"]["locker"]["list"];
export type PlatoonListInput = Inputs["platoon"]["locker"]["list"];

/** Whether a page has all loadouts of its game, or all that are deleted: one that is not in it is gone. */
export function isWholeList({ q, tag, kit, folderId, pinned, cursor }: Asked, { nextCursor }: Page): boolean {
  return !nextCursor && !cursor && !q && !tag && !kit && folderId === undefined && !pinned;
}

/** Whether a loadout belongs into a list of this game, or of what is deleted. */
export const isOfList = ({ game, order }: Asked, saved: Saved): boolean =>
  (!game || saved.loadout.game === game) && (saved.deletedAt !== null) === (order === "deleted");

/**
 * What waiting changes make of these loadouts; new ones come last. A change is later than what it changes, whatever time it
 * is on this device. A refused save, and what was made on top of it, has the version that it saw: the server's was not seen.
 */
export function applied(items: readonly Saved[], waiting: Waiting): readonly Saved[] {
  let latest = Math.max(0, ...items.map(({ updatedAt }) => Date.parse(updatedAt)));
  const refused = new Map<string, number>();
  return waiting.reduce<readonly Saved[]>((now, change) => {
    latest = Math.max(latest + 1, Date.parse(change.at) || 0);
    const next = changed(now, { ...change, at: new Date(latest).toISOString() });
    if (change.call !== "loadout.save") return next;
    const { id, seenVersion } = change.input;
    if (change.refusal && !refused.has(id)) refused.set(id, seenVersion);
    const version = refused.get(id);
    return version === undefined ? next : next.map((saved) => (saved.id === id ? { ...saved, version } : saved));
  }, items);
}

function changed(items: readonly Saved[], change: PendingMutation): readonly Saved[] {
  const edit = (ids: readonly string[], words: Partial<Saved>) =>
    items.map((saved) => (ids.includes(saved.id) ? { ...saved, ...words } : saved));
  switch (change.call) {
    case "loadout.save": {
      const present = items.find(({ id }) => id === change.input.id);
      const saved = getSaved(change, change.at, present ?? null);
      if (present) return items.map((one) => (one === present ? saved : one));
      return change.input.seenVersion === 0
        ? [...items, { ...saved, place: between(null, getPlaces(items)[0] ?? null) ?? "" }]
        : items;
    }
    case "loadout.arrange": {
      const { ids, folderId, pinned } = change.input;
      return edit(ids, {
        ...(folderId !== undefined && { folderId }),
        ...(pinned !== undefined && { pinnedAt: pinned ? change.at : null }),
      });
    }
    case "loadout.move":
      return edit([change.input.id], { place: placeBehind(items, change.input) });
    case "loadout.remove":
      return edit([change.input.id], { deletedAt: change.at });
    case "loadout.restore":
      return edit([change.input.id], { deletedAt: null });
    case "folder.remove":
      return items.map((saved) => (saved.folderId === change.input.id ? { ...saved, folderId: null } : saved));
    default:
      return items;
  }
}

/** What the server will answer to a change, out of the loadouts it is about. */
export function getAnswer(change: PendingMutation, items: readonly Saved[]): unknown {
  switch (change.call) {
    case "loadout.save":
      return getSaved(change, change.at, items.find(({ id }) => id === change.input.id) ?? null);
    case "folder.remove": {
      const { id } = change.input;
      return { id, loadoutIds: items.filter(({ folderId }) => folderId === id).map((saved) => saved.id) };
    }
    default:
      return change.input;
  }
}

/** A save as the server would answer it. */
function getSaved({ input }: PendingCall & { call: "loadout.save" }, at: string, present: Saved | null): Saved {
  const { id, name, note = "", tags = [], loadout, seenVersion, folderId = null } = input;
  const fresh = { folderId, pinnedAt: null, place: "", createdAt: at, deletedAt: null };
  const { changedWeaponIds: _, ...rest } = present ?? {};
  return { ...fresh, ...rest, id, name, note, tags, loadout, version: seenVersion + 1, updatedAt: at };
}

const getPlaces = (items: readonly Saved[]): string[] => items.flatMap(({ place }) => place || []).sort();

function placeBehind(items: readonly Saved[], { id, afterId }: Inputs["loadout"]["move"]): string {
  const present = items.find((saved) => saved.id === id)?.place ?? "";
  const after = afterId === null ? null : (items.find((saved) => saved.id === afterId)?.place ?? null);
  const next = getPlaces(items.filter((saved) => saved.id !== id)).find((place) => place > (after ?? ""));
  return between(after, next ?? null) ?? present;
}

/** Null where the places known here leave no room. */
function between(above: string | null, below: string | null): string | null {
  try {
    return generateKeyBetween(above, below);
  } catch {
    return null;
  }
}

/** The page the server would answer, out of everything known here. */
export function getPage(items: readonly Saved[], asked: Asked): Page {
  const { order = "changed", limit } = asked;
  const found = items.filter(isAsked(asked)).toSorted(byOrder(order));
  return { items: found.slice(0, limit), nextCursor: null, previousCursor: null };
}

/** The server's page with the waiting changes over it. */
export function applyToPage(page: Page, asked: Asked, waiting: Waiting): Page {
  const ids = new Set(page.items.map(({ id }) => id));
  const all = applied(page.items, waiting).filter(isAsked(asked));
  const added = asked.cursor ? [] : all.filter(({ id }) => !ids.has(id));
  return { ...page, items: [...added, ...all.filter(({ id }) => ids.has(id))] };
}

/** The names of what a loadout carries are on the server only: offline, a search finds what people write. */
const isAsked = (asked: LockerFilter) => (saved: Saved) => matchesFilter(asked, saved);

/** How many more loadouts a filter finds once the waiting changes are through. */
function getGrowth(before: readonly Saved[], waiting: Waiting): (asked: LockerFilter) => number {
  const after = applied(before, waiting);
  return (asked) => after.filter(isAsked(asked)).length - before.filter(isAsked(asked)).length;
}

/** How many loadouts each game has once the waiting changes are through. */
export function applyToCounts(counts: Counts, before: readonly Saved[], waiting: Waiting): Counts {
  const grow = getGrowth(before, waiting);
  return { bf2042: counts.bf2042 + grow({ game: "bf2042" }), bf4: counts.bf4 + grow({ game: "bf4" }) };
}

/** The folders as waiting changes leave them, with as many loadouts as are known to lie in each. */
export function applyToFolders(folders: Folders, before: readonly Saved[], waiting: Waiting): Folders {
  const grow = getGrowth(before, waiting);
  return waiting
    .reduce<Folders>((now, { call, input }) => {
      if (call === "folder.remove") return now.filter(({ id }) => id !== input.id);
      if (call !== "folder.save") return now;
      const { id, name } = input;
      const { loadouts = 0, byGame = { bf4: 0, bf2042: 0 } } = now.find((folder) => folder.id === id) ?? {};
      return [...now.filter((folder) => folder.id !== id), { id, name, loadouts, byGame }];
    }, folders)
    .map((folder) => {
      const over = (game: GameId) => Math.max(0, folder.byGame[game] + grow({ folderId: folder.id, game }));
      const byGame = { bf4: over("bf4"), bf2042: over("bf2042") };
      return { ...folder, loadouts: byGame.bf4 + byGame.bf2042, byGame };
    })
    .sort((one, other) => compareNames(one.name, other.name));
}

/** Of a platoon's lists, the one that was read last at the end, the loadouts that fit a filter, each as it was read last. */
export function filterPlatoonLocker(lists: readonly PlatoonList[], input: PlatoonListInput): PlatoonList {
  const { state, game, teamId, mapId, modeId, order } = input;
  const all = new Map(lists.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const filters = Object.entries({ state, teamId, mapId, modeId }).filter(([, value]) => value !== undefined);
  const items = [...all.values()].filter(
    (item) =>
      (!game || item.loadout.game === game) &&
      filters.every(([name, value]) => getProperty(item, name) === value) &&
      hasSearchedWords(input, item),
  );
  const sorted =
    order === "name"
      ? items.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id))
      : items.toSorted((a, b) => compareTexts(b.changedAt, a.changedAt) || compareTexts(b.id, a.id));
  return { items: sorted, nextCursor: null };
}
