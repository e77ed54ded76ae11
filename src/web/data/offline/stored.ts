// What stored values have to look like before a screen sees them, in the form of this version and of earlier ones.
import { z } from "zod";
import { loadoutContent } from "#domain/loadout/loadout.ts";
import { getProperty } from "#web/data/problem.ts";
import type { Saved } from "./locker.ts";
import { PENDING_CALLS, type PendingMutation, type PendingMutations } from "./pending.ts";

/** Raised when answers of the server change their form: those of another version are not read. */
export const ANSWERS_VERSION = 1;

const id = z.string().min(1).max(100);
const instant = z.string().max(40);
const ofId = z.looseObject({ id });
const ofTarget = z.looseObject({ targetId: id });
const ofTargets = z.looseObject({ targetIds: z.array(id).min(1) });

const save = loadoutContent.extend({ id, seenVersion: z.int().min(0), folderId: id.nullish() });
/** The inputs that have more than the id of what is changed. Screens rely on what is here; the server checks the rest. */
const INPUTS: { [C in PendingMutation["call"]]?: z.ZodType } = {
  "loadout.save": save,
  "loadout.arrange": z.looseObject({ ids: z.array(id).min(1), folderId: id.nullish(), pinned: z.boolean().optional() }),
  "loadout.move": z.looseObject({ id, afterId: id.nullable() }),
  "folder.save": z.looseObject({ id, name: z.string() }),
  "progress.planAdd": ofTargets,
  "progress.planRemove": ofTargets,
};

const change = z.object({
  call: z.enum(PENDING_CALLS),
  input: z.unknown(),
  id,
  name: z.string(),
  others: z.number().optional(),
  at: instant,
  isSent: z.boolean().optional(),
  refusal: z
    .object({
      kind: z.enum(["changed", "refused"]),
      error: z.object({ message: z.string(), data: z.unknown() }),
    })
    .optional(),
  /** Of 0.2.0: saves that were sent in its place and may have arrived. */
  tried: z.array(z.unknown()).optional(),
});

/** A person's list of changes as it is stored: each value under its place, in their order. */
type StoredList = readonly (readonly [place: string, value: unknown])[];

export type Changes = { pendingMutations: PendingMutations; unreadable: readonly unknown[] };

/** The stored changes of a person, and those that this version cannot read. */
export function readChanges(list: StoredList): Changes {
  // The list of 0.2.0 is one value.
  const values: unknown[] = list.flatMap(([, value]) => value);
  return {
    pendingMutations: values.flatMap((value) => readChange(value) ?? []),
    unreadable: values.filter((value) => !readChange(value)),
  };
}

/** A place has a number of so many digits, which orders it, and the id of its change. */
const DIGITS = 10;
/** Behind all that a database may have that does not answer. */
const FAR_BEHIND = 5_000_000_000;

/** What to store and, as undefined, to remove, so that the list has what `change` makes of it; `isWhole` as in the store. */
export function changeList(list: StoredList, isWhole: boolean, change: (before: Changes) => Changes): StoredList {
  const before = readChanges(list);
  const { pendingMutations, unreadable } = change(before);
  const places = new Map<unknown, string>();
  for (const [place, value] of list) if (place) places.set(value, place).set(place.slice(DIGITS + 1), place);
  let last = Math.max(Number.parseInt(list.at(-1)?.[0] || "0", 10), isWhole ? 0 : FAR_BEHIND);
  const next = [...unreadable, ...pendingMutations].map((value) => {
    const id = getProperty(value, "id");
    const place = places.get(value) ?? places.get(id);
    if (place) return [place, value] as const;
    last += 1;
    return [`${String(last).padStart(DIGITS, "0")}-${id}`, value] as const;
  });
  const staying = new Set(next.map(([place]) => place));
  const unchanged = new Set<unknown>([...before.pendingMutations, ...before.unreadable]);
  const stored = new Set(places.values());
  return [
    ...list.filter(([place]) => !staying.has(place)).map(([place]) => [place, undefined] as const),
    ...next.filter(([place, value]) => !(unchanged.has(value) && stored.has(place))),
  ];
}

function readChange(value: unknown): PendingMutation[] | null {
  const { data } = change.safeParse(value);
  if (!data) return null;
  const schema = INPUTS[data.call] ?? (data.call.startsWith("progress.") ? ofTarget : ofId);
  const input = schema.safeParse(data.input).data;
  if (!input) return null;
  const { tried = [], ...rest } = data;
  // The call names the type of its input.
  const read = { ...rest, input } as PendingMutation;
  // What 0.2.0 sent last may have arrived: it goes first, so that it is recognized, and this save on top of it.
  const sent = save.safeParse(tried.at(-1)).data;
  if (read.call !== "loadout.save" || !sent || JSON.stringify(sent) === JSON.stringify(read.input)) return [read];
  const earlier = { ...read, id: `${read.id}-sent`, input: sent } as PendingMutation;
  return [earlier, { ...read, input: { ...read.input, seenVersion: sent.seenVersion + 1 } }];
}

const savedLoadout = loadoutContent.extend({
  id,
  version: z.int().min(0),
  folderId: id.nullable(),
  pinnedAt: instant.nullable(),
  place: z.string(),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: instant.nullable(),
});

const ordered = savedLoadout.pick({ id: true, updatedAt: true, place: true, deletedAt: true });

/** The order of a stored loadout, without its content; null where it is none. */
export const readOrdered = (value: unknown): z.infer<typeof ordered> | null => ordered.safeParse(value).data ?? null;

/** A stored loadout; null where it is none. */
export const readSaved = (value: unknown): Saved | null => savedLoadout.safeParse(value).data ?? null;

/** The locker of 0.2.0, stored in one piece; null without one. */
export function readOldLocker(value: unknown): { at: number; items: Saved[] } | null {
  const { data } = z.object({ at: z.number(), known: z.record(z.string(), z.unknown()) }).safeParse(value);
  return data ? { at: data.at, items: Object.values(data.known).flatMap((item) => readSaved(item) ?? []) } : null;
}

/** Answers that changes are laid over. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  "folder.list": z.array(z.looseObject({ id, name: z.string() })),
  "platoon.locker.list": z.looseObject({ items: z.array(loadoutContent.extend({ id }).loose()) }),
  "progress.next": z.looseObject({ items: z.array(ofId) }),
  "progress.checklist": z.looseObject({ items: z.array(ofId) }),
  "progress.plan": z.looseObject({ items: z.array(ofId) }),
  "soldier.list": z.array(ofId),
  "goal.list": z.array(ofId),
};

const answer = z.object({
  version: z.literal(ANSWERS_VERSION),
  at: z.number(),
  size: z.number(),
  /** The platoon that it is about, if any. */
  organizationId: z.string().nullable(),
  data: z.unknown(),
});

export type StoredAnswer = z.infer<typeof answer>;

/** A stored answer, whose name begins with the path of its query; null where it has another form. */
export function readAnswer(name: string, value: unknown): StoredAnswer | null {
  const { data } = answer.safeParse(value);
  const schema = ANSWERS[name.slice(0, name.indexOf(":"))];
  return data && (!schema || schema.safeParse(data.data).success) ? data : null;
}
