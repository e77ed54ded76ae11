// What this device answers for a person's own things: what it kept, with the changes that wait laid over it.
import { newId } from "#web/client/new-id.ts";
import { lastPerson } from "#web/client/person.ts";
import { isOffline, reachNow, setReach } from "#web/client/reach.ts";
import { learn, learnChange, lockerOf } from "./known.ts";
import {
  type Asked,
  applied,
  type Counts,
  countsOver,
  type Folders,
  foldersOver,
  type Known,
  type Page,
  pageOf,
  pageOver,
  type Saved,
  savedOf,
  withoutErased,
  withPage,
  withSaved,
} from "./locker.ts";
import { addChange, marked } from "./outbox.ts";
import { sendNow, worldOf } from "./outbox-world.ts";
import { isLost, type OwnCall, type Send } from "./own-call.ts";
import { buildName, makeRoom, readValue, writeValue } from "./store.ts";
import { asWaitingCall, type Waiting, type WaitingCall } from "./waiting.ts";

type Kept = { build: string; at: number; size: number; data: unknown };

const LARGEST = 1_000_000;
/** Room is made after this many answers. */
const NOW_AND_THEN = 40;
let keptCount = 0;

/** Keeps what the server answered, for the time without it. */
export async function keep({ path, input, type }: OwnCall, data: unknown): Promise<void> {
  const owner = lastPerson()?.id;
  if (!owner) return;
  if (path === "loadout.list") {
    // Both are this router's own: the path names their types.
    return learn(owner, (known) => withPage(known, (input ?? {}) as Asked, data as Page));
  }
  if (path === "loadout.get") return learn(owner, (known) => withSaved(known, data as Saved));
  if (path === "loadout.erase") return learn(owner, (known) => withoutErased(known, (input as { ids: string[] }).ids));
  if (type !== "query") {
    const change = asWaitingCall(path, input);
    return change ? learnChange(owner, change, data) : undefined;
  }
  const size = JSON.stringify(data)?.length ?? 0;
  if (size > LARGEST) return;
  const kept: Kept = { build: buildName(), at: Date.now(), size, data };
  await writeValue("answer", owner, kept, nameOf(path, input));
  keptCount += 1;
  if (keptCount % NOW_AND_THEN === 0) await makeRoom();
}

const nameOf = (path: string, input: unknown): string => `${path}:${JSON.stringify(input ?? null)}`;

/** Answers a call of whoever was last here; `failure` is set where the server was already asked in vain. */
export async function answerHere(call: OwnCall, send: Send, failure: unknown): Promise<unknown> {
  const owner = lastPerson()?.id;
  if (!owner) {
    if (failure) throw failure;
    return send();
  }
  const change = call.type === "mutation" ? asWaitingCall(call.path, call.input) : null;
  if (change) return answerChange(owner, change, failure === null ? send : null);
  const asked = failure === null && !isOffline() ? await tryToSend(call, send) : { failure };
  if ("data" in asked) {
    await keep(call, asked.data);
    return call.type === "query" ? over(owner, call, asked.data) : asked.data;
  }
  const kept = call.type === "query" ? await keptAnswer(owner, call) : null;
  if (kept) {
    setReach({ isLost: true, asOf: Math.min(kept.at, reachNow().asOf ?? kept.at) });
    return kept.data;
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
    if (!isLost(failure, signal)) throw failure;
    return { failure };
  }
}

/** The server's answer with what waits laid over it. */
async function over(owner: string, { path, input }: OwnCall, data: unknown): Promise<unknown> {
  const waiting = await worldOf(owner).read();
  if (waiting.length === 0) return data;
  switch (path) {
    case "loadout.list":
      return pageOver(data as Page, (input ?? {}) as Asked, waiting);
    case "loadout.get":
      return applied([data as Saved], waiting)[0];
    case "loadout.counts":
      return countsOver(data as Counts, await knownOf(owner), waiting);
    case "folder.list":
      return foldersOver(data as Folders, await knownOf(owner), waiting);
    default:
      return data;
  }
}

/** What this device stores as the answer to a query of the last person; null without any. */
export async function storedAnswer(call: OwnCall): Promise<{ data: unknown } | null> {
  const owner = lastPerson()?.id;
  return owner ? keptAnswer(owner, call) : null;
}

async function keptAnswer(owner: string, call: OwnCall): Promise<{ at: number; data: unknown } | null> {
  const { path, input } = call;
  if (path === "loadout.list" || path === "loadout.get") {
    const locker = await lockerOf(owner);
    const items = applied(Object.values(locker?.known ?? {}), await worldOf(owner).read());
    const at = locker?.at ?? Date.now();
    if (path === "loadout.list") return locker ? { at, data: pageOf(items, (input ?? {}) as Asked) } : null;
    const id = (input as { id: string }).id;
    const saved = items.find((one) => one.id === id && one.deletedAt === null);
    return saved ? { at, data: saved } : null;
  }
  const kept = await readValue<Kept>("answer", owner, nameOf(path, input));
  if (kept?.build !== buildName()) return null;
  return { at: kept.at, data: await over(owner, call, kept.data) };
}

const knownOf = async (owner: string): Promise<Known> => (await lockerOf(owner))?.known ?? {};

/** Answers a change as the server would, once it is sent or waits; without `send` it is known that it has to wait. */
async function answerChange(owner: string, call: WaitingCall, send: Send | null): Promise<unknown> {
  const world = worldOf(owner);
  let mayHaveArrived = send === null;
  if (send && !isOffline() && (await world.read()).length === 0) {
    const asked = await tryToSend({ type: "mutation", path: call.call, input: call.input }, send);
    if ("data" in asked) {
      await learnChange(owner, call, asked.data).catch(() => {});
      return asked.data;
    }
    mayHaveArrived = true;
  }
  const known = await knownOf(owner);
  const items = applied(Object.values(known), await world.read());
  const change: Waiting = { ...call, id: newId(), name: namedBy(call, items), at: new Date().toISOString() };
  await addChange(world, mayHaveArrived ? marked(change) : change);
  if (isOffline() || !send) return answerOf(change, items);
  const sent = (await sendNow(owner)).outcomes.get(change.id);
  if (sent?.is === "done") return sent.data;
  if (sent?.is !== "changed" && sent?.is !== "refused") return answerOf(change, items);
  // Whoever made the change is here to hear of it; a save that met another one waits for the answer all the same.
  if (sent.is === "refused") await world.write((waiting) => waiting.filter(({ id }) => id !== change.id));
  throw Object.assign(new Error(sent.error.message), { data: sent.error.data });
}

function namedBy(call: WaitingCall, items: readonly Saved[]): string {
  if ("name" in call.input) return call.input.name;
  const ids = "ids" in call.input ? call.input.ids : [call.input.id];
  const [first = "", ...others] = items.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}

/** What the server would say to it. */
function answerOf(change: Waiting, items: readonly Saved[]): unknown {
  switch (change.call) {
    case "loadout.save":
      return savedOf(change, change.at, items.find(({ id }) => id === change.input.id) ?? null);
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
