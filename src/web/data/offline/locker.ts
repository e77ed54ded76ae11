// The locker on this device: the last known state of each loadout with the pending changes applied.
import type { inferRouterInputs } from "@trpc/server";
import { generateKeyBetween } from "fractional-indexing";
import type { AppRouter, RouterOutputs } from "#api";
import { fillContentDefaults } from "#domain/loadout/loadout.ts";
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

const belongsToOrder = (order: ListRequest["order"], { deletedAt }: Ordered): boolean =>
  (deletedAt !== null) === (order === "deleted");

/** Whether a loadout belongs on the requested page or a later one. */
const isAfterCursor = ({ order = "changed", cursor }: ListRequest, saved: Ordered): boolean =>
  belongsToOrder(order, saved) && (!cursor || comparePositions(order, getPosition(order, saved), cursor) > 0);

/** Whether a loadout belongs on this page of the server. */
export const isOnPage = (request: ListRequest, { nextCursor }: Page, saved: Ordered): boolean =>
  isAfterCursor(request, saved) && (!nextCursor || !isAfterCursor({ ...request, cursor: nextCursor }, saved));

/**
 * Returns the loadouts with the pending changes applied; new ones are last. A pending change counts as later than what it changes,
 * whatever the device's clock shows. A refused save and saves based on it get the version they were based on, because the
 * server's version was not read.
 */
export function applyMutations(items: readonly Saved[], pendingMutations: PendingMutations): readonly Saved[] {
  let latest = Math.max(0, ...items.map(({ updatedAt }) => Date.parse(updatedAt)));
  const refused = new Map<string, number>();
  return pendingMutations.reduce<readonly Saved[]>((items, change) => {
    latest = Math.max(latest + 1, Date.parse(change.at) || 0);
    const next = applyMutation(items, { ...change, at: new Date(latest).toISOString() });
    if (change.call !== "loadout.save") return next;
    const { id, seenVersion } = change.input;
    if (change.refusal && !refused.has(id)) refused.set(id, seenVersion);
    const version = refused.get(id);
    return version === undefined ? next : next.map((saved) => (saved.id === id ? { ...saved, version } : saved));
  }, items);
}

function applyMutation(items: readonly Saved[], change: PendingMutation): readonly Saved[] {
  const edit = (ids: readonly string[], fields: Partial<Saved>) =>
    items.map((saved) => (ids.includes(saved.id) ? { ...saved, ...fields } : saved));
  switch (change.call) {
    case "loadout.save": {
      const existing = items.find(({ id }) => id === change.input.id);
      const saved = getSaved(change, change.at, existing ?? null);
      if (existing) return items.map((each) => (each === existing ? saved : each));
      return change.input.seenVersion === 0
        ? [...items, { ...saved, place: getPlaceBetween(null, getPlaces(items)[0] ?? null) ?? "" }]
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
      return edit([change.input.id], { place: getPlaceAfter(items, change.input) });
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

/** Returns the response that the server is expected to give to a change, from the loadouts that it affects. */
export function getExpectedResponse(change: PendingMutation, items: readonly Saved[]): unknown {
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

/** Returns the loadout as the server would return it after a save. */
function getSaved({ input }: PendingCall & { call: "loadout.save" }, time: string, existing: Saved | null): Saved {
  const { seenVersion, folderId = null, ...content } = input;
  const defaults = { folderId, pinnedAt: null, place: "", createdAt: time, deletedAt: null };
  return {
    ...defaults,
    ...existing,
    ...fillContentDefaults(content),
    id: input.id,
    version: seenVersion + 1,
    updatedAt: time,
  };
}

const getPlaces = (items: readonly Saved[]): string[] => items.flatMap(({ place }) => place || []).sort();

function getPlaceAfter(items: readonly Saved[], { id, afterId }: Inputs["loadout"]["move"]): string {
  const currentPlace = items.find((saved) => saved.id === id)?.place ?? "";
  const after = afterId === null ? null : (items.find((saved) => saved.id === afterId)?.place ?? null);
  const next = getPlaces(items.filter((saved) => saved.id !== id)).find((place) => place > (after ?? ""));
  return getPlaceBetween(after, next ?? null) ?? currentPlace;
}

/** Returns a sort key between two others; null if there is none. */
function getPlaceBetween(above: string | null, below: string | null): string | null {
  try {
    return generateKeyBetween(above, below);
  } catch {
    return null;
  }
}

/** Returns all stored loadouts from the request's cursor on as one page. */
export const getPage = (items: readonly Saved[], request: ListRequest): Page => ({
  items: items.filter((saved) => isAfterCursor(request, saved)).toSorted(byOrder(request.order ?? "changed")),
  nextCursor: null,
  cursors: [],
  previousCursor: null,
});

/** Returns the server's page with the pending changes applied; new loadouts are added to the first page. */
export function applyToPage(page: Page, { order, cursor }: ListRequest, pendingMutations: PendingMutations): Page {
  const ids = new Set(page.items.map(({ id }) => id));
  const isNew = (id: string) =>
    !cursor &&
    pendingMutations.some(
      (mutation) => mutation.call === "loadout.save" && mutation.input.id === id && mutation.input.seenVersion === 0,
    );
  const items = applyMutations(page.items, pendingMutations).filter(
    (saved) => belongsToOrder(order, saved) && (ids.has(saved.id) || isNew(saved.id)),
  );
  return { ...page, items };
}

/** Returns the folders with the pending changes applied. */
export const applyToFolders = (folders: Folders, pendingMutations: PendingMutations): Folders =>
  pendingMutations
    .reduce<Folders>((current, { call, input }) => {
      if (call !== "folder.remove" && call !== "folder.save") return current;
      const others = current.filter(({ id }) => id !== input.id);
      return call === "folder.save" ? [...others, { id: input.id, name: input.name }] : others;
    }, folders)
    .toSorted((a, b) => compareNames(a.name, b.name));

/** Returns the loadouts of a platoon's lists that match a filter. `lists`: oldest first, so that the newest state wins. */
export function filterPlatoonLocker(lists: readonly PlatoonList[], input: PlatoonListInput): PlatoonList {
  const { state, game, teamId, mapId, modeId, order } = input;
  const all = new Map(lists.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const filters = Object.entries({ state, teamId, mapId, modeId }).filter(([, value]) => value !== undefined);
  const matchesSearch = createSearch(input);
  const items = [...all.values()].filter(
    (item) =>
      (!game || item.loadout.game === game) &&
      filters.every(([name, value]) => getProperty(item, name) === value) &&
      matchesSearch(item),
  );
  const sorted =
    order === "name"
      ? items.toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id))
      : items.toSorted((a, b) => compareTexts(b.changedAt, a.changedAt) || compareTexts(b.id, a.id));
  return { items: sorted, nextCursor: null };
}
