// Answers from this device for a user's own data: the stored responses with the pending changes applied.
import { m } from "#messages";

import { isOffline, reach, setReach } from "#web/data/connectivity.ts";
import { addChange, marked } from "#web/data/offline/outbox/outbox.ts";
import { getWorld, sendNow } from "#web/data/offline/outbox/outbox-world.ts";
import { asPendingCall, type PendingCall, type PendingMutation } from "#web/data/offline/outbox/pending-mutation.ts";
import { getProperty } from "#web/data/problem.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { getLocker, storeSeen, updateCache } from "./cache.ts";
import {
  type Asked,
  applied,
  applyToCounts,
  applyToFolders,
  applyToPage,
  type Counts,
  type Folders,
  filterPlatoonLocker,
  getPage,
  getSaved,
  type Known,
  type Page,
  type PlatoonList,
  type PlatoonListInput,
  type Saved,
  withoutErased,
  withPage,
  withSaved,
} from "./locker.ts";
import { isConnectionError, type OwnCall, type Send } from "./own-call.ts";
import { buildName, makeRoom, readAnswers, readValue, removeAnswers, writeValue } from "./store.ts";

type CachedResponse = { build: string; at: number; size: number; data: unknown };

const LARGEST = 1_000_000;
/** Room is made after this many answers. */
const NOW_AND_THEN = 40;
let cachedCount = 0;

/** Keeps what the server answered, for the time without it. */
export async function keep({ path, input, type }: OwnCall, data: unknown): Promise<void> {
  const owner = lastPerson()?.id;
  if (!owner) return;
  if (path === "loadout.list") {
    // Both are this router's own: the path names their types.
    return storeSeen(owner, (known) => withPage(known, (input ?? {}) as Asked, data as Page));
  }
  if (path === "loadout.get") return storeSeen(owner, (known) => withSaved(known, data as Saved));
  if (path === "loadout.erase")
    return storeSeen(owner, (known) => withoutErased(known, (input as { ids: string[] }).ids));
  if (type !== "query") {
    const change = asPendingCall(path, input);
    return change ? updateCache(owner, change, data) : undefined;
  }
  const size = JSON.stringify(data)?.length ?? 0;
  if (size > LARGEST) return;
  const cached: CachedResponse = { build: buildName(), at: Date.now(), size, data };
  await writeValue("answer", owner, cached, getName(path, input));
  if (path === "platoon.members.overview") {
    const ids = new Set((data as { organizationId: string }[]).map(({ organizationId }) => organizationId));
    await dropPlatoons((id) => ids.has(id));
  }
  cachedCount += 1;
  if (cachedCount % NOW_AND_THEN === 0) await makeRoom();
}

/** Forgets what is stored of platoons that the person is not in. */
async function dropPlatoons(isMember: (organizationId: string) => boolean): Promise<void> {
  const owner = lastPerson()?.id;
  if (!owner) return;
  await removeAnswers(owner, (name, answer) => {
    const id = name.startsWith("platoon.") ? getPlatoonId(name, answer) : null;
    return typeof id === "string" && !isMember(id);
  });
}

/** The platoon that a stored response is about: in the call's input, or in the platoon itself. */
const getPlatoonId = (name: string, answer: unknown): unknown =>
  getProperty(JSON.parse(splitName(name).asked.slice(name.indexOf(":") + 1)), "organizationId") ??
  getProperty(getProperty(answer, "data"), "id");

/** The locker is its owner's words alone, and shared by tabs in two languages; any other answer may be in the reader's words. */
const SHARED = /^(loadout|folder)\./;

/** A stored response is named by its call, and by the language of its words. */
const getName = (path: string, input: unknown): string =>
  `${path}:${JSON.stringify(input ?? null)}${SHARED.test(path) ? "" : m.language_query()}`;

function splitName(name: string): { asked: string; language: string } {
  const [language = ""] = /\?lang=[\w-]+$/.exec(name) ?? [];
  return { asked: name.slice(0, name.length - language.length), language };
}

/** Answers a call of the last user; `failure` is set where the server was already tried. */
export async function answerHere(call: OwnCall, send: Send, failure: unknown): Promise<unknown> {
  const owner = lastPerson()?.id;
  if (!owner) {
    if (failure) throw failure;
    return send();
  }
  const change = call.type === "mutation" ? asPendingCall(call.path, call.input) : null;
  if (change) return answerChange(owner, change, failure === null ? send : null);
  const asked = failure === null && !isOffline() ? await tryToSend(call, send) : { failure };
  if ("data" in asked) {
    await keep(call, asked.data);
    return call.type === "query" ? over(owner, call, asked.data) : asked.data;
  }
  const cached = call.type === "query" ? await getCachedResponse(owner, call) : null;
  if (cached) {
    setReach({ isLost: true, asOf: Math.min(cached.at, reach.get().asOf ?? cached.at) });
    return cached.data;
  }
  if (asked.failure) throw asked.failure;
  return send();
}

async function tryToSend({ signal }: OwnCall, send: Send): Promise<{ data: unknown } | { failure: unknown }> {
  try {
    const data = await send();
    setReach({ isLost: false });
    return { data };
  } catch (failure) {
    if (!isConnectionError(failure, signal)) throw failure;
    return { failure };
  }
}

/** The server's answer with what waits laid over it. */
async function over(owner: string, { path, input }: OwnCall, data: unknown): Promise<unknown> {
  const waiting = await getWorld(owner).read();
  if (waiting.length === 0) return data;
  switch (path) {
    case "loadout.list":
      return applyToPage(data as Page, (input ?? {}) as Asked, waiting);
    case "loadout.get":
      return applied([data as Saved], waiting)[0];
    case "loadout.counts":
      return applyToCounts(data as Counts, await getKnown(owner), waiting);
    case "folder.list":
      return applyToFolders(data as Folders, await getKnown(owner), waiting);
    default:
      return data;
  }
}

/** What this device stores as the answer to a query of the last person; null without any. */
export async function storedAnswer(call: OwnCall): Promise<{ data: unknown } | null> {
  const owner = lastPerson()?.id;
  return owner ? getCachedResponse(owner, call) : null;
}

async function getCachedResponse(owner: string, call: OwnCall): Promise<{ at: number; data: unknown } | null> {
  const { path, input } = call;
  if (path === "loadout.list" || path === "loadout.get") {
    const locker = await getLocker(owner);
    const items = applied(Object.values(locker?.known ?? {}), await getWorld(owner).read());
    const at = locker?.at ?? Date.now();
    if (path === "loadout.list") return locker ? { at, data: getPage(items, (input ?? {}) as Asked) } : null;
    const id = (input as { id: string }).id;
    const saved = items.find((one) => one.id === id && one.deletedAt === null);
    return saved ? { at, data: saved } : null;
  }
  const cached = await readValue<CachedResponse>("answer", owner, getName(path, input));
  if (cached?.build !== buildName()) {
    return path === "platoon.locker.list" ? getPlatoonLocker(owner, input as PlatoonListInput) : null;
  }
  return { at: cached.at, data: await over(owner, call, cached.data) };
}

/** A platoon's locker under a filter that was not read: of the lists that were, what fits; null without any. */
async function getPlatoonLocker(owner: string, input: PlatoonListInput): Promise<{ at: number; data: unknown } | null> {
  const isAsked = (name: string) =>
    name.startsWith("platoon.locker.list:") &&
    splitName(name).language === m.language_query() &&
    getPlatoonId(name, null) === input.organizationId;
  const lists = await readAnswers<CachedResponse>(owner, isAsked);
  const current = lists.filter(({ build }) => build === buildName()).toSorted((a, b) => a.at - b.at);
  const [oldest] = current;
  if (!oldest) return null;
  return {
    at: oldest.at,
    data: filterPlatoonLocker(
      current.map(({ data }) => data as PlatoonList),
      input,
    ),
  };
}

const getKnown = async (owner: string): Promise<Known> => (await getLocker(owner))?.known ?? {};

/** Answers a change as the server would, once it is sent or waits; without `send` it is known that it has to wait. */
async function answerChange(owner: string, call: PendingCall, send: Send | null): Promise<unknown> {
  const world = getWorld(owner);
  let mayHaveArrived = send === null;
  if (send && !isOffline() && (await world.read()).length === 0) {
    const asked = await tryToSend({ type: "mutation", path: call.call, input: call.input }, send);
    if ("data" in asked) {
      await updateCache(owner, call, asked.data).catch(() => {});
      return asked.data;
    }
    mayHaveArrived = true;
  }
  const known = await getKnown(owner);
  const items = applied(Object.values(known), await world.read());
  const change: PendingMutation = {
    ...call,
    id: newId(),
    ...getSubject(call, items),
    at: new Date().toISOString(),
  };
  await addChange(world, mayHaveArrived ? marked(change) : change);
  if (isOffline() || !send) return getAnswer(change, items);
  const sent = (await sendNow(owner)).outcomes.get(change.id);
  if (sent?.is === "done") return sent.data;
  if (sent?.is !== "changed" && sent?.is !== "refused") return getAnswer(change, items);
  // The user is here to see the refusal, so it is not stored; a save with a conflict stays pending.
  if (sent.is === "refused") await world.write((waiting) => waiting.filter(({ id }) => id !== change.id));
  throw Object.assign(new Error(sent.error.message), { data: sent.error.data });
}

function getSubject(call: PendingCall, items: readonly Saved[]): Pick<PendingMutation, "name" | "others"> {
  if ("name" in call.input) return { name: call.input.name };
  const ids = "ids" in call.input ? call.input.ids : [call.input.id];
  const [name = "", ...others] = items.filter(({ id }) => ids.includes(id)).map((one) => one.name);
  return { name, others: others.length };
}

/** What the server would say to it. */
function getAnswer(change: PendingMutation, items: readonly Saved[]): unknown {
  switch (change.call) {
    case "loadout.save":
      return getSaved(change, change.at, items.find(({ id }) => id === change.input.id) ?? null);
    case "loadout.arrange":
      return { ids: change.input.ids };
    case "folder.save":
      return change.input;
    case "folder.remove": {
      const { id } = change.input;
      return { id, loadoutIds: items.filter(({ folderId }) => folderId === id).map((saved) => saved.id) };
    }
    default:
      return { id: change.input.id };
  }
}
