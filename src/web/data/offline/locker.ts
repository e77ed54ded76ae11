// The locker as this device knows it: the server's last state of each loadout with the pending changes applied.
import type { inferRouterInputs } from "@trpc/server";
import { generateKeyBetween } from "fractional-indexing";
import type { AppRouter, RouterOutputs } from "#api";
import { completeContent } from "#domain/loadout/loadout.ts";
import { byOrder, comparePositions, createSearch, getPosition, type Ordered } from "#domain/loadout/locker-query.ts";
import { compareTexts } from "#domain/plain-values.ts";
import { compareNames } from "#messages/format.ts";
import { getProperty } from "#web/data/problem.ts";
import type { PendingCall, PendingMutation, PendingMutations } from "./pending.ts";

type Inputs = inferRouterInputs<AppRouter>;

export type Saved = RouterOutputs["loadout"]["get"];
export type Page = RouterOutputs["loadout"]["list"];
export type ListRequest = Inputs["loadout"]["list"];
export type Folders = RouterOutputs["folder"]["list"];
export type PlatoonList = RouterOutputs["platoon"]["locker"]["list"];
export type PlatoonListInput = Inputs["platoon"]["locker"]["list"];

const isOfOrder = (order: ListRequest["order"], { deletedAt }: Ordered): boolean =>
  (deletedAt !== null) === (order === "deleted");

/** Whether a page that begins where it was asked for, or a later one, has this loadout. */
const isBehind = ({ order = "changed", cursor }: ListRequest, saved: Ordered): boolean =>
  isOfOrder(order, saved) && (!cursor || comparePositions(order, getPosition(order, saved), cursor) > 0);

/** Whether a page of the server has this loadout, as long as it is there. */
export const isOfPage = (request: ListRequest, { nextCursor }: Page, saved: Ordered): boolean =>
  isBehind(request, saved) && (!nextCursor || !isBehind({ ...request, cursor: nextCursor }, saved));

/**
 * What waiting changes make of these loadouts; new ones come last. A change is later than what it changes, whatever time it
 * is on this device. A refused save, and what was made on top of it, has the version that it saw: the server's was not seen.
 */
export function applied(items: readonly Saved[], pendingMutations: PendingMutations): readonly Saved[] {
  let latest = Math.max(0, ...items.map(({ updatedAt }) => Date.parse(updatedAt)));
  const refused = new Map<string, number>();
  return pendingMutations.reduce<readonly Saved[]>((now, change) => {
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
  const { seenVersion, folderId = null, ...written } = input;
  const fresh = { folderId, pinnedAt: null, place: "", createdAt: at, deletedAt: null };
  return { ...fresh, ...present, ...completeContent(written), id: input.id, version: seenVersion + 1, updatedAt: at };
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

/** The page the server would answer, and all that is behind it, out of everything known here. */
export const getPage = (items: readonly Saved[], request: ListRequest): Page => ({
  items: items.filter((saved) => isBehind(request, saved)).toSorted(byOrder(request.order ?? "changed")),
  nextCursor: null,
  previousCursor: null,
});

/** The server's page with the waiting changes over it; what is new comes onto the first. */
export function applyToPage(page: Page, { order, cursor }: ListRequest, pendingMutations: PendingMutations): Page {
  const ids = new Set(page.items.map(({ id }) => id));
  const isNew = (id: string) =>
    !cursor &&
    pendingMutations.some((one) => one.call === "loadout.save" && one.input.id === id && one.input.seenVersion === 0);
  const items = applied(page.items, pendingMutations).filter(
    (saved) => isOfOrder(order, saved) && (ids.has(saved.id) || isNew(saved.id)),
  );
  return { ...page, items };
}

/** The folders as waiting changes leave them. */
export const applyToFolders = (folders: Folders, pendingMutations: PendingMutations): Folders =>
  pendingMutations
    .reduce<Folders>((now, { call, input }) => {
      if (call !== "folder.remove" && call !== "folder.save") return now;
      const others = now.filter(({ id }) => id !== input.id);
      return call === "folder.save" ? [...others, { id: input.id, name: input.name }] : others;
    }, folders)
    .toSorted((one, other) => compareNames(one.name, other.name));

/** Of a platoon's lists, the one that was read last at the end, the loadouts that fit a filter, each as it was read last. */
export function filterPlatoonLocker(lists: readonly PlatoonList[], input: PlatoonListInput): PlatoonList {
  const { state, game, teamId, mapId, modeId, order } = input;
  const all = new Map(lists.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const filters = Object.entries({ state, teamId, mapId, modeId }).filter(([, value]) => value !== undefined);
  const isSearched = createSearch(input);
  const items = [...all.values()].filter(
    (item) =>
      (!game || item.loadout.game === game) &&
      filters.every(([name, value]) => getProperty(item, name) === value) &&
      isSearched(item),
  );
  const sorted =
    order === "name"
      ? items.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id))
      : items.toSorted((a, b) => compareTexts(b.changedAt, a.changedAt) || compareTexts(b.id, a.id));
  return { items: sorted, nextCursor: null };
}
