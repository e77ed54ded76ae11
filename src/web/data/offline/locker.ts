// The locker as this device knows it: the server's last state of each loadout with the pending changes applied.

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { generateKeyBetween } from "fractional-indexing";
import type { AppRouter } from "#api";
import type { GameId } from "#domain/game.ts";
import { byOrder, hasSearchedWords, matchesFilter } from "#domain/loadout/locker-query.ts";
import { compareTexts } from "#domain/plain-values.ts";
import { compareNames } from "#messages/format.ts";
import type { PendingCall, PendingMutation } from "#web/data/offline/outbox/pending-mutation.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

export type Saved = Outputs["loadout"]["get"];
export type Page = Outputs["loadout"]["list"];
export type Asked = Inputs["loadout"]["list"];
export type Counts = Outputs["loadout"]["counts"];
export type Folders = Outputs["folder"]["list"];
export type PlatoonList = Outputs["platoon"]["locker"]["list"];
export type PlatoonListInput = Inputs["platoon"]["locker"]["list"];

/** Loadouts by id, deleted ones too. */
export type Known = Readonly<Record<string, Saved>>;

/** The stored locker after reading a page. A complete page also shows which loadouts are gone. */
export function withPage(known: Known, asked: Asked, { items, nextCursor }: Page): Known {
  const { q, tag, kit, folderId, pinned, cursor, game, order } = asked;
  const isConnected = !nextCursor && !cursor && !q && !tag && !kit && folderId === undefined && !pinned;
  const isOfPage = (saved: Saved) =>
    (!game || saved.loadout.game === game) && (saved.deletedAt !== null) === (order === "deleted");
  const others = isConnected ? Object.values(known).filter((saved) => !isOfPage(saved)) : Object.values(known);
  return byId([...others, ...items]);
}

export const withSaved = (known: Known, saved: Saved): Known => ({ ...known, [saved.id]: saved });

/** Of these, what lay among the recently deleted is gone for good. */
export const withoutErased = (known: Known, ids: readonly string[]): Known =>
  byId(Object.values(known).filter(({ id, deletedAt }) => deletedAt === null || !ids.includes(id)));

export const byId = (items: readonly Saved[]): Known => Object.fromEntries(items.map((saved) => [saved.id, saved]));

/** What waiting changes make of these loadouts; new ones come last. */
export function applied(items: readonly Saved[], waiting: readonly PendingMutation[]): readonly Saved[] {
  return waiting.reduce<readonly Saved[]>((now, change) => changed(now, change), items);
}

function changed(items: readonly Saved[], change: PendingMutation): readonly Saved[] {
  const edit = (ids: readonly string[], words: Partial<Saved>) =>
    items.map((saved) => (ids.includes(saved.id) ? { ...saved, ...words } : saved));
  switch (change.call) {
    case "loadout.save": {
      const present = items.find(({ id }) => id === change.input.id);
      const saved = getSaved(change, change.at, present ?? null);
      if (present) return items.map((one) => (one === present ? saved : one));
      return change.input.seenVersion === 0 ? [...items, { ...saved, place: topPlace(items) }] : items;
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

/** A save as the server would answer it. */
export function getSaved({ input }: PendingCall & { call: "loadout.save" }, at: string, present: Saved | null): Saved {
  const { id, name, note = "", tags = [], loadout, seenVersion, folderId = null } = input;
  const fresh = { folderId, pinnedAt: null, place: "", createdAt: at, deletedAt: null };
  const { changedWeaponIds: _, ...rest } = present ?? {};
  return { ...fresh, ...rest, id, name, note, tags, loadout, version: seenVersion + 1, updatedAt: at };
}

const getPlaces = (items: readonly Saved[]): string[] =>
  items
    .map(({ place }) => place ?? "")
    .filter(Boolean)
    .sort();

const topPlace = (items: readonly Saved[]): string => between(null, getPlaces(items)[0] ?? null) ?? "";

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
export function applyToPage(page: Page, asked: Asked, waiting: readonly PendingMutation[]): Page {
  const ids = new Set(page.items.map(({ id }) => id));
  const all = applied(page.items, waiting).filter(isAsked(asked));
  const added = asked.cursor ? [] : all.filter(({ id }) => !ids.has(id));
  return { ...page, items: [...added, ...all.filter(({ id }) => ids.has(id))] };
}

/** The names of what a loadout carries are on the server only: offline, a search finds what people write. */
const isAsked = (asked: Asked) => (saved: Saved) => matchesFilter(asked, saved);

/** How many loadouts each game has once the waiting changes are through. */
export function applyToCounts(counts: Counts, known: Known, waiting: readonly PendingMutation[]): Counts {
  const before = Object.values(known);
  const after = applied(before, waiting);
  const getCount = (items: readonly Saved[], game: keyof Counts) => items.filter(isAsked({ game })).length;
  const over = (game: keyof Counts) => counts[game] + getCount(after, game) - getCount(before, game);
  return { bf2042: over("bf2042"), bf4: over("bf4") };
}

/** The folders as waiting changes leave them, with as many loadouts as are known to lie in each. */
export function applyToFolders(folders: Folders, known: Known, waiting: readonly PendingMutation[]): Folders {
  const before = Object.values(known);
  const after = applied(before, waiting);
  const countIn = (items: readonly Saved[], folderId: string, game: GameId) =>
    items.filter(isAsked({ folderId, game })).length;
  return waiting
    .reduce<Folders>((now, change) => {
      if (change.call === "folder.remove") return now.filter(({ id }) => id !== change.input.id);
      if (change.call !== "folder.save") return now;
      const { id, name } = change.input;
      const present = now.find((folder) => folder.id === id);
      return [
        ...now.filter((folder) => folder !== present),
        { id, name, loadouts: present?.loadouts ?? 0, byGame: present?.byGame ?? { bf4: 0, bf2042: 0 } },
      ];
    }, folders)
    .map((folder) => {
      const over = (game: GameId) =>
        Math.max(0, folder.byGame[game] + countIn(after, folder.id, game) - countIn(before, folder.id, game));
      const byGame = { bf4: over("bf4"), bf2042: over("bf2042") };
      return { ...folder, loadouts: byGame.bf4 + byGame.bf2042, byGame };
    })
    .sort((one, other) => compareNames(one.name, other.name));
}

/** Of a platoon's lists, the one that was read last at the end, the loadouts that fit a filter, each as it was read last. */
export function filterPlatoonLocker(lists: readonly PlatoonList[], input: PlatoonListInput): PlatoonList {
  const { state, game, teamId, mapId, modeId, order, ...words } = input;
  const known = new Map(lists.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const isAsked = <Value>(asked: Value | undefined, value: Value) => asked === undefined || asked === value;
  const items = [...known.values()].filter(
    (item) =>
      isAsked(state, item.state) &&
      isAsked(game, item.loadout.game) &&
      isAsked<string | null>(teamId, item.teamId) &&
      isAsked<string | null>(mapId, item.mapId) &&
      isAsked<string | null>(modeId, item.modeId) &&
      hasSearchedWords(words, item),
  );
  const sorted =
    order === "name"
      ? items.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id))
      : items.toSorted((a, b) => compareTexts(b.changedAt, a.changedAt) || compareTexts(b.id, a.id));
  return { items: sorted, nextCursor: null };
}
