// The outbox: changes made without the server, sent in their order and once each as soon as it answers.
import { nextToSend, type PendingMutation, type Refusal, withChange } from "./pending-mutation.ts";

/** What became of a call. */
export type Sent =
  | { is: "done"; data: unknown }
  /** It may have arrived, or not. */
  | { is: "lost" }
  | { is: "signed-out" }
  | { is: Refusal["kind"]; error: Refusal["error"]; current: Current | null };

/** The loadout a save has met. */
export type Current = { version: number; isAs: (content: Save) => boolean };

type SaveChange = PendingMutation & { call: "loadout.save" };
type Save = SaveChange["input"];

export type OutboxWorld = {
  read: () => Promise<readonly PendingMutation[]>;
  /** Updates the stored changes in one step. */
  write: (change: (waiting: readonly PendingMutation[]) => readonly PendingMutation[]) => Promise<void>;
  /** Whether the session belongs to the owner; "lost" when the server could not be reached. */
  ask: () => Promise<"owner" | "other" | "lost">;
  send: (change: PendingMutation) => Promise<Sent>;
  /** Does this work while no other tab does any. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
};

export type Round = {
  /** By the id of the change. */
  outcomes: ReadonlyMap<string, Sent>;
  end: "all" | "lost" | "signed-out";
};

/** More saves of one loadout than this are never under way without an answer. */
const MAX_ATTEMPTS = 5;

/** Adds a change behind the others. */
export const addChange = (world: OutboxWorld, change: PendingMutation): Promise<void> =>
  world.write((waiting) => withChange(waiting, change));

/** Sends what may be sent, one after the other, until all is done or the server is lost. */
export const sendChanges = (world: OutboxWorld): Promise<Round> => world.alone(() => sendInTurn(world));

async function sendInTurn(world: OutboxWorld): Promise<Round> {
  const outcomes = new Map<string, Sent>();
  if (!nextToSend(await world.read())) return { outcomes, end: "all" };
  const here = await world.ask();
  if (here !== "owner") return { outcomes, end: here === "lost" ? "lost" : "signed-out" };
  for (;;) {
    const next = nextToSend(await world.read());
    if (!next) return { outcomes, end: "all" };
    await world.write((waiting) => waiting.map((one) => (one.id === next.id ? marked(one) : one)));
    const sent = await world.send(next);
    outcomes.set(next.id, sent);
    if (sent.is === "lost" || sent.is === "signed-out") return { outcomes, end: sent.is };
    await world.write((waiting) => waiting.flatMap((one) => settled(one, next, sent)));
  }
}

/** The change as one that was sent and may have arrived. */
export const marked = (one: PendingMutation): PendingMutation =>
  one.call === "loadout.save"
    ? { ...one, tried: [...(one.tried ?? []), one.input].slice(-MAX_ATTEMPTS) }
    : { ...one, isSent: true };

/** What is left of a waiting change once `next` was sent, which it may have been before it was written over. */
function settled(one: PendingMutation, next: PendingMutation, sent: Sent): readonly PendingMutation[] {
  if (one.call === "loadout.save" && next.call === "loadout.save" && one.input.id === next.input.id) {
    const base = newBase(next, sent);
    // An earlier save of this device stands there, or this one does and was written over: the rest goes on from it.
    if (base !== null && (sent.is !== "done" || one.id !== next.id)) return [onTopOf(one, base)];
  }
  if (one.id !== next.id) return [one];
  return sent.is === "changed" || sent.is === "refused" ? [{ ...one, refusal: getRefusal(sent) }] : [];
}

/** The version of this device's own save that the server has now; null where the server's version is from elsewhere. */
function newBase({ input, tried = [] }: SaveChange, sent: Sent): number | null {
  if (sent.is === "done") return input.seenVersion + 1;
  if (sent.is !== "changed" || !sent.current) return null;
  return tried.some(sent.current.isAs) ? sent.current.version : null;
}

function onTopOf(one: SaveChange, seenVersion: number): PendingMutation {
  const { tried: _, ...rest } = one;
  return { ...rest, input: { ...one.input, seenVersion } };
}

const getRefusal = ({ is, error }: Sent & { is: Refusal["kind"] }): Refusal => ({ kind: is, error });
